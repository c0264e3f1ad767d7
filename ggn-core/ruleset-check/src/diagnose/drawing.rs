//! Descriptions of faults in the drawings of pieces.

use ggn_core::{PathFault, PathFaultKind};

use super::code::Code;
use super::description::{Aim, Description};

/// Describes a fault in the path of a shape.
pub(super) fn path(fault: &PathFault) -> Description {
    let PathFault { path, part, kind } = fault;
    let wrong = |message: String, expected: String, hint: &str| {
        Description::new(Code::BadPath, Aim::Text(path.clone(), Some(part.clone())), message)
            .expected(expected)
            .advise(hint)
    };
    match *kind {
        PathFaultKind::Start => wrong(
            "the path does not begin with a point".to_owned(),
            "M or m, and a point".to_owned(),
            "as in \"M20 80 50 20 80 80z\", a triangle: further points are joined by lines, and z closes it",
        ),
        PathFaultKind::Character(character) => wrong(
            format!("no path has the character {character:?}"),
            "a letter of M, L, H, V, C, S, Q, T, A and Z in either case, a number, a comma or a space"
                .to_owned(),
            match character {
                'e' | 'E' => "write the number without an exponent",
                _ => "a path is path data of SVG in one line, without markup, colours and addresses",
            },
        ),
        PathFaultKind::Number => wrong(
            "this is no number".to_owned(),
            "a number as 12, -3.5 or .5".to_owned(),
            "write digits behind the sign and behind the point",
        ),
        PathFaultKind::Range => wrong(
            "the number is out of bounds".to_owned(),
            "a number from -100 to 200".to_owned(),
            "the box of a drawing goes from 0,0 to 100,100, and what is outside of it is not shown",
        ),
        PathFaultKind::Comma => wrong(
            "the comma does not stand between two numbers".to_owned(),
            "one comma, or none, between two numbers".to_owned(),
            "remove it: a space does as well",
        ),
        PathFaultKind::Count { letter, found, each } => wrong(
            match found {
                1 => format!("`{letter}` has 1 number"),
                _ => format!("`{letter}` has {found} numbers"),
            },
            match each {
                0 => "no number".to_owned(),
                1 => "one number or more".to_owned(),
                _ => format!("{each} numbers, or a multiple"),
            },
            takes(letter),
        ),
        PathFaultKind::Flag => wrong("this is no flag of an arc".to_owned(), "0 or 1".to_owned(), takes('A')),
    }
}

/// Returns the numbers that a letter of a path takes, as a hint.
fn takes(letter: char) -> &'static str {
    match letter.to_ascii_uppercase() {
        'Z' => "z closes a shape, and nothing follows it but another letter",
        'H' => "h takes the x of a point, and v its y",
        'V' => "v takes the y of a point, and h its x",
        'C' => "c takes three points: two that bend the line, and its end",
        'S' => "s takes two points: one that bends the line, and its end",
        'Q' => "q takes two points: one that bends the line, and its end",
        'A' => "a takes two radii, an angle, two flags that are 0 or 1, and the point at its end",
        _ => "m, l and t take points, each an x and a y",
    }
}

/// Describes more entries or characters than the bound.
pub(super) fn too_many(what: &str, found: usize, most: usize) -> Description {
    Description::new(Code::TooMany, Aim::Key, format!("{found} {what} are too many"))
        .expected(format!("at most {most}"))
        .advise(match what {
            "characters" => "leave points out, or round numbers: a piece is seen small",
            "shapes" => "several lines go into one path: a path may have as many M as it needs",
            _ => "leave out those of pieces that the page draws by itself",
        })
}

/// Describes a drawing of lines and details alone.
pub(super) fn no_body() -> Description {
    Description::new(Code::NoBody, Aim::Key, "no shape of the drawing is filled in the colour of the piece")
        .expected("a shape with the paint `body`")
        .advise("leave `paint` out of one shape: lines alone do not stand out from the squares, nor do they show a side")
}
