// German texts of the rule lab.
import { counting } from '../forms';
import type { LabTexts } from '../lab/catalogue';

const counted = counting('de');

export const lab: LabTexts = {
  heading: 'Regelwerkstatt',
  unnamed: 'Ein Spiel ohne Namen',
  panes: { group: 'Ansicht', rules: 'Regeln', board: 'Brett' },
  menu: { open: 'Öffnen', save: 'Speichern', play: 'Zu zweit spielen', share: 'Teilen', help: 'Hilfe', home: 'Online spielen' },
  openDialog: {
    heading: 'Ein Spiel öffnen',
    template: 'Neues Spiel auf kleinem Brett',
    server: 'Mit einem Spiel dieses Servers beginnen …',
    file: 'Zip-Datei öffnen',
    kept: 'In diesem Browser gespeichert',
    none: 'Spiele, die du änderst, bleiben hier gespeichert.',
    close: 'Schließen',
    forget: 'Löschen',
    forgetNamed: (name) => `${name} löschen`,
  },
  shareDialog: {
    heading: 'Dieses Spiel teilen',
    link: 'Link zu diesem Spiel',
    copy: 'Link kopieren',
    copied: 'Kopiert.',
    copyFailed: 'Der Browser erlaubt das Kopieren nicht. Markiere den Link und kopiere ihn.',
    zip: 'Als Zip-Datei herunterladen',
    about: 'Der Link enthält das ganze Spiel; auf dem Server wird nichts gespeichert. Entpacke die Zip-Datei für das Werkzeug: ggn check nimmt ihren Ordner, wie er ist.',
  },
  playDialog: {
    heading: 'Dieses Spiel zu zweit spielen',
    about: 'Der Server behält das Spiel, wie es jetzt geschrieben ist, und wer den Link hat, kann es spielen. Änderst du es später, ist das ein anderes Spiel.',
    create: 'Partie anlegen',
    checking: 'Der Server prüft das Spiel …',
    withErrors: 'Das Spiel hat Fehler. Verbessere sie zuerst.',
    close: 'Schließen',
  },
  saveDialog: {
    heading: 'Dieses Spiel speichern',
    legend: 'Wer es findet',
    save: 'Speichern',
    kinds: {
      private: { name: 'Privat', what: 'nur ich, in diesem Browser', done: 'Es ist in diesem Browser gespeichert. Du findest es unter „Öffnen“.' },
      unlisted: { name: 'Nicht gelistet', what: 'wer den Link hat', done: 'Der Server behält es, wie es jetzt geschrieben ist. Wer diesen Link hat, kann es spielen:' },
      public: { name: 'Öffentlich', what: 'alle, in der Liste der Spiele', done: 'Alle finden es in der Liste der Spiele, unter denen von Spielern. Das ist sein Link:' },
    },
  },
  saveFault: {
    faulty: 'Der Server hat in diesem Spiel Fehler gefunden:',
    large: 'Dieses Spiel ist zu groß, um gespeichert zu werden.',
    busy: 'Gerade werden zu viele Spiele geprüft. Versuche es in einer Minute noch einmal.',
    failed: 'Das Spiel konnte nicht gespeichert werden. Prüfe deine Verbindung und versuche es noch einmal.',
    refused: (message) => `Der Server nimmt dieses Spiel nicht an: ${message}.`,
  },
  shareFault: { broken: 'Dieser Browser kann das Spiel nicht in einen Link packen. Lade es stattdessen herunter.', large: 'Dieses Spiel ist zu groß für einen Link. Lade es stattdessen herunter.' },
  linkFault: {
    broken: 'Dieser Link ist beschädigt: Vielleicht fehlt ein Teil. Bitte noch einmal um ihn. Hier ist stattdessen ein neues Spiel.',
    large: 'Dieser Link enthält mehr, als ein Spiel sein kann. Hier ist stattdessen ein neues Spiel.',
  },
  fileFault: { broken: 'Diese Datei enthält kein Spiel: Nötig ist eine Zip-Datei mit einer ruleset.json.', large: 'Diese Datei enthält mehr, als ein Spiel sein kann.' },
  gameFault: 'Dieses Spiel konnte nicht geladen werden. Prüfe deine Verbindung und versuche es noch einmal.',
  files: { label: 'Datei', add: 'Neue Datei', remove: 'Datei löschen', path: 'Pfad der neuen Datei, etwa patterns/wizard.moves', badPath: 'Erlaubt sind Buchstaben, Ziffern und - . _, mit / zwischen Ordnern.', editor: 'Text der Datei', create: 'Anlegen', cancel: 'Abbrechen', deleted: (path) => `${path} ist gelöscht.`, restore: 'Löschen rückgängig machen' },
  checking: 'Wird geprüft …',
  noFaults: 'Keine Fehler.',
  faults: (errors, warnings) => {
    const parts = [
      ...(errors > 0 ? [`${errors} Fehler`] : []),
      ...(warnings > 0 ? [counted(warnings, { one: '1 Warnung', other: `${warnings} Warnungen` })] : []),
    ];
    return `${parts.join(' und ')}.`;
  },
  faultsHeading: 'Fehler',
  noAnswer: {
    slow: 'Diese Regeln haben zu lange gebraucht, und die Prüfung wurde abgebrochen. Ändere sie, um es noch einmal zu versuchen.',
    failed: 'Die Engine kam mit diesen Regeln nicht zu Ende: Vielleicht brauchen sie zu viel Speicher. Ändere sie, um es noch einmal zu versuchen.',
  },
  earlier: 'Die Regeln haben Fehler. Dieses Brett folgt noch den letzten Regeln ohne Fehler.',
  noBoard: 'Das Brett erscheint, sobald die Regeln keinen Fehler haben.',
  notKept: 'In diesem Browser ist kein Platz mehr für dieses Spiel. Lade es herunter.',
  at: (file, line, column) => (line === null ? file : `${file}, Zeile ${line}, Spalte ${column ?? 1}`),
  severity: { error: 'Fehler', warning: 'Warnung' },
  found: 'Gefunden',
  expected: 'Erwartet',
  hint: 'Hinweis',
  ways: (piece, from, to) => (to.length === 0 ? `${piece} auf ${from} kann allein nirgends hin.` : `${piece} auf ${from}, allein auf dem Brett, kann nach ${to.join(', ')}.`),
  waysHint: 'Tippe auf eine Figur, um ihre Wege zu sehen. Pfeile zeigen ihre Wege, wenn sie allein steht; Punkte ihre erlaubten Züge jetzt.',
  figures: (pieces, rows) => `${counted(pieces, { one: '1 Figur', other: `${pieces} Figuren` })} · ${counted(rows, { one: '1 Zeile', other: `${rows} Zeilen` })}`,
  perft: {
    heading: 'Züge zählen (Perft)',
    about: 'Zählt die Folgen erlaubter Züge ab der Stellung auf dem Brett.',
    cancel: 'Zählen abbrechen',
    depth: (depth) => `Tiefe ${depth}`,
    total: (total, done) => `${counted(total, { one: '1 Folge', other: `${total.toLocaleString('de')} Folgen` })}${done ? '' : ' bisher …'}`,
  },
  help: {
    heading: 'Muster in Kürze',
    close: 'Schließen',
    intro: 'Eine Zeile einer Musterdatei nennt Figuren, dann einen Doppelpunkt, dann ihre Züge. Jedes Spiel hat außerdem eine ruleset.json: Namen, die Anfangsstellung und das Ende der Partie.',
    rows: [
      ['N: N', 'Die Figur N zieht wie ein Springer.'],
      ['W F D A N', 'Sprünge: ein Feld gerade, eins schräg, zwei gerade, zwei schräg, und der des Springers.'],
      ['R B Q K', 'Turm, Läufer, Dame, König: R ist W wiederholt, und so weiter.'],
      ['W3', 'Bis zu drei Schritte gerade.'],
      ['m c', 'Nur auf ein leeres Feld; nur zum Schlagen.'],
      ['f b l r', 'Vorwärts, rückwärts, links, rechts, für jede Seite, wie sie schaut.'],
      ['P: mfW cfF', 'Der Bauer: gerade vorwärts auf ein leeres Feld, schräg vorwärts zum Schlagen.'],
      ['from ranks 2-4', 'Nur von diesen Feldern. Mit to: nur auf sie; mit in: beides.'],
      ['promotes R N to rank 5', 'Die Figur wird eine von diesen, wenn sie dort ankommt.'],
      ['R: * -> board', 'Die Figur kann aus der Hand eingesetzt werden.'],
      ['captured R N to hand', 'Geschlagene Figuren kommen in die Hand dessen, der schlägt.'],
      ['mirror files ranks', 'Die zweite Seite sieht das Brett um eine halbe Drehung gedreht. Ohne diese erste Zeile werden nur die Reihen gespiegelt.'],
      ['K^', 'Das Zeichen ^ macht eine Figur königlich: Sie darf nicht im Schach bleiben.'],
    ],
    files: 'Daneben dürfen perft.json und games.json stehen: Zahlen und Partien, mit denen die Regeln geprüft werden.',
    more: 'Der ganze Text über Muster',
  },
};
