// Japanese texts of smaller parts of the page.
import { inCharacters } from '../characters';
import type { DrawingTexts } from '../drawing/catalogue';
import type { FinishedTexts } from '../finished/catalogue';
import type { JoiningTexts } from '../joining/catalogue';
import type { KeyTexts } from '../keys/catalogue';
import type { KindTexts } from '../kinds/catalogue';
import type { MoveTexts } from '../moves/catalogue';
import type { OfflineTexts } from '../offline/catalogue';
import type { PracticeTexts } from '../practice/catalogue';
import type { RoomTexts } from '../rooms/catalogue';

export const drawing: DrawingTexts = {
  begun: (square) => `${square}から。矢印の終わりで同じキーを押します。ここでもう一度押すと円になります。`,
  arrow: (from, to) => `${from}から${to}への矢印。`,
  redArrow: (from, to) => `${from}から${to}への赤い矢印。`,
  circle: (square) => `${square}に円。`,
  redCircle: (square) => `${square}に赤い円。`,
  removed: '消しました。',
};

export const finished: FinishedTexts = {
  heading: '終わった対局',
  about: '観戦を許した対局、新しい順です。アカウントはなく、誰でもどんな名前でも指せます。',
  player: '対局者の名前',
  find: '探す',
  loading: '対局を読み込んでいます…',
  failed: 'サーバーが応答しませんでした。',
  none: 'そのような対局はありません。',
  more: 'さらに表示',
  home: '指す',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 – 0', b: '0 – 1', drawn: '½ – ½', abandoned: '両者離席' },
  plies: (count) => `${count}手`,
  by: { blind: (game) => `${game}・目隠し`, vanilla: (game) => `${game}・普通`, sight: (game) => `${game}・霧` },
  results: (name) => `${name}の成績`,
  partial: '最近の対局から。',
  column: { control: '持ち時間', played: '対局', won: '勝ち', lost: '負け', drawn: '引き分け', duels: '対決の勝ち', bid: '入札' },
  duels: (won, fought) => `${fought}回中${won}回`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `対局の招待：${game}・目隠し`, vanilla: (game) => `対局の招待：${game}・普通`, sight: (game) => `対局の招待：${game}・霧` },
  sight: '自分の駒と、その駒が行ける所や取れる所にあるものが見えます。残りは、終局で盤が開かれるまで霧の中です。攻められていても誰も教えてくれません。',
  ofGuest: 'このルールはゲストのものです。このサーバーは確認していません。',
  join: '参加する',
  loading: '対局を読み込んでいます…',
  notFound: 'その対局はありません',
  full: 'この対局は満席です',
  term: { moves: '指せそうな手', spectators: '観戦者', absence: '離席', moderator: '審判', gambit: 'ギャンビット' },
  watched: (seconds) => (seconds === 0 ? '観戦できます。' : `${seconds}秒遅れで観戦できます。`),
  notWatched: '観戦できません。',
  absence: (time) => `${time}離れると負けになります。`,
};

/** Promoted pieces of shōgi that have names of their own. */
const PROMOTED: Readonly<Record<string, string>> = { 飛車: '竜王', 角行: '竜馬', 歩兵: 'と金', 銀将: '成銀', 桂馬: '成桂', 香車: '成香' };
const promoted = (kind: string): string => PROMOTED[kind] ?? `成り${kind}`;

/** The words of Japanese games for those of chess. */
const CHESS: Readonly<Record<string, string>> = { チェックメイト: '詰み', チェック: '王手', ステイルメイト: '手詰まり' };

/** Returns a sentence in which the names of 白 and 黒 are replaced. Games whose sides are not those of chess have no words of chess either. */
const renamed = (sentence: string, white: string, black: string): string =>
  white === '白'
    ? sentence
    : sentence.replace(/[白黒]/g, (word) => (word === '白' ? white : black)).replace(/チェックメイト|チェック|ステイルメイト/g, (word) => CHESS[word] ?? word);

