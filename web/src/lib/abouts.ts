// Descriptions of games in the language in use, from the data of the server (`rules/translations`): loaded when somebody reads about a game.
import { language } from './language';

let asked: Promise<Readonly<Record<string, string>>> | null = null;

async function fetchAbouts(): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`/api/translations/${language()}/abouts`);
  if (!answer.ok) throw new Error(`descriptions: ${answer.status}`);
  return (await answer.json()) as Record<string, string>;
}

/** Returns the description of a game in the language in use; null where it has none, or it does not come. They are fetched once; again after a failure. */
export async function translatedAbout(id: string): Promise<string | null> {
  if (language() === 'en') return null;
  asked ??= fetchAbouts();
  try {
    const abouts = await asked;
    return Object.hasOwn(abouts, id) ? (abouts[id] ?? null) : null;
  } catch {
    asked = null;
    return null;
  }
}
