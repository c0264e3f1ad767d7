// German texts about passkeys.
import type { PasskeyTexts } from '../passkeys/catalogue';

export const passkeys: PasskeyTexts = {
  heading: 'Passkeys',
  what: 'Mit einem Passkey bekommst du deinen Schlüssel auf einem anderen Gerät wieder, oder hier, wenn die Daten des Browsers gelöscht wurden, und damit deine Ergebnisse und beendeten Partien. Laufende Partien bringt er nicht zurück: Nimm sie über „Anderes Gerät“ mit. Dein Gerät hebt den Passkey auf, und der Server kann deinen Schlüssel nicht lesen.',
  name: 'Name des Passkeys',
  add: 'Passkey hinzufügen',
  added: 'Der Passkey ist hinzugefügt.',
  since: (date) => `hinzugefügt am ${date}`,
  used: (date) => `zuletzt benutzt am ${date}`,
  remove: 'Entfernen',
  removed: 'Hier entfernt. Auf deinem Gerät kannst du ihn ebenfalls löschen.',
  useWhat: 'Du hast schon einmal einen Passkey hinzugefügt? Er bringt deinen Schlüssel zurück und damit deine Ergebnisse und beendeten Partien. Laufende Partien kommen nicht mit: Sie bleiben in dem Browser, in dem du sie spielst.',
  use: 'Passkey benutzen',
  waiting: 'Dein Gerät ist an der Reihe …',
  refused: {
    NotAllowedError: 'Abgebrochen, oder dein Gerät hat zu lange gebraucht.',
    InvalidStateError: 'Auf diesem Gerät hast du schon einen Passkey.',
    passkey_unknown: 'Der Server kennt diesen Passkey nicht, oder er wurde entfernt.',
    other_key: 'Dieser Browser hat inzwischen einen anderen Schlüssel. Lade die Seite neu, um seine Ergebnisse zu sehen oder ihn zu vergessen.',
    too_many_passkeys: 'Mehr Passkeys sind nicht möglich. Entferne zuerst einen.',
    rate_limited: 'Zu viele Anfragen. Versuche es später.',
    other: 'Das hat nicht geklappt. Versuche es später.',
  },
};
