// Chinese texts of the list of games.
import { listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const or = listOf('zh-Hans', 'disjunction');
const and = listOf('zh-Hans', 'conjunction');
const list = (words: readonly string[]) => or(words);
const OUTCOMES = { win: '胜', loss: '负', draw: '和', points: '点数多则胜' } as const;

export const games: GamesTexts = {
  heading: '棋种',
  loading: '正在加载…',
  search: '查找棋种',
  all: '全部',
  favourites: '收藏',
  guests: '玩家创作',
  found: (count) => `${count}种`,
  nothing: '没有这个名字的棋种。',
  failed: '无法加载棋种列表。请检查网络后再试。',
  rulesFailed: '无法加载这套规则。请检查网络后重新加载。',
  lab: '在规则工坊中打开',
  favour: (game) => `收藏${game}`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: '打入', places: '放子', passes: '停着', drawn: '随机开局', covered: '暗子' },
  choose: (game) => `选择${game}`,
  back: '全部棋种',
  start: '开局',
  pieces: '棋子',
  ways: (piece) => `${piece}的走法`,
  waysKey: { quiet: '走到那里', capture: '在那里吃子', both: '走到那里或在那里吃子', screen: '可以跳过的棋子' },
  waysWords: (piece, from, quiet, captures) =>
    `${from}的${piece}：能走到${quiet.length > 0 ? and(quiet) : '（无）'}，能吃${captures.length > 0 ? and(captures) : '（无）'}。`,
  waysOver: (quiet, captures) =>
    `隔一个棋子时：能走到${quiet.length > 0 ? and(quiet) : '（无）'}，能吃${captures.length > 0 ? and(captures) : '（无）'}。`,
  rules: '规则',
  first: (first, second) => `${first}和${second}轮流走棋。${first}先走。`,
  checkmate: {
    loss: '将死对方获胜。', win: '将死对方判负：被将死才获胜。', draw: '将死算和棋。', points: '将死后按点数决定。',
  },
  stalemate: {
    loss: '无子可动的一方判负。', win: '无子可动的一方获胜。', draw: '无子可动算和棋。',
    points: '一方无子可动时，按点数决定。',
  },
  extinction: (kinds, left, outcome) => {
    const side = kinds.length === 0
      ? left > 0 ? `只剩${left}枚棋子的一方` : '没有棋子的一方'
      : left > 0 ? `${list(kinds)}只剩${left}枚的一方` : `失去${list(kinds)}的一方`;
    return outcome === 'draw' ? `出现${side}时和棋。` : `${side}${OUTCOMES[outcome]}。`;
  },
  extinctionAnswered: '如果下一步能使对方也如此，该方还可走一步：走成则为和棋。',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)}（后手为${spanOf(second)}）` : spanOf(squares);
    const suffix = { safe: '，且在那里不会被吃', held: '，并再次离开', answer: '，除非对方随即也做到' };
    return `${list(kinds)}到达${where}${extra ? suffix[extra] : ''}即获胜。`;
  },
  counted: {
    captures: (count, outcome) => `吃掉${count}枚棋子的一方${OUTCOMES[outcome]}。`,
    promotions: (count, outcome) => `升变${count}枚棋子的一方${OUTCOMES[outcome]}。`,
    checks: (count, outcome) => `将军${count}次的一方${OUTCOMES[outcome]}。`,
  },
  passes: {
    points: '连续两次停着则终局，按点数决定。', draw: '连续两次停着算和棋。', win: '连续两次停着后，最后停着的一方胜。',
    loss: '连续两次停着后，最后停着的一方负。',
  },
  facing: (kinds, outcome) =>
    `${list(kinds)}可以隔着空线对面。对方若不改变，${outcome === 'points' ? '按点数决定' : outcome === 'draw' ? '算和棋' : `对方${OUTCOMES[outcome]}`}。`,
  full: { points: '棋盘下满后按点数决定。', draw: '棋盘下满算和棋。', win: '下满棋盘的一方胜。', loss: '下满棋盘的一方负。' },
  insufficient: '双方都无力取胜时和棋。',
  moveLimit: (moves, kinds) => `双方各走${moves}步没有吃子${kinds.length > 0 ? `也没有走${list(kinds)}` : ''}，算和棋。`,
  counting: '一方棋子很少时，另一方须在规定步数内取胜。',
  repetition: (count, outcome) => {
    const then = { draw: '算和棋', loss: '造成重复的一方负', win: '造成重复的一方胜', points: '终局，按点数决定' };
    return `同一局面第${count}次出现，${then[outcome]}。`;
  },
  perpetual: { check: '长将判负。', chase: '长捉判负。' },
  points: (kinds, second) => `点数：${kinds.map(([name, points]) => `${name} ${points.toLocaleString('zh-Hans')}`).join('、')}。${second > 0 ? `后手另加${second.toLocaleString('zh-Hans')}点。` : ''}`,
  constraints: {
    'royal-safety': '王（或代替它的棋子）不能留在会被吃的地方。',
    'forced-capture': '能吃子时必须吃子。',
    'forced-move': '没有别的着法时才能停着。',
    'forced-drop': '手中的棋子打完后才能走棋。',
    'gives-no-check': '不许将军。',
    'spare-royals': '有几个王：只有最后一个会被将军。',
    'royal-stays': '有些将军，王不能躲开。',
    'duple-check': '有两个王：同时将两个王才算将军。',
  },
  hands: '被吃的棋子换边：它们到你手中，可以代替一步棋打入棋盘。',
  dropOnly: '棋子从手中放上棋盘。',
  noDropMate: (kind) => `不许打入${kind}将死对方。`,
  promotes: '有些棋子走得够远就升变。',
  places: '一步棋还可以再放一枚棋子。',
  canPass: '可以停着。',
  inPlace: '有些棋子可以原地变化，这也算一步。',
  drawn: '底线的棋子随机摆放。',
  covered: '暗子会被打乱。翻开之前，谁也不知道它是什么棋子。',
  dealt: (names) => `仅限通过链接的对局，因为暗子需要有人来发：${names}。`,
  mechanics: { blast: '吃子会毁掉周围的棋子。', conversion: '到达的棋子周围，或它与另一枚之间的敌子会换边。' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `第${rank}横线` : or(squares);
}
