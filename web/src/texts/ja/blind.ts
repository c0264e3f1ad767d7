// Japanese texts of deductions, of a player's marks, and of moderators who answer attempts.
import { listOf } from '../forms';
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';

const or = listOf('ja', 'disjunction');
const and = listOf('ja', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `示された${squares.length}マスのどれか` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = { rank: '横から', file: '縦から', long_diagonal: '長い斜めから', short_diagonal: '短い斜めから', knight: 'ナイトで' };

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `駒が${squares.join()}で取りました：そこにいます。` : `駒が取りました：${oneOf(squares)}にいます。`),
    captured_passing: ({ squares }) => `ポーンがアンパッサンで取りました：${squares.join()}にいます。`,
    castled: ({ squares }) => `相手がキャスリングしました：キングは${squares[0]}、ルークは${squares[1]}にいます。`,
    promoted: () => 'ポーンが昇格しました：新しい駒はあなたの第一列にいます。',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `あなたのキングに${known ?? ''}チェック：その駒は${oneOf(deduction.squares)}にいます。`;
    },
    checking: ({ squares }) => `相手のキングにチェック：${oneOf(squares)}にいます。`,
    blocked: (deduction) => `${first(deduction)}から${second(deduction)}は拒否されました：${oneOf(deduction.squares)}に駒がいます。`,
    pinned: (deduction) => `${first(deduction)}のあなたの駒はピンされています：ピンしている駒は${oneOf(deduction.squares)}にいます。`,
    guarded: (deduction) => `あなたのキングは${first(deduction)}へ行けません：駒が利いています。`,
    no_capture: (deduction) => `${first(deduction)}から${second(deduction)}は拒否されました：${second(deduction)}に駒はいません。`,
    pawn_capture: (deduction) => `${first(deduction) ? `${first(deduction)}のあなたのポーン` : 'あなたのポーンのどれか'}で取れます：${oneOf(deduction.squares)}に駒がいます。`,
    no_pawn_capture: ({ squares }) => `あなたのポーンではそこで取れません：${squares.length > MOST_NAMED ? '示されたマス' : or(squares)}に駒はいません。`,
    moved_through: (deduction) => `${first(deduction)}から${second(deduction)}へ指しました：${and(deduction.squares)}には何もいません。`,
  },
  note: (sentences) => `推論：${sentences.join('')}`,
};

const round = (number: number): string => String(Math.round(number * 10) / 10);

