//! From the text of a file of patterns to what it says, line by line.

use pest::Parser as _;
use pest::iterators::Pair;

use super::ast::{
    Anchor, Ask, At, Atom, Base, Change, ChangeKind, Clause, Definition, Dimension, Effect, End, Endpoint,
    Field, File, Head, Joint, Leg, Limit, Moves, Number, Offset, Over, Places, Rule as Described, Span,
    Squares, Supply, Term, Word, Zone,
};
use super::code::Code;
use super::fault::Faults;
use super::grammar::{Grammar, Rule};
use super::syntax;

/// Pieces to which the indented lines belong.
enum Open {
    Nobody,
    /// The line that should have named them is faulty; what follows is read for its own faults only.
    Faulty,
    /// Those of the last head, which stands on this line and has so many clauses.
    Pieces(Span, usize),
}

/// Reads a whole file; faulty lines are reported and left out.
pub(super) fn parse(text: &str, faults: &mut Faults) -> File {
    let mut reader = Reader { file: File::default(), open: Open::Nobody };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        if !content.trim_start().is_empty() && !content.trim_start().starts_with('#') {
            reader.line(content, start, faults);
        }
        start += line.len();
    }
    reader.end_head(faults);
    reader.file
}

struct Reader {
    file: File,
    open: Open,
}

impl Reader {
    fn line(&mut self, line: &str, start: usize, faults: &mut Faults) {
        let indented = line.starts_with([' ', '\t']);
        if !indented {
            self.end_head(faults);
        }
        let grammar = if indented { Rule::further } else { Rule::statement };
        let pairs = match Grammar::parse(grammar, line) {
            Ok(pairs) => pairs,
            Err(error) => {
                syntax::report(&error, line, start, faults);
                match &mut self.open {
                    Open::Pieces(_, clauses) if indented => *clauses += 1,
                    Open::Nobody | Open::Faulty | Open::Pieces(..) => self.open = Open::Faulty,
                }
                return;
            }
        };
        let here = LineStart { start };
        for pair in pairs {
            match pair.as_rule() {
                Rule::mirror => self.mirror(here.span(&pair), here.dimensions(pair), faults),
                Rule::definition => self.file.zones.extend(here.definition(pair)),
                Rule::change => self.file.changes.push(here.change(pair)),
                Rule::rule => self.rule(&here, pair),
                Rule::clause => self.further(here.clause(pair), here.whole(line), faults),
                _ => {}
            }
        }
    }

    fn mirror(&mut self, span: Span, value: Vec<Dimension>, faults: &mut Faults) {
        if self.file.mirror.is_some() {
            faults
                .add(Code::Mirror, span, "the file says twice how its sides mirror each other")
                .expected("one `mirror` line");
        } else if !self.file.rules.is_empty() {
            faults
                .add(Code::Mirror, span, "`mirror` stands after moves that it should hold for")
                .expected("`mirror` above the first piece");
        } else {
            self.file.mirror = Some(At { value, span });
        }
    }

    fn rule(&mut self, here: &LineStart, pair: Pair<'_, Rule>) {
        let line = here.span(&pair);
        let (mut pieces, mut only, mut clauses) = (Vec::new(), false, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::piece => pieces.push(here.word(&part)),
                Rule::only => only = true,
                Rule::clause => clauses.extend(here.clause(part)),
                _ => {}
            }
        }
        self.open = Open::Pieces(line, clauses.len());
        let head = self.file.heads.len();
        self.file.heads.push(Head { pieces, only });
        self.file.rules.extend(clauses.into_iter().map(|clause| Described { head, clause }));
    }

    fn further(&mut self, clause: Option<Clause>, line: Span, faults: &mut Faults) {
        match &mut self.open {
            Open::Pieces(_, clauses) => {
                *clauses += 1;
                let head = self.file.heads.len().saturating_sub(1);
                self.file.rules.extend(clause.map(|clause| Described { head, clause }));
            }
            Open::Nobody => {
                let message = "an indented line goes on with the pieces above it, and there are none";
                faults.add(Code::NoPiece, line, message).expected("a line such as `K: W` before it");
                self.open = Open::Faulty;
            }
            Open::Faulty => {}
        }
    }

    /// Closes the list of what the pieces of a line do.
    fn end_head(&mut self, faults: &mut Faults) {
        if let Open::Pieces(line, 0) = &self.open {
            faults
                .add(Code::NoMoves, line.clone(), "nothing says how these pieces move")
                .expected("moves after the colon, or indented lines below");
        }
        self.open = Open::Nobody;
    }
}

