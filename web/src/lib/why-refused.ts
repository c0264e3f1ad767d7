// The reason of a refused request, in the language in use. Loaded after a refusal alone.
import { refusedTexts } from '../texts/refused';
import type { ErrorMessage } from '../room-messages';
import type { RequestRefused } from '../wire';
import { fetchHouseRules } from './api';

/** Returns the names of house rules; of one that the server does not list, its id. */
async function houseRuleNames(ids: readonly string[]): Promise<string[]> {
  const rules = await fetchHouseRules();
  return ids.map((id) => rules.find((rule) => rule.id === id)?.name ?? id.replaceAll('-', ' '));
}

/** Returns the sentence for the reason of a refusal; null where it has none, or one that this page does not know. */
export async function reasonText({ reason, message, overlays = [], required = [] }: RequestRefused): Promise<string | null> {
  if (reason === undefined) return null;
  const { reasons, detailed, clash, missing } = await refusedTexts();
  if (reason === 'house_rules_clash' && overlays.length > 0) return clash(await houseRuleNames(overlays));
  if (reason === 'house_rule_missing' && required.length > 0) return missing(await houseRuleNames(required));
  if (Object.hasOwn(detailed, reason)) return detailed[reason as keyof typeof detailed](message);
  return Object.hasOwn(reasons, reason) ? reasons[reason as keyof typeof reasons] : null;
}

/** Returns the sentence for the reason why no room is created; null where the server gives none, or one that this page does not know. */
export const roomReasonText = ({ code, message, reason, rulesetIds: overlays = [], required = [] }: ErrorMessage): Promise<string | null> =>
  reasonText({ code, message, ...(reason && { reason }), overlays, required });

/** Returns why a game is not created: in a sentence of the page, or as the server puts it. */
export const whyNoGame = async (refusal: RequestRefused): Promise<string> => (await reasonText(refusal)) ?? (await refusedTexts()).game(refusal.message);
