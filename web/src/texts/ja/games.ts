// Japanese texts of the list of games.
import { listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const or = listOf('ja', 'disjunction');
const and = listOf('ja', 'conjunction');
const list = (words: readonly string[]) => or(words);
const OUTCOMES = { win: '勝ち', loss: '負け', draw: '引き分け', points: '点が多ければ勝ち' } as const;

export const games: GamesTexts = {
  heading: 'ゲーム',
  loading: '読み込み中…',
  search: 'ゲームを探す',
  all: 'すべて',
  favourites: 'お気に入り',
  guests: 'プレイヤーの作品',
  found: (count) => `${count}種類`,
  nothing: 'その名前のゲームはありません。',
  failed: 'ゲームの一覧を読み込めませんでした。接続を確かめて、もう一度お試しください。',
  rulesFailed: 'このルールを読み込めませんでした。接続を確かめて、再読み込みしてください。',
  lab: 'ルール工房で開く',
  favour: (game) => `${game}をお気に入りに入れる`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: '持ち駒', places: '置き石', passes: 'パス', drawn: 'ランダム配置', covered: '伏せ駒' },
  choose: (game) => `${game}を選ぶ`,
  back: 'すべてのゲーム',
  start: '初期配置',
  pieces: '駒',
  ways: (piece) => `${piece}の動き`,
  waysKey: { quiet: '行ける', capture: '取れる', both: '行けるし、取れる', screen: '飛び越える駒' },
  waysWords: (piece, from, quiet, captures) =>
    `${from}の${piece}：行けるマスは${quiet.length > 0 ? and(quiet) : 'なし'}、取れるマスは${captures.length > 0 ? and(captures) : 'なし'}。`,
  waysOver: (quiet, captures) =>
    `ほかの駒を飛び越えるとき：行けるマスは${quiet.length > 0 ? and(quiet) : 'なし'}、取れるマスは${captures.length > 0 ? and(captures) : 'なし'}。`,
  rules: 'ルール',
  first: (first, second) => `${first}と${second}が交互に指します。${first}が先番です。`,
  checkmate: {
    loss: '詰ませれば勝ちです。', win: '詰ませると負けです。詰まされれば勝ちです。', draw: '詰みは引き分けです。', points: '詰みの後は点数で決まります。',
  },
  stalemate: {
    loss: '指す手のない側の負けです。', win: '指す手のない側の勝ちです。', draw: '指す手がなければ引き分けです。',
    points: '指す手がなくなると、点数で決まります。',
  },
  extinction: (kinds, left, outcome) => {
    const side = kinds.length === 0
      ? left > 0 ? `駒が${left}枚だけになった側` : '駒がなくなった側'
      : left > 0 ? `${list(kinds)}が${left}枚だけになった側` : `${list(kinds)}がなくなった側`;
    return outcome === 'draw' ? `${side}が出ると引き分けです。` : `${side}の${OUTCOMES[outcome]}です。`;
  },
  extinctionAnswered: '次の手で相手も同じ状態にできるときはもう一手指せ、そうなれば引き分けです。',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)}（後番は${spanOf(second)}）` : spanOf(squares);
    const suffix = { safe: '（そこで取られないとき）', held: '（そこからまた出たとき）', answer: '（相手がすぐに同じことをしないとき）' };
    return `${list(kinds)}が${where}に着けば勝ちです${extra ? suffix[extra] : ''}。`;
  },
  counted: {
    captures: (count, outcome) => `駒を${count}枚取った側の${OUTCOMES[outcome]}です。`,
    promotions: (count, outcome) => `駒を${count}枚昇格させた側の${OUTCOMES[outcome]}です。`,
    checks: (count, outcome) => `チェックを${count}回かけた側の${OUTCOMES[outcome]}です。`,
  },
  passes: {
    points: 'パスが二回続くと終わり、点数で決まります。', draw: 'パスが二回続くと引き分けです。', win: 'パスが二回続くと、後からパスした側の勝ちです。',
    loss: 'パスが二回続くと、後からパスした側の負けです。',
  },
  facing: (kinds, outcome) =>
    `${list(kinds)}は間に何もない線で向かい合えます。相手がそのままにすると、${outcome === 'points' ? '点数で決まります' : outcome === 'draw' ? '引き分けです' : `その側の${OUTCOMES[outcome]}です`}。`,
  full: { points: '盤が埋まると、点数で決まります。', draw: '盤が埋まると引き分けです。', win: '盤を埋めた側の勝ちです。', loss: '盤を埋めた側の負けです。' },
  insufficient: 'どちらにも勝つ力がなければ引き分けです。',
  moveLimit: (moves, kinds) => `取り${kinds.length > 0 ? `や${list(kinds)}の手` : ''}がないまま両者${moves}手ずつ進むと引き分けです。`,
  counting: '片方の駒が少なくなると、もう片方は決まった手数のうちに勝たなければなりません。',
  repetition: (count, outcome) => {
    const then = { draw: '引き分けです', loss: 'それを生じさせた側の負けです', win: 'それを生じさせた側の勝ちです', points: '終わり、点数で決まります' };
    return `同じ局面が${count}回目になると、${then[outcome]}。`;
  },
  perpetual: { check: '連続王手の千日手は負けです。', chase: '駒を追い続けると負けです。' },
  points: (kinds, second) => `点数：${kinds.map(([name, points]) => `${name} ${points.toLocaleString('ja')}`).join('、')}。${second > 0 ? `後番は${second.toLocaleString('ja')}点多く持ちます。` : ''}`,
  constraints: {
    'royal-safety': '王（またはその代わりの駒）を、取られる所に置いてはいけません。',
    'forced-capture': '取れるときは取らなければなりません。',
    'forced-move': 'パスは、ほかに手がないときだけできます。',
    'forced-drop': '持ち駒を打ち終えるまで、駒は動かせません。',
    'gives-no-check': 'チェックをかけてはいけません。',
    'spare-royals': '王が複数：最後の一枚だけがチェックを受けます。',
    'royal-stays': '王はある種のチェックから逃げられません。',
    'duple-check': '王が二枚：両方へ同時のチェックだけが有効です。',
  },
  hands: '取った駒は自分の持ち駒になり、手番に盤へ打てます。',
  dropOnly: '駒は持ち駒から盤へ出ます。',
  noDropMate: (kind) => `打ち${kind}詰めは禁じ手です。`,
  promotes: '十分に進むと成る駒があります。',
  places: '手と一緒に、別の駒を盤に置けます。',
  canPass: 'パスができます。',
  inPlace: 'その場で成れる駒があり、それも一手です。',
  drawn: '最初の段の駒はくじで並べます。',
  covered: '伏せ駒はシャッフルされます。めくられるまで、だれにも正体がわかりません。',
  dealt: (names) => `伏せ駒を配る必要があるため、リンクで始める対局だけで遊べます：${names}`,
  mechanics: { blast: '取ると、まわりのものも壊れます。', conversion: '着いた駒のまわり、または別の駒との間にいる敵は、味方に変わります。' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `横の列${rank}` : or(squares);
}
