// Chinese texts of smaller parts of the page.
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
  begun: (square) => `从${square}开始。在箭头的终点按同一个键；在此再按一次则画圆。`,
  arrow: (from, to) => `从${from}到${to}的箭头。`,
  redArrow: (from, to) => `从${from}到${to}的红色箭头。`,
  circle: (square) => `${square}上的圆。`,
  redCircle: (square) => `${square}上的红圆。`,
  removed: '已清除。',
};

export const finished: FinishedTexts = {
  heading: '已结束的对局',
  about: '允许观战的对局，最新的在前。没有账号：任何人都可以用任何名字下棋。',
  player: '棋手的名字',
  find: '查找',
  loading: '正在加载对局…',
  failed: '服务器没有应答。',
  none: '没有这样的对局。',
  more: '更多对局',
  home: '下棋',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 – 0', b: '0 – 1', drawn: '½ – ½', abandoned: '双方离开' },
  plies: (count) => `${count}步`,
  by: { blind: (game) => `${game}·盲棋`, vanilla: (game) => `${game}·明棋`, sight: (game) => `${game}·迷雾` },
  results: (name) => `${name}的战绩`,
  partial: '取自最近的对局。',
  column: { control: '用时', played: '局数', won: '胜', lost: '负', drawn: '和', duels: '决斗获胜', bid: '出价' },
  duels: (won, fought) => `${fought}次中${won}次`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `邀请你下${game}·盲棋`, vanilla: (game) => `邀请你下${game}·明棋`, sight: (game) => `邀请你下${game}·迷雾` },
  sight: '你看得见自己的棋子，以及它们能到或能吃的地方有什么。其余都在迷雾中，终局时才揭开棋盘。没有人告诉你正被攻击。',
  ofGuest: '这些规则来自访客；本服务器没有查看过。',
  join: '加入',
  loading: '正在加载对局…',
  notFound: '没有这个对局',
  full: '这个对局已满',
  term: { moves: '可能的走法', spectators: '观战', absence: '离开', moderator: '裁判', gambit: '弃兵' },
  watched: (seconds) => (seconds === 0 ? '允许。' : `允许，延迟${seconds}秒。`),
  notWatched: '不允许。',
  absence: (time) => `离开${time}判负。`,
};

/** Promoted pieces of shogi, which have names of their own. */
const PROMOTED: Readonly<Record<string, string>> = { 飞车: '龙王', 角行: '龙马', 步兵: '成步', 银将: '成银', 桂马: '成桂', 香车: '成香' };
const promoted = (kind: string): string => PROMOTED[kind] ?? `升变${kind}`;

/** Returns a sentence in which the names of 白方 and 黑方 are replaced. */
const renamed = (sentence: string, white: string, black: string): string => sentence.replace(/白方|黑方/g, (word) => (word === '白方' ? white : black));

export const keys: KeyTexts = {
  label: '单字符按键',
  what: '单独按下 b、d、m、p、/ 等键。使用语音输入时请关闭。',
  off: '单字符按键已在设置中关闭。',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, isPromoted) => `${side}${isPromoted ? promoted(kind) : kind}`,
  promoted,
  covered: (side, kind) => `${side}暗子（走法：${kind}）`,
  coveredPiece: '暗子',
  move: inCharacters,
  promoteTo: (kind) => `升变为${kind}`,
  promoteNothing: '不升变',
  placing: '为这步要放的棋子选一个标出的格子。',
  place: (kind, square) => `把${kind}放在${square}`,
  placeNothing: '什么也不放',
  held: (piece, count) => (count === null ? `${piece}，数量不限` : count === 1 ? `手中的${piece}` : `手中的${piece} × ${count}`),
  handOf: (side) => `${side}手中的棋子`,
  pass: '停着',
  square: (square, standing) => `${square}：${standing}。`,
  title: { blind: (game) => `${game}·盲棋`, vanilla: (game) => `${game}·明棋`, sight: (game) => `${game}·迷雾` },
  sides: { white: '白方', black: '黑方' },
  yourSide: (side) => `你执${side}。`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${side}在${square}打入${kind}。`,
  passed: (side) => `${side}停着。`,
  ownDropped: (kind, square) => `你在${square}打入${kind}。`,
  ownPassed: '你停着。',
  ownUncovered: (square) => `你翻开了${square}的棋子。`,
  ownInPlace: (square) => `你的棋子留在${square}。`,
  touchedDrop: (kind) => `你摸了手中的${kind}：必须打入。`,
  promotedTo: (kind) => `变成了${kind}。`,
  placed: (kind, square) => `${square}放上了${kind}。`,
  tried: {
    drop: {
      no_such_piece: (kind) => `你试着打入${kind}：你没有。`,
      no_legal_moves: (kind) => `你试着打入${kind}：那枚棋子没有合法着法。`,
      wont_help: (kind) => `你试着打入${kind}：这救不了你。`,
      illegal_move: (kind, square) => `你试着在${square}打入${kind}：不行，违规。`,
      nonsense: (kind, square) => `你试着在${square}打入${kind}：毫无意义。`,
      impossible: (kind, square) => `你试着在${square}打入${kind}：现在不行。`,
    },
    pass: '你试着停着：不行，违规。',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${side}试着打入${kind}：手中没有。`,
      no_legal_moves: (side, kind) => `${side}试着打入${kind}：没有合法着法。`,
      wont_help: (side, kind) => `${side}试着打入${kind}：无济于事。`,
      illegal_move: (side, kind, square) => `${side}试着在${square}打入${kind}：违规。`,
      nonsense: (side, kind, square) => `${side}试着在${square}打入${kind}：毫无意义。`,
      impossible: (side, kind, square) => `${side}试着在${square}打入${kind}：不可能。`,
    },
    pass: (side) => `${side}试着停着：违规。`,
  },
  hands: (yours, theirs) => `你手中：${yours || '没有'}。${theirs === null ? '' : `对手手中：${theirs || '没有'}。`}`,
  counted: (kind, count) => (count === null ? `${kind}，数量不限` : `${kind} × ${count}`),
  typed: {
    noHands: '这个棋种没有可打入的棋子。',
    notHeld: '你手中没有这种棋子。',
  },
};

