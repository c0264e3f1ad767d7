// The texts of moderators who answer attempts, in the language in use, and what is made of them.
import { part, texts } from '..';
import { kindText, squareName } from '../table';
import type { Kinds } from '../../lib/kinds';
import type { Announcement, Color, Direction, ModeratorSummary } from '../../wire';
import type { ModeratedTexts } from './catalogue';
import { en } from './en';

export const moderated: ModeratedTexts = part('moderated', en);

/** Describes a moderator by its announcements; null for the usual one. */
export function moderatorText(told: ModeratorSummary): string | null {
  if (!told.attempts) return Object.hasOwn(moderated.others, told.id) ? moderated.others[told.id as keyof ModeratedTexts['others']] : null;
  const { hear } = moderated;
  const facts = [
    told.captureSquare && hear.square[told.captureSquare],
    told.captured && hear.captured[told.captured],
    told.check && hear.check[told.check],
    told.promotion && hear.promotion[told.promotion],
    told.drop && hear.drop[told.drop],
    told.tries && hear.tries[told.tries],
    (told.refusals === 'both' || told.refusals === 'opponent') && hear.refusals,
  ];
  const more = [
    told.ask && hear.ask[told.ask],
    told.stalemate === 'loss' && hear.stalemate,
    told.halfmoveCap !== undefined && hear.cap(told.halfmoveCap),
  ];
  const said = (text: string | false | undefined): text is string => typeof text === 'string';
  return [hear.sentence(told.name, facts.filter(said).join('; ')), ...more.filter(said)].join(' ');
}

const directionText = (direction: Direction): string => moderated.direction[direction];

/** Describes the directions of a check at the king. */
export const checkedText = (directions: readonly Direction[]): string => moderated.checked(directions.map(directionText));

/** Returns the text of an announcement with its particulars; null where it has none that need words of their own. */
export function particularText({ text, payload }: Announcement, kinds: Kinds | null): string | null {
  if (!payload) return null;
  const color: Color = text.startsWith('white') ? 'w' : 'b';
  const side = kinds?.sideText(color) ?? texts.side[color];
  const { captured, capturedType, directions, dropped, sources, square, tries } = payload;
  switch (text) {
    case 'white_moved_captured':
    case 'black_moved_captured':
    case 'white_moved_captured_ep':
    case 'black_moved_captured_ep': {
      const what = captured ? moderated.class[captured] : capturedType ? kindText(capturedType, kinds) : null;
      return moderated[text.endsWith('_ep') ? 'enPassant' : 'captured'](side, what, square === undefined ? null : squareName(square, kinds));
    }
    case 'white_in_check':
    case 'black_in_check':
      return directions ? moderated.check(side, directions.map(directionText)) : null;
    case 'white_dropped':
    case 'black_dropped':
      return dropped ? moderated.dropped(side, kindText(dropped, kinds)) : null;
    case 'white_pawn_tries':
    case 'black_pawn_tries':
      if (sources) return moderated.pawnTries.sources(side, sources.map((source) => squareName(source, kinds)));
      return tries === undefined ? null : moderated.pawnTries.count(side, tries);
    default:
      return null;
  }
}
