// English texts about passkeys.
import type { PasskeyTexts } from './catalogue';

export const en: PasskeyTexts = {
  heading: 'Passkeys',
  what: 'With a passkey you get your key back on another device, or here after the browser’s data was cleared, and with it your results and finished games. It does not bring games that are still going on: take those along with “Other device”. Your device keeps the passkey, and the server cannot read your key.',
  name: 'Name of the passkey',
  add: 'Add a passkey',
  added: 'The passkey has been added.',
  since: (date) => `added ${date}`,
  used: (date) => `last used ${date}`,
  remove: 'Remove',
  removed: 'Removed here. You can also delete it on your device.',
  useWhat: 'Have you added a passkey before? It brings your key back, and with it your results and finished games. Games that are still going on do not come along: they stay in the browser in which you play them.',
  use: 'Use a passkey',
  waiting: 'Waiting for your device…',
  refused: {
    NotAllowedError: 'Cancelled, or your device took too long.',
    InvalidStateError: 'This device already has a passkey of yours.',
    passkey_unknown: 'The server does not know this passkey, or it has been removed.',
    other_key: 'This browser has another key by now. Reload the page to see its results, or to forget it.',
    too_many_passkeys: 'You have as many passkeys as possible. Remove one first.',
    rate_limited: 'Too many requests. Try again later.',
    other: 'That did not work. Try again later.',
  },
};