/// Start of the line that is being read in its file.
struct LineStart {
    start: usize,
}

impl LineStart {
    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        self.start + span.start()..self.start + span.end()
    }

    fn whole(&self, line: &str) -> Span {
        let indent = line.len() - line.trim_start().len();
        self.start + indent..self.start + line.trim_end().len()
    }

    fn word(&self, pair: &Pair<'_, Rule>) -> Word {
        At { value: pair.as_str().to_owned(), span: self.span(pair) }
    }

    fn dimensions(&self, pair: Pair<'_, Rule>) -> Vec<Dimension> {
        pair.into_inner()
            .filter(|part| part.as_rule() == Rule::dimension)
            .map(|part| dimension(&part))
            .collect()
    }

    fn definition(&self, pair: Pair<'_, Rule>) -> Option<Definition> {
        let (mut name, mut zone) = (None, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::name => name = Some(self.word(&part)),
                Rule::zone => zone = Some(self.zone(part)),
                _ => {}
            }
        }
        Some(Definition { name: name?, zone: zone? })
    }

    fn clause(&self, pair: Pair<'_, Rule>) -> Option<Clause> {
        let span = self.span(&pair);
        let (mut atoms, mut limits, mut row, mut stays) = (Vec::new(), Vec::new(), Vec::new(), false);
        let (mut when, mut deny, mut effects) = (Vec::new(), Vec::new(), Vec::new());
        let (mut scope, mut pass, mut over) = (Vec::new(), false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::scope => scope.extend(self.limit(part)),
                Rule::effect => effects.extend(self.effect(part)),
                Rule::atoms => atoms = part.into_inner().map(|atom| self.atom(atom)).collect(),
                Rule::stays => stays = true,
                Rule::pass => pass = true,
                Rule::over => over = Some(self.over(part)),
                Rule::limit => limits.extend(self.limit(part)),
                Rule::row => row = part.into_inner().filter_map(|place| self.place(place)).collect(),
                Rule::when => when = part.into_inner().filter_map(|ask| self.ask(ask)).collect(),
                Rule::deny => deny = part.into_inner().filter_map(|ask| self.ask(ask)).collect(),
                _ => {}
            }
        }
        let mut places = row.into_iter();
        let moves = match (places.next(), places.next()) {
            (Some(source), Some(destination)) => Moves::Row(source, destination),
            _ if stays => Moves::Stays,
            _ if pass => Moves::Pass(limits),
            _ if atoms.is_empty() => Moves::Given(scope),
            _ => Moves::Atoms(atoms, limits, over),
        };
        Some(Clause { span, moves, when, deny, effects })
    }

    fn over(&self, pair: Pair<'_, Rule>) -> Over {
        let span = self.span(&pair);
        let (mut but, mut screens) = (false, Vec::new());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::but => but = true,
                _ => screens.push(self.word(&part)),
            }
        }
        Over { span, but, screens }
    }

    fn effect(&self, pair: Pair<'_, Rule>) -> Option<Effect> {
        let span = self.span(&pair);
        let mut parts = pair.into_inner();
        let field = parts.next()?;
        let squares = |part| self.squares(part);
        let field = match field.as_rule() {
            Rule::promotes => {
                let (mut to, mut optional, mut last) = (Vec::new(), false, false);
                for part in field.into_inner() {
                    match part.as_rule() {
                        Rule::optional => optional = true,
                        Rule::last => last = true,
                        _ => to.push(self.word(&part)),
                    }
                }
                Field::Promotes { to, optional, last }
            }
            Rule::becomes => Field::Becomes(self.word(&field.into_inner().next()?)),
            Rule::lands => Field::Lands(self.squares(field.into_inner().next()?)?),
            Rule::takes => Field::Takes(field.into_inner().filter_map(squares).collect()),
            Rule::unattacked => Field::Unattacked(field.into_inner().filter_map(squares).collect()),
            Rule::revokes => Field::Revokes(field.into_inner().filter_map(squares).collect()),
            Rule::carries => {
                let carried = |pair: Pair<'_, Rule>| {
                    let ends = pair.into_inner().filter(|part| part.as_rule() != Rule::arrow);
                    let mut ends = ends.filter_map(|part| self.squares(part));
                    Some((ends.next()?, ends.next()?))
                };
                let pairs = field.into_inner().filter(|part| part.as_rule() == Rule::carried);
                Field::Carries(pairs.filter_map(carried).collect())
            }
            Rule::places => Field::Places(self.places(field)),
            Rule::tag => Field::Tag(field.into_inner().next()?.as_str().to_owned()),
            Rule::san => Field::San(field.into_inner().next()?.as_str().trim_matches('"').to_owned()),
            _ => return None,
        };
        Some(Effect { span, field, limits: parts.filter_map(|scope| self.limit(scope)).collect() })
    }

    fn places(&self, pair: Pair<'_, Rule>) -> Places {
        let mut places = Places {
            pieces: Vec::new(),
            supply: Supply::Unlimited,
            squares: Vec::new(),
            along: None,
            optional: false,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::choice => places.pieces.push(self.word(&part)),
                Rule::origin if part.as_str().ends_with("board") => places.supply = Supply::Board,
                Rule::origin => places.supply = Supply::Hand,
                Rule::spots => {
                    places.squares = part.into_inner().filter_map(|part| self.squares(part)).collect();
                }
                Rule::along => places.along = part.into_inner().next().map(|piece| self.word(&piece)),
                _ => places.optional = true,
            }
        }
        places
    }

    fn change(&self, pair: Pair<'_, Rule>) -> Change {
        let (mut kind, mut pieces, mut to) = (ChangeKind::Moved, Vec::new(), None);
        for part in pair.into_inner().flatten() {
            match part.as_rule() {
                Rule::expires => kind = ChangeKind::Expires,
                Rule::captured => kind = ChangeKind::Captured,
                Rule::turning => pieces.push(self.word(&part)),
                Rule::choice => to = Some(self.word(&part)),
                _ => {}
            }
        }
        Change { kind, pieces, to }
    }

    fn atom(&self, pair: Pair<'_, Rule>) -> Atom {
        let span = self.span(&pair);
        let mut modifiers = At { value: String::new(), span: span.start..span.start };
        let (mut legs, mut joint) = (Vec::new(), Joint::Empty);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::modifiers => modifiers = self.word(&part),
                Rule::joint => joint = if part.as_str() == "+" { Joint::Occupied } else { Joint::Empty },
                Rule::leg => legs.extend(self.leg(part, joint)),
                _ => {}
            }
        }
        Atom { span, modifiers, legs }
    }

    fn leg(&self, pair: Pair<'_, Rule>, joint: Joint) -> Option<Leg> {
        let span = self.span(&pair);
        let (mut base, mut doubled, mut count) = (None, false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::letter => base = part.as_str().chars().next().map(Base::Letter),
                Rule::doubled => {
                    base = part.as_str().chars().next().map(Base::Letter);
                    doubled = true;
                }
                Rule::vector => base = Some(Base::Vector(self.numbers(part))),
                Rule::count => count = Some(self.word(&part)),
                _ => {}
            }
        }
        Some(Leg { span, joint, base: base?, doubled, count })
    }

    /// Returns the numbers anywhere inside a part.
    fn numbers(&self, pair: Pair<'_, Rule>) -> Vec<Number> {
        let number = |part: Pair<'_, Rule>| {
            (part.as_rule() == Rule::number)
                .then(|| Number { text: self.word(&part), signed: part.as_str().starts_with(['+', '-']) })
        };
        pair.into_inner().flatten().filter_map(number).collect()
    }

    fn limit(&self, pair: Pair<'_, Rule>) -> Option<Limit> {
        let (mut end, mut zone) = (End::Both, None);
        for part in pair.into_inner() {
            match (part.as_rule(), part.as_str()) {
                (Rule::either, _) => end = End::Either,
                (Rule::limited, "from") => end = End::From,
                (Rule::limited, "to") => end = End::To,
                (Rule::zone, _) => zone = Some(self.zone(part)),
                _ => {}
            }
        }
        Some(Limit { end, zone: zone? })
    }

    fn place(&self, pair: Pair<'_, Rule>) -> Option<Endpoint> {
        if pair.as_rule() != Rule::place {
            return None;
        }
        let part = pair.into_inner().next()?;
        Some(match part.as_rule() {
            Rule::hand => Endpoint::Hand(self.span(&part)),
            _ => Endpoint::Zone(self.zone(part)),
        })
    }

    fn zone(&self, pair: Pair<'_, Rule>) -> Zone {
        let span = self.span(&pair);
        let mut lists = pair.into_inner().filter(|part| part.as_rule() == Rule::terms).map(|terms| {
            terms.into_inner().filter_map(|term| self.term(term.into_inner().next()?)).collect()
        });
        Zone { span, terms: lists.next().unwrap_or_default(), but: lists.next().unwrap_or_default() }
    }

    /// Squares by a rank, a block or a name.
    fn term(&self, pair: Pair<'_, Rule>) -> Option<Term> {
        match pair.as_rule() {
            Rule::lines => {
                let span = self.span(&pair);
                let mut parts = pair.into_inner();
                let dimension = dimension(&parts.next()?);
                let from = self.word(&parts.next()?);
                Some(Term::Lines { span, dimension, from, to: parts.next().map(|to| self.word(&to)) })
            }
            Rule::block => {
                let mut corners = pair.into_inner();
                let (from, to) = (self.word(&corners.next()?), self.word(&corners.next()?));
                Some(Term::Block { from, to })
            }
            Rule::word | Rule::token => Some(Term::Word(self.word(&pair))),
            _ => None,
        }
    }

    /// Returns one condition: its last word is the state, and all before it are squares.
    fn ask(&self, pair: Pair<'_, Rule>) -> Option<Ask> {
        if pair.as_rule() != Rule::ask {
            return None;
        }
        let mut items: Vec<_> = pair.into_inner().collect();
        let state = self.word(&items.pop()?);
        let squares = items.into_iter().filter_map(|item| self.squares(item)).collect();
        Some(Ask { squares, state })
    }

    fn squares(&self, pair: Pair<'_, Rule>) -> Option<Squares> {
        match pair.as_rule() {
            Rule::relative | Rule::near => {}
            Rule::term => return self.term(pair.into_inner().next()?).map(Squares::Term),
            _ => return self.term(pair).map(Squares::Term),
        }
        let span = self.span(&pair);
        let (mut anchor, mut offset) = (Anchor::Source, None);
        for part in pair.into_inner() {
            match (part.as_rule(), part.as_str()) {
                (Rule::anchor, "to") => anchor = Anchor::Destination,
                (Rule::offset, _) => offset = self.offset(part),
                _ => {}
            }
        }
        Some(Squares::Relative { span, anchor, offset })
    }

    fn offset(&self, pair: Pair<'_, Rule>) -> Option<Offset> {
        let part = pair.into_inner().next()?;
        Some(match part.as_rule() {
            Rule::line_of => Offset::Line(dimension(&part)),
            Rule::walk => Offset::Walk(self.word(&part)),
            _ => Offset::Vector(self.numbers(part)),
        })
    }
}

/// Returns the dimension that a word such as `ranks` names.
fn dimension(pair: &Pair<'_, Rule>) -> Dimension {
    match pair.as_str().as_bytes().first() {
        Some(b'f') => Dimension::Files,
        Some(b'r') => Dimension::Ranks,
        _ => Dimension::Layers,
    }
}
