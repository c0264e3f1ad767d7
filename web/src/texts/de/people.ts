// German texts about a player's own games, and about the lobby.
import type { HandoverTexts } from '../handover/catalogue';
import type { KeptTexts } from '../kept/catalogue';
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { ReportTexts } from '../report/catalogue';
import type { ResultTexts } from '../results/catalogue';
import type { TurnTexts } from '../turn/catalogue';

export const own: OwnTexts = {
  heading: 'Deine Partien',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'Du bist am Zug',
  theirTurn: 'Gegner am Zug',
  waiting: 'Noch niemand da',
  gone: 'Nicht mehr auf dem Server',
  unknown: 'Wird nachgesehen …',
  opponent: 'Gegner',
  machine: (level) => `Maschine, Stufe ${level}`,
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, offen`, sight: (game) => `${game}, auf Sicht` },
  left: (time) => `noch ${time}`,
  again: 'Noch einmal',
  againFailed: 'Die Partie konnte nicht angelegt werden. Versuche es später.',
  remove: (opponent) => `Partie aus der Liste nehmen: ${opponent}`,
  removeSeat: 'Platz aufgeben?',
  all: (count) => `Alle ${count}`,
  fewer: 'Weniger',
  handOver: 'Anderes Gerät',
  unreachable: 'Der Server hat nicht geantwortet. So standen die Partien zuletzt.',
  kept: 'auf diesem Gerät',
  damaged: 'Die Kopie dieser Partie auf diesem Gerät war beschädigt und wurde entfernt. Um die Partie zu sehen, brauchst du eine Verbindung.',
};

export const lobby: LobbyTexts = {
  heading: 'Gegner finden',
  about: (game) => `Du suchst: ${game}. Auf der Seite dahinter lässt es sich ändern.`,
  play: 'Jetzt spielen',
  cancel: 'Nicht mehr warten',
  close: 'Schließen',
  waiting: 'Du wartest auf einen Gegner … Lass dieses Fenster offen.',
  waitingNow: 'Wird gesucht …',
  anyClock: 'Jede Bedenkzeit',
  anyClockWhat: 'Auch eine Partie mit anderer Bedenkzeit als deiner oder ohne Uhr.',
  offered: 'Es warten',
  none: 'Sonst wartet niemand. Drücke „Jetzt spielen“, und wer als Nächstes dieselbe Partie sucht, trifft dich.',
  take: 'Spielen',
  nobody: 'Jemand',
  by: { blind: (game) => `${game}, blind`, vanilla: (game) => `${game}, offen`, sight: (game) => `${game}, auf Sicht` },
  side: { white: 'du hast Schwarz', black: 'du hast Weiß', random: 'Seite wird ausgelost' },
  moderator: (id) => `Schiedsrichter: ${id}`,
  bids: 'mit Geboten',
  houseRules: (names) => `Hausregeln: ${names}`,
  aids: { none: 'ohne Markierungen', marks: 'mit Markierungen', deductions: 'mit Schlüssen' },
  status: {
    connecting: 'Verbindung wird aufgebaut …',
    lost: 'Der Server antwortet nicht. Neuer Versuch …',
    full: 'Zu viele suchen gerade eine Partie. Neuer Versuch …',
  },
  problem: {
    malformed: 'Diese Partie kann hier nicht gespielt werden.',
    gone: 'Jemand war schneller.',
    engaged: 'Deine Partie wird vorbereitet.',
    name_refused: 'Dein Name wird hier nicht angenommen. Wähle in den Einstellungen der Partie einen anderen.',
    rate_limited: 'Zu viele Anfragen. Warte eine Minute.',
    unavailable: 'Der Server kann jetzt keine Partie beginnen. Versuche es später.',
    withdrawn: 'Zehn Minuten lang kam niemand. Versuche es noch einmal oder mit anderer Bedenkzeit.',
  },
};

export const turn: TurnTexts = {
  label: 'Sag mir, wenn ich am Zug bin',
  what: 'Dieses Gerät zeigt eine Mitteilung, sobald die Partie auf dich wartet und du nicht da bist.',
  denied: 'Mitteilungen dieser Seite sind gesperrt. Erlaube sie in den Einstellungen deines Browsers.',
  failed: 'Das hat nicht geklappt. Versuche es später.',
  install: 'Füge die Seite erst zum Startbildschirm hinzu: Dann kann sie dir Mitteilungen zeigen.',
  title: 'Tabula',
  body: 'Eine Partie wartet auf dich.',
  roundLabel: 'Sag mir, wenn eine Runde beginnt',
  roundWhat: 'Dieses Gerät zeigt eine Mitteilung, sobald dein Brett der neuen Runde bereit ist.',
  roundBody: 'Die nächste Runde hat begonnen.',
};

export const handover: HandoverTexts = {
  heading: 'Deine Partien auf einem anderen Gerät',
  what: 'Scanne diesen Code mit dem anderen Gerät oder öffne dort den Link. Dann sind deine Partien auf beiden. Zeig ihn sonst niemandem: Wer ihn zuerst öffnet, kann für dich spielen.',
  making: 'Der Link wird angelegt …',
  failed: 'Das hat nicht geklappt. Versuche es später.',
  left: (time) => `Gilt einmal, noch ${time}`,
  over: 'Der Link ist abgelaufen.',
  again: 'Neuer Link',
  link: 'Link für das andere Gerät',
  copy: 'Link kopieren',
  takeHeading: 'Partien auf dieses Gerät nehmen?',
  takeWhat: 'Ein anderes Gerät gibt seine Partien an diesen Browser weiter. Nimm sie, wenn es deines ist: Dann kannst du sie hier wie dort spielen.',
  takeKey: 'Auch meine Ergebnisse mit dem Schlüssel dieses Geräts zählen. Wer den Schlüssel hat, sieht sie alle.',
  take: 'Partien nehmen',
  gone: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Lege auf dem anderen Gerät einen neuen an.',
  taken: (games) => `Neu auf diesem Gerät: ${games}`,
};

export const results: ResultTexts = {
  heading: 'Deine Ergebnisse',
  about: 'Die Partien, die du mit dem Schlüssel dieses Browsers gespielt hast, die neueste zuerst. Niemand sonst sieht sie hier.',
  what: 'Kein Konto und keine E-Mail: Dieser Browser macht einen Schlüssel, und die Partien, die du von jetzt an beginnst, zählen als deine. Deine Gegner erfahren davon nichts.',
  keep: 'Meine Partien zählen',
  insecure: 'Nur eine sichere Seite (https) kann deine Partien zählen.',
  name: 'Dein Name',
  nameWrong: 'Ein Name hat 3 bis 20 Zeichen.',
  none: 'Noch ist keine Partie zu Ende. Eine Partie zählt, wenn du den Schlüssel vor deinem ersten Zug hattest.',
  table: 'Ergebnisse nach Spiel und Bedenkzeit',
  game: 'Spiel',
  result: { won: 'Gewonnen', lost: 'Verloren', drawn: 'Remis', abandoned: 'Verlassen' },
  handOver: 'Anderes Gerät',
  forget: 'Schlüssel vergessen',
  forgetSure: 'Endgültig vergessen?',
};

export const kept: KeptTexts = {
  vacation: 'Urlaub',
  about: (year, atOnce) => `Solange du weg bist, steht deine Zeit in Partien mit Tagen je Zug, und deine Gegner erfahren, bis wann. Du hast ${year} im Jahr, höchstens ${atOnce} am Stück.`,
  left: (days) => `Übrig: ${days}`,
  days: 'Tage',
  begin: 'In Urlaub gehen',
  away: (until) => `Du bist bis ${until} weg.`,
  end: 'Ich bin zurück',
  refused: {
    too_many_blocks: 'Deine Liste ist voll. Nimm zuerst unter „Deine Ergebnisse“ jemanden heraus.',
    rate_limited: 'Zu viele Anfragen. Versuche es später.',
    other: 'Das hat nicht geklappt. Versuche es später.',
  },
  forget: 'Löschen, was der Server von mir aufhebt',
  forgetSure: 'Endgültig löschen?',
  forgetWhat: 'Urlaubstage, die du schon genommen hast, zählen weiter.',
  block: 'Diesem Spieler nicht mehr begegnen',
  blockWhat: 'Ihr werdet nicht mehr zusammengebracht: Keiner sieht die Angebote des anderen, keiner setzt sich an die Partie des anderen. Seine Nachrichten hier liest du nicht mehr. Er erfährt nichts davon.',
  blocked: 'Blockiert.',
  blockedPlayers: 'Spieler, denen du nicht begegnest',
  unnamed: 'Spieler ohne Namen',
  unblock: 'Wieder begegnen',
  forgotten: 'Gelöscht.',
};

export const report: ReportTexts = {
  open: 'Gegner melden',
  what: 'Der Betreiber dieses Servers liest die Meldung zusammen mit der Partie. Dein Gegner erfährt nichts davon.',
  reason: 'Grund',
  reasons: {
    cheating: 'Hilfe durch ein Programm oder durch andere',
    insults: 'Beleidigungen oder Drohungen',
    stalling: 'Zeit verschwendet',
    name: 'Der Name',
    other: 'Etwas anderes',
  },
  text: 'Was ist passiert? (bis zu 500 Zeichen)',
  send: 'Meldung senden',
  sent: 'Die Meldung ist gesendet.',
  already: 'Du hast diesen Gegner schon gemeldet.',
  failed: 'Das hat nicht geklappt. Versuche es später.',
};
