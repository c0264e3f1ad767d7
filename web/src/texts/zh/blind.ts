// Chinese texts of deductions, of a player's marks, and of moderators who answer attempts.
import { listOf } from '../forms';
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';

const or = listOf('zh-Hans', 'disjunction');
const and = listOf('zh-Hans', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `标出的${squares.length}格之一` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = { rank: '沿横线', file: '沿直线', long_diagonal: '沿长斜线', short_diagonal: '沿短斜线', knight: '由马' };

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `有棋子在${squares.join()}吃子：它就在那里。` : `有棋子吃子：它在${oneOf(squares)}。`),
    captured_passing: ({ squares }) => `有兵吃过路兵：它在${squares.join()}。`,
    castled: ({ squares }) => `对手易位了：王在${squares[0]}，车在${squares[1]}。`,
    promoted: () => '有兵升变了：新棋子在你的底线上。',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `你的王${known ?? ''}被将军：那枚棋子在${oneOf(deduction.squares)}。`;
    },
    checking: ({ squares }) => `对手的王被将军：它在${oneOf(squares)}。`,
    blocked: (deduction) => `从${first(deduction)}到${second(deduction)}被拒绝：${oneOf(deduction.squares)}有棋子。`,
    pinned: (deduction) => `你在${first(deduction)}的棋子被牵制：牵制它的棋子在${oneOf(deduction.squares)}。`,
    guarded: (deduction) => `你的王不能去${first(deduction)}：有棋子守着。`,
    no_capture: (deduction) => `从${first(deduction)}到${second(deduction)}被拒绝：${second(deduction)}没有棋子。`,
    pawn_capture: (deduction) => `${first(deduction) ? `你在${first(deduction)}的兵` : '你的某个兵'}可以吃子：${oneOf(deduction.squares)}有棋子。`,
    no_pawn_capture: ({ squares }) => `你的兵在那里不能吃子：${squares.length > MOST_NAMED ? '标出的格子' : or(squares)}没有棋子。`,
    moved_through: (deduction) => `你从${first(deduction)}走到${second(deduction)}：${and(deduction.squares)}没有棋子。`,
  },
  note: (sentences) => `由此可知：${sentences.join('')}`,
};

const round = (number: number): string => String(Math.round(number * 10) / 10);

export const mind: MindTexts = {
  button: '标记',
  piece: (kind) => kind,
  maybe: (kinds) => `也许是${or(kinds)}`,
  empty: '空',
  nothing: '没有标记',
  note: (belief) => `你的标记：${belief}`,
  remembered: (piece, move) => `${piece}，第${move}回合见过`,
  said: (square, belief) => `${square}：${belief}。`,
  setUpDone: '对手的棋子已标在开局的位置。',
  cleared: '已清除全部标记。',
  undone: '已撤销。',
  redone: '已重做。',
  tray: {
    label: '你的标记。只有你看得见。',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}，多了${-rest}枚` : `${kind}，${sure ? '' : '最多'}还有${rest}枚`),
    empty: '空格',
    hint: '选一种棋子，再点格子。长按格子可在那里选择。',
    undo: '撤销标记',
    redo: '重做标记',
    setUp: '摆上对手的棋子',
    clear: '清除全部标记',
    close: '关闭标记',
  },
  review: {
    heading: '你的标记',
    show: '你当时的判断',
    none: '还没有标记。',
    copy: '复制带标记的PGN',
    picture: '保存为图片',
    animation: '保存为动画',
    animating: (percent) => `正在绘制…${percent} %`,
    animationSaved: '已保存。',
    animationFailed: '无法生成动画，请重试。',
    score: (points, of) => `这里${of}个标记中对了${round(points)}个。`,
    total: (percent) => `全局${percent} %。`,
    share: '公开你的标记',
    shared: '对手和观众可以看到你的标记。',
    unconnected: '公开标记需要连接到服务器。',
    board: '棋盘上的标记',
    truth: '实际局面',
    came: (side) => `可以看到对手（${side}）的标记了。`,
    cameOf: (side) => `可以看到标记了：${side}。`,
    of: (side) => `${side}的判断`,
    note: {
      right: (belief) => `你的判断：${belief}，正确`,
      among: (belief) => `你的判断：${belief}，其中一个正确`,
      wrong: (belief) => `你的判断：${belief}，错误`,
    },
    noteOf: {
      right: (side, belief) => `${side}的判断：${belief}，正确`,
      among: (side, belief) => `${side}的判断：${belief}，其中一个正确`,
      wrong: (side, belief) => `${side}的判断：${belief}，错误`,
    },
    comment: (marks) => `标记：${marks.map(({ square, belief, verdict }) => `${square} ${belief}（${verdict === 'wrong' ? '错误' : '正确'}）`).join('、')}。`,
  },
  menu: {
    heading: (square) => `${square}上是什么？`,
    hint: '不确定时可以选几种棋子。',
    empty: '肯定是空的',
    erase: '清除标记',
    done: '完成',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : `在${square}`}吃掉${what ?? '一枚棋子'}`;

export const moderated: ModeratedTexts = {
  choose: { legend: '裁判' },
  others: { 'table-fidelity': '裁判说的一切双方都听得到，被拒绝的着法也一样。' },
  hear: {
    sentence: (name, facts) => `${name}。你可以一直试，直到着法合法。你会听到：${facts}。`,
    square: { victim: '被吃棋子的格子', arrival: '吃子结束的格子' },
    captured: { class: '被吃的是兵还是棋子', kind: '被吃棋子的种类' },
    check: { side: '将军', directions: '将军和它的方向' },
    promotion: { kind: '兵变成什么', fact: '有兵升变' },
    drop: { kind: '打入棋子的种类', fact: '有棋子打入' },
    tries: { whether: '你的兵能否吃子', count: '你的兵有几种吃法', sources: '哪些兵能吃子' },
    refusals: '对手的违规尝试',
    ask: {
      free: '你可以问自己的兵能否吃子。',
      one_try: '你可以问自己的兵能否吃子；得到肯定后必须试一次。',
      until_made: '你可以问自己的兵能否吃子；得到肯定后必须这样吃。',
    },
    stalemate: '无子可动的一方判负。',
    cap: (plies) => `双方合计${plies}步没有吃子也没有走兵，判和棋。`,
  },
  captured: (side, what, square) => `${side}走棋，${taken(what, square)}。`,
  enPassant: (side, what, square) => `${side}吃过路兵，${taken(what, square)}。`,
  class: { pawn: '兵', piece: '棋子' },
  check: (side, directions) => `${side}${and(directions)}被将军。`,
  direction,
  checked: (directions) => `${and(directions)}被将军`,
  dropped: (side, kind) => `${side}打入${kind}。`,
  pawnTries: {
    count: (side, tries) => (tries === 0 ? `${side}不能用兵吃子。` : `${side}用兵吃子有${tries}种吃法。`),
    sources: (side, squares) => (squares.length === 0 ? `${side}没有能吃子的兵。` : `${side}能吃子的兵：${squares.join('、')}。`),
  },
  ask: { button: '能吃？', label: '能吃？ 问自己的兵能否吃子', notNow: '现在不能问。' },
};
