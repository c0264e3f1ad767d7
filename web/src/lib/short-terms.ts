// A game that somebody asks for, in one line, with what its request leaves to the server.
import { controlText, texts } from '../texts';
import { durationText, joining } from '../texts/joining';
import { gambitName, later } from '../texts/later';
import { lobby as words } from '../texts/lobby';
import type { CreateGame, Gambit, ModeDefaults, ModeratorSummary } from '../wire';
import { PLAIN_RULESET } from './plain-ruleset';
import { gameName, type Named } from './game-names.svelte';
import { usualOptions } from './new-game';

/** A request for a game, of which the server may have completed all terms. */
export type AskedGame = Partial<CreateGame> & Pick<CreateGame, 'mode'>;

/** Lists of the server, by which moderators and house rules are called. */
export interface NamedLists {
  readonly moderators: readonly Named[];
  readonly rules: readonly Named[];
}

/** Returns the terms of a game that its request says; the server completes those of a seek. The moderator is said where players hear one. */
export function shortTerms(game: AskedGame, { moderators, rules }: NamedLists): string {
  const { mode, ruleset = PLAIN_RULESET, clock, moderator, gambit, overlays = [], aids, absenceSeconds, highlightingEnabled, touchMove, chat, spectators } = game;
  const named = (all: readonly Named[], id: string): string => all.find((one) => one.id === id)?.name ?? id.replaceAll('-', ' ');
  return [
    words.by[mode](gameName(ruleset)),
    clock ? controlText(clock) : texts.clock.none,
    moderator !== undefined && mode === 'blind' && words.moderator(named(moderators, moderator)),
    gambit !== undefined && `${words.bids} (${gambitName(gambit)})`,
    overlays.length > 0 && words.houseRules(overlays.map((id) => named(rules, id)).join(', ')),
    highlightingEnabled && joining.term.moves,
    aids && words.aids[aids],
    touchMove && later.options.touchMove,
    chat && later.options.chat,
    spectators?.allowed && `${joining.term.spectators}${spectators.delaySeconds ? ` (${later.options.delayed(spectators.delaySeconds)})` : ''}`,
    // A sentence elsewhere.
    absenceSeconds !== undefined && joining.absence(durationText(absenceSeconds)).replace(/[.。]$/, ''),
  ].filter(Boolean).join(' · ');
}

/** Lists of the server that decide on what is left out. */
export interface DefaultLists {
  readonly modes: readonly ModeDefaults[];
  readonly gambits: readonly Gambit[];
  readonly moderators: readonly ModeratorSummary[];
}

/** Returns a request with the server's defaults; as it is as long as a list is not there that decides. The absence that costs a game is in no list. */
export function withDefaults(game: AskedGame, { modes, gambits, moderators }: DefaultLists): AskedGame {
  const defaults = modes.find(({ mode }) => mode === game.mode);
  const gambit = gambits.find(({ id }) => id === game.gambit);
  const moderator = moderators.find(({ id }) => id === game.moderator);
  if (!defaults || (game.gambit && !gambit) || (game.moderator && !moderator)) return game;
  const usual = usualOptions(modes, game.mode, gambit);
  // A player who may try until a move is legal is bound to no piece.
  const answers = moderator?.attempts !== undefined;
  return {
    ruleset: defaults.ruleset,
    chat: usual.chat === 'on',
    ...(game.mode !== 'vanilla' && { aids: 'marks' }),
    ...game,
    touchMove: !answers && (game.touchMove ?? usual.touchMove),
    spectators: { allowed: usual.watch, ...game.spectators },
  };
}