export const mind: MindTexts = {
  button: '印',
  piece: (kind) => kind,
  maybe: (kinds) => `たぶん${or(kinds)}`,
  empty: '空き',
  nothing: '印なし',
  note: (belief) => `あなたの印：${belief}`,
  remembered: (piece, move) => `${piece}（${move}回目の手番で見えた）`,
  said: (square, belief) => `${square}：${belief}。`,
  setUpDone: '相手の駒を初期配置に印しました。',
  cleared: 'すべての印を消しました。',
  undone: '取り消しました。',
  redone: 'やり直しました。',
  tray: {
    label: 'あなたの印。見えるのはあなただけです。',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}、${-rest}個多い` : `${kind}、残り${sure ? '' : '最大'}${rest}個`),
    empty: '空きマス',
    hint: '駒を選んでマスをタップします。マスを長押しすると、その場で選べます。',
    undo: '印を取り消す',
    redo: '印をやり直す',
    setUp: '相手の駒を並べる',
    clear: 'すべての印を消す',
    close: '印を閉じる',
  },
  review: {
    heading: 'あなたの印',
    show: 'あなたの読み',
    none: 'まだ印はありません。',
    copy: '印付きのPGNをコピー',
    picture: '画像として保存',
    animation: 'アニメーションとして保存',
    animating: (percent) => `作成中… ${percent} %`,
    animationSaved: '保存しました。',
    animationFailed: 'アニメーションを作成できませんでした。もう一度お試しください。',
    score: (points, of) => `ここでは${of}個中${round(points)}個が正解です。`,
    total: (percent) => `対局全体で${percent} %。`,
    share: '印を公開する',
    shared: '相手と観戦者があなたの印を見られます。',
    unconnected: '公開にはサーバーへの接続が必要です。',
    board: '盤上の印',
    truth: '実際の局面',
    came: (side) => `相手（${side}）の印を見られます。`,
    cameOf: (side) => `印を見られます：${side}。`,
    of: (side) => `${side}の読み`,
    note: {
      right: (belief) => `あなたの読み：${belief}、正解`,
      among: (belief) => `あなたの読み：${belief}、一つが正解`,
      wrong: (belief) => `あなたの読み：${belief}、不正解`,
    },
    noteOf: {
      right: (side, belief) => `${side}の読み：${belief}、正解`,
      among: (side, belief) => `${side}の読み：${belief}、一つが正解`,
      wrong: (side, belief) => `${side}の読み：${belief}、不正解`,
    },
    comment: (marks) => `印：${marks.map(({ square, belief, verdict }) => `${square} ${belief}（${verdict === 'wrong' ? '不正解' : '正解'}）`).join('、')}。`,
  },
  menu: {
    heading: (square) => `${square}には何がいますか？`,
    hint: '確かでなければ、複数の駒を選んでください。',
    empty: '確かに空き',
    erase: '印を消す',
    done: '完了',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : `${square}で`}${what === null ? '駒' : what}を取りました`;

export const moderated: ModeratedTexts = {
  choose: { legend: '審判' },
  others: { 'table-fidelity': '審判の言葉は、拒否された手も含めて、すべて両者に聞こえます。' },
  hear: {
    sentence: (name, facts) => `${name}。指せる手になるまで試します。聞こえること：${facts}。`,
    square: { victim: '取られた駒のマス', arrival: '取りが終わったマス' },
    captured: { class: 'ポーンか駒かの別', kind: '取られた駒の種類' },
    check: { side: 'チェック', directions: 'チェックとその方向' },
    promotion: { kind: 'ポーンが何に成ったか', fact: 'ポーンの昇格' },
    drop: { kind: '打たれた駒の種類', fact: '駒が打たれたこと' },
    tries: { whether: 'ポーンで取れるかどうか', count: 'ポーンで取れる手の数', sources: '取れるポーン' },
    refusals: '相手の反則の試み',
    ask: {
      free: 'ポーンで取れるかを尋ねられます。',
      one_try: 'ポーンで取れるかを尋ねられます。「はい」の後は一つ試さなければなりません。',
      until_made: 'ポーンで取れるかを尋ねられます。「はい」の後はそう取らなければなりません。',
    },
    stalemate: 'ステイルメイトにされた側の負けです。',
    cap: (plies) => `取りもポーンの手もなく両者合わせて${plies}手続くと引き分けです。`,
  },
  captured: (side, what, square) => `${side}が指して、${taken(what, square)}。`,
  enPassant: (side, what, square) => `${side}がアンパッサンで${taken(what, square)}。`,
  class: { pawn: 'ポーン', piece: '駒' },
  check: (side, directions) => `${side}に${and(directions)}チェックです。`,
  direction,
  checked: (directions) => `${and(directions)}チェック`,
  dropped: (side, kind) => `${side}が${kind}を打ちました。`,
  pawnTries: {
    count: (side, tries) => (tries === 0 ? `${side}にはポーンで取れる手がありません。` : `${side}にはポーンで取れる手が${tries}通りあります。`),
    sources: (side, squares) => (squares.length === 0 ? `${side}には取れるポーンがありません。` : `${side}の取れるポーン：${squares.join('、')}。`),
  },
  ask: { button: '取れる？', label: '取れる？ ポーンで取れるかを尋ねる', notNow: '今は尋ねられません。' },
};