export const offline: OfflineTexts = {
  heading: '连接不到服务器',
  works: {
    heading: '这些不需要连接：',
    practice: '在浏览器中与电脑对弈。',
    local: '两人在这台设备上对弈。',
    lab: '自己的棋种：写规则，试着下。',
  },
  fails: '房间以及与别人的对局需要连接。从未在这里打开过的回放和规则也一样。',
  retry: '重试',
  news: { text: '有新版本。', reload: '重新加载', later: '稍后' },
};

export const practice: PracticeTexts = {
  heading: '练习',
  machine: (level) => `电脑，${level}级`,
  failure: {
    rules: '无法加载这套规则。没有连接时，可以下以前打开过的棋种。',
    engine: '电脑出错了。请选“新局”重新开始。',
  },
  turn: { yours: '轮到你了', theirs: '电脑正在思考…', hint: '正在找一步棋…' },
  won: (reason) => `你赢了：${reason}。`,
  lost: (reason) => `电脑赢了：${reason}。`,
  resigned: '你认输了。',
  refused: (reason) => `违规：${reason}`,
  hint: (san, squares) => (squares.length === 2 ? `可以试试${san}（${squares.join('→')}）。` : `可以试试${san}。`),
  undo: { short: '悔棋', long: '悔棋：收回你的一步' },
  suggest: { short: '提示', long: '提示：可以试的一步' },
  newGame: { short: '新局', long: '新局：重新开始' },
  dialog: {
    heading: '新局',
    side: '你执',
    random: '随机',
    level: '电脑的水平',
    begin: '开始',
    cancel: '取消',
    about: '电脑在浏览器中运行，不需要连接，对局只留在这台设备上。',
  },
};

export const rooms: RoomTexts = {
  heading: '用房间码对弈',
  what: '输入房间码加入房间，或创建房间并把房间码告诉朋友。',
  code: '房间码',
  codeWrong: '房间码有六位：字母和数字。',
  join: '加入',
  create: '新房间',
  tournament: '比赛',
  away: '离开房间一分钟判负。',
  invited: '如果有人在这个房间等候，你加入后对局就开始。房间没有棋钟，也没有聊天。',
  dialog: {
    heading: '新房间',
    what: '你执白，第一个加入的人执黑。房间没有棋钟，也没有聊天。',
    whatOther: '你先走，第一个加入的人执另一方。房间没有棋钟，也没有聊天。',
    create: '创建房间',
    creating: '正在创建…',
    cancel: '取消',
    failed: '无法创建房间。请检查网络后再试。',
  },
  waiting: {
    what: '把房间码告诉对手，或发送链接。对手加入后对局就开始。',
    code: '房间码',
    copy: '复制房间码',
    stay: '请留在这个页面。离开一分钟后房间会关闭。',
    close: '关闭房间',
  },
  joining: (code) => `正在加入房间${code}…`,
  room: (code) => `房间 ${code}`,
  gone: {
    none: { heading: '没有这个房间', text: '没有房间使用这个房间码。请核对，或索取新的房间码。' },
    over: { heading: '这个房间已关闭', text: '对局已结束，或你离开超过一分钟，或服务器重启了。' },
    full: { heading: '这个房间已满', text: '房间里已有两位棋手。' },
    elsewhere: { heading: '无法加入房间', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: '这步棋违规。',
    NOT_YOUR_TURN: '还没轮到你。',
    GAME_OVER: '对局已结束。',
    ROOM_NOT_FOUND: '没有房间使用这个房间码。请核对，或索取新的房间码。',
    ROOM_FULL: '房间里已有两位棋手。',
    SERVER_FULL: '服务器现在不能再开房间。请稍后再试。',
    VERSION_MISMATCH: '这个页面比服务器旧。请重新加载。',
    RATE_LIMIT: '请求太多。请稍等再试。',
    MSG_TOO_LARGE: '这条消息太长。',
    BAD_TOKEN: '你在这个房间里已经没有座位了。',
    INVALID_MESSAGE: '服务器不明白。请重新加载页面。',
  },
  refused: '服务器不能创建这样的房间。请另选棋种、模式或附加规则。',
  unknown: (message) => `服务器提示：${message}`,
};