export const keys: KeyTexts = {
  label: '1文字のキー',
  what: 'b、d、m、p、/ などを単独で押すキー。音声入力のときはオフにします。',
  off: '1文字のキーは設定でオフになっています。',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, isPromoted) => `${side}の${isPromoted ? promoted(kind) : kind}`,
  promoted,
  covered: (side, kind) => `${side}の伏せ駒（動き：${kind}）`,
  coveredPiece: '伏せ駒',
  move: inCharacters,
  promoteTo: (kind) => `${kind}に成る`,
  promoteNothing: '成らない',
  placing: 'この手で置く駒のマスを、印の中から選んでください。',
  place: (kind, square) => `${square}に${kind}を置く`,
  placeNothing: '何も置かない',
  held: (piece, count) => (count === null ? `${piece}、いくつでも` : count === 1 ? `持ち駒の${piece}` : `持ち駒の${piece} × ${count}`),
  handOf: (side) => `${side}の持ち駒`,
  pass: 'パス',
  square: (square, standing) => `${square}：${standing}。`,
  title: { blind: (game) => `${game}・目隠し`, vanilla: (game) => `${game}・普通`, sight: (game) => `${game}・霧` },
  sides: { white: '白', black: '黒' },
  yourSide: (side) => `あなたの側：${side}。`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${side}が${square}に${kind}を打ちました。`,
  passed: (side) => `${side}がパスしました。`,
  ownDropped: (kind, square) => `${square}に${kind}を打ちました。`,
  ownPassed: 'パスしました。',
  ownUncovered: (square) => `${square}の駒をめくりました。`,
  ownInPlace: (square) => `${square}の駒はその場に残りました。`,
  touchedDrop: (kind) => `持ち駒の${kind}に触れました。打たなければなりません。`,
  promotedTo: (kind) => `${kind}に成りました。`,
  placed: (kind, square) => `${square}に${kind}が置かれました。`,
  tried: {
    drop: {
      no_such_piece: (kind) => `${kind}を打とうとしました：持っていません。`,
      no_legal_moves: (kind) => `${kind}を打とうとしました：その駒には指せる手がありません。`,
      wont_help: (kind) => `${kind}を打とうとしました：それでは助かりません。`,
      illegal_move: (kind, square) => `${square}に${kind}を打とうとしました：いいえ、その手は指せません。`,
      nonsense: (kind, square) => `${square}に${kind}を打とうとしました：意味がありません。`,
      impossible: (kind, square) => `${square}に${kind}を打とうとしました：今はできません。`,
    },
    pass: 'パスしようとしました：いいえ、できません。',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${side}が${kind}を打とうとしました：持ち駒になし。`,
      no_legal_moves: (side, kind) => `${side}が${kind}を打とうとしました：指せる手がありません。`,
      wont_help: (side, kind) => `${side}が${kind}を打とうとしました：助かりません。`,
      illegal_move: (side, kind, square) => `${side}が${square}に${kind}を打とうとしました：反則。`,
      nonsense: (side, kind, square) => `${side}が${square}に${kind}を打とうとしました：意味なし。`,
      impossible: (side, kind, square) => `${side}が${square}に${kind}を打とうとしました：不可能。`,
    },
    pass: (side) => `${side}がパスしようとしました：反則。`,
  },
  hands: (yours, theirs) => `あなたの持ち駒：${yours || 'なし'}。${theirs === null ? '' : `相手の持ち駒：${theirs || 'なし'}。`}`,
  counted: (kind, count) => (count === null ? `${kind}、いくつでも` : `${kind} × ${count}`),
  typed: {
    noHands: 'このゲームには打つ駒がありません。',
    notHeld: 'その駒は持っていません。',
  },
};

export const offline: OfflineTexts = {
  heading: 'サーバーに接続できません',
  works: {
    heading: '接続なしでできること：',
    practice: 'このブラウザーでコンピューターと対局。',
    local: 'この端末で二人で対局。',
    lab: '自分のゲーム：ルールを書いて試せます。',
  },
  fails: '部屋や、ほかの人との対局には接続が必要です。ここで開いたことのない棋譜とルールも同じです。',
  retry: 'もう一度試す',
  news: { text: '新しい版があります。', reload: '再読み込み', later: '後で' },
};

export const practice: PracticeTexts = {
  heading: '練習',
  machine: (level) => `コンピューター・レベル${level}`,
  failure: {
    rules: 'このルールを読み込めませんでした。接続がなくても、前に開いたゲームは指せます。',
    engine: 'コンピューターが止まりました。「新規」で始め直してください。',
  },
  turn: { yours: 'あなたの番です', theirs: 'コンピューターが考えています…', hint: '手を探しています…' },
  won: (reason) => `あなたの勝ち：${reason}。`,
  lost: (reason) => `コンピューターの勝ち：${reason}。`,
  resigned: '投了しました。',
  refused: (reason) => `指せません：${reason}`,
  hint: (san, squares) => (squares.length === 2 ? `${san}（${squares.join('→')}）はいかがですか。` : `${san}はいかがですか。`),
  undo: { short: '待った', long: '待った：手を戻す' },
  suggest: { short: 'ヒント', long: 'ヒント：試す手' },
  newGame: { short: '新規', long: '新規の対局' },
  dialog: {
    heading: '新しい対局',
    side: 'あなたの側',
    random: 'ランダム',
    level: 'コンピューターの強さ',
    begin: '始める',
    cancel: 'キャンセル',
    about: 'コンピューターはブラウザーの中で動きます。接続はいらず、対局はこの端末に残ります。',
  },
};

export const rooms: RoomTexts = {
  heading: 'コードで指す',
  what: 'コードを入力して部屋に入るか、部屋を作ってコードを相手に伝えてください。',
  code: '部屋のコード',
  codeWrong: '部屋のコードは英数字6文字です。',
  join: '入る',
  create: '新しい部屋',
  tournament: '大会',
  away: '部屋を1分間離れると負けになります。',
  invited: 'この部屋で誰かが待っていれば、あなたが入ると対局が始まります。部屋には時計もチャットもありません。',
  dialog: {
    heading: '新しい部屋',
    what: 'あなたが白、最初に入った人が黒です。部屋には時計もチャットもありません。',
    whatOther: 'あなたが先に指し、最初に入った人がもう一方になります。部屋には時計もチャットもありません。',
    create: '部屋を作る',
    creating: '作成中…',
    cancel: 'キャンセル',
    failed: '部屋を作れませんでした。接続を確かめて、もう一度お試しください。',
  },
  waiting: {
    what: '相手にこのコードを伝えるか、リンクを送ってください。相手が入ると対局が始まります。',
    code: '部屋のコード',
    copy: 'コードをコピー',
    stay: 'このページを開いたままにしてください。離れて1分たつと部屋は閉じます。',
    close: '部屋を閉じる',
  },
  joining: (code) => `部屋${code}に入っています…`,
  room: (code) => `部屋 ${code}`,
  gone: {
    none: { heading: 'その部屋はありません', text: 'そのコードの部屋はありません。コードを確かめるか、新しいコードをもらってください。' },
    over: { heading: 'この部屋は閉じました', text: '対局が終わったか、1分以上離れたか、サーバーが再起動しました。' },
    full: { heading: 'この部屋は満席です', text: 'この部屋にはもう二人います。' },
    elsewhere: { heading: '部屋に入れませんでした', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'その手は指せません。',
    NOT_YOUR_TURN: 'あなたの番ではありません。',
    GAME_OVER: '対局は終わりました。',
    ROOM_NOT_FOUND: 'そのコードの部屋はありません。コードを確かめるか、新しいコードをもらってください。',
    ROOM_FULL: 'この部屋にはもう二人います。',
    SERVER_FULL: 'サーバーは今、新しい部屋を作れません。後でお試しください。',
    VERSION_MISMATCH: 'このページはサーバーより古い版です。再読み込みしてください。',
    RATE_LIMIT: '要求が多すぎます。少し待ってから、もう一度お試しください。',
    MSG_TOO_LARGE: 'そのメッセージは長すぎました。',
    BAD_TOKEN: 'この部屋にあなたの席はもうありません。',
    INVALID_MESSAGE: 'サーバーが理解できませんでした。ページを再読み込みしてください。',
  },
  refused: 'サーバーはこのような部屋を作れません。ゲーム、モード、ハウスルールのどれかを変えてください。',
  unknown: (message) => `サーバーからの知らせ：${message}`,
};
