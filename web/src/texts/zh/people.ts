// Chinese texts about a player's own games, and about the lobby.
import type { HandoverTexts } from '../handover/catalogue';
import type { KeptTexts } from '../kept/catalogue';
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { ReportTexts } from '../report/catalogue';
import type { ResultTexts } from '../results/catalogue';
import type { TurnTexts } from '../turn/catalogue';

export const own: OwnTexts = {
  heading: '你的对局',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: '轮到你了',
  theirTurn: '轮到对手',
  waiting: '还没有人加入',
  gone: '服务器上已没有',
  unknown: '正在查询…',
  opponent: '对手',
  machine: (level) => `电脑，${level}级`,
  by: { blind: (game) => `${game}·盲棋`, vanilla: (game) => `${game}·明棋`, sight: (game) => `${game}·迷雾` },
  left: (time) => `还剩${time}`,
  again: '再来一局',
  againFailed: '无法创建对局。请稍后再试。',
  remove: (opponent) => `从列表中移除与${opponent}的对局`,
  removeSeat: '放弃座位吗？',
  all: (count) => `全部（${count}）`,
  fewer: '收起',
  handOver: '其他设备',
  unreachable: '服务器没有应答。这是之前的状态。',
  kept: '已保存在此设备',
  damaged: '此设备上这局棋的副本已损坏，并已删除。要查看这局棋，需要连接。',
};

export const lobby: LobbyTexts = {
  heading: '寻找对手',
  about: (game) => `你在寻找：${game}。可在后面的页面上更改。`,
  play: '立即对局',
  cancel: '不再等待',
  close: '关闭',
  waiting: '正在等待对手… 请不要关闭此窗口。',
  waitingNow: '正在寻找…',
  anyClock: '任何用时',
  anyClockWhat: '用时与你的不同，或不计时的对局也可以。',
  offered: '等待中的人',
  none: '没有其他人在等待。按“立即对局”，想下同样棋局的人就会遇到你。',
  take: '对局',
  nobody: '有人',
  by: { blind: (game) => `${game}·盲棋`, vanilla: (game) => `${game}·明棋`, sight: (game) => `${game}·迷雾` },
  side: { white: '你执黑', black: '你执白', random: '抽签定方' },
  moderator: (id) => `裁判：${id}`,
  bids: '带出价',
  houseRules: (names) => `自定规则：${names}`,
  aids: { none: '没有标记', marks: '有标记', deductions: '有标记和推断' },
  status: {
    connecting: '正在连接…',
    lost: '服务器没有应答。正在重试…',
    full: '寻找对局的人太多。正在重试…',
  },
  problem: {
    malformed: '这种对局不能在这里下。',
    gone: '别人更快一步。',
    engaged: '正在准备你的对局。',
    name_refused: '这个名字在这里不被接受。请在对局设置中另选一个。',
    rate_limited: '请求过多。请等一分钟。',
    unavailable: '服务器现在无法开始对局。请稍后再试。',
    withdrawn: '十分钟内没有人来。请再试一次，或更换时限。',
  },
};

export const turn: TurnTexts = {
  label: '轮到我时通知我',
  what: '你不在这里时，轮到你走棋或对手提议再来一局，此设备就会显示通知。',
  denied: '此页面的通知已被阻止。请在浏览器设置中允许。',
  failed: '没有成功。请稍后再试。',
  install: '请先把此页面添加到主屏幕，之后它才能显示通知。',
  title: 'Tabula',
  body: '有一局棋在等你。',
  roundLabel: '新一轮开始时通知我',
  roundWhat: '你在新一轮的棋局准备好后，此设备就会显示通知。',
  roundBody: '下一轮已经开始。',
};

export const handover: HandoverTexts = {
  heading: '在另一台设备上继续你的对局',
  what: '用另一台设备扫描此码，或在那台设备上打开链接，你的对局就会同时在两台设备上。请勿给别人看：谁先打开，谁就能替你走棋。',
  making: '正在生成链接…',
  failed: '没有成功。请稍后再试。',
  left: (time) => `只能用一次，剩余 ${time}`,
  over: '链接已过期。',
  again: '新链接',
  link: '另一台设备用的链接',
  copy: '复制链接',
  takeHeading: '把对局带到这台设备？',
  takeWhat: '另一台设备要把对局交给此浏览器。如果是你的设备，请接收：两边都可以继续下。',
  takeKey: '我的成绩也按那台设备的密钥统计。持有密钥的人可以看到全部成绩。',
  take: '接收对局',
  gone: '此链接已被使用或已过期。请在另一台设备上重新生成。',
  taken: (games) => `此设备上新增：${games}`,
};

export const results: ResultTexts = {
  heading: '你的战绩',
  about: '用此浏览器的密钥下过的对局，最新的在前。其他人在这里看不到。',
  what: '无需账号，也无需邮箱：此浏览器生成一把密钥，从现在起开始的对局都算作你的。对手不会知道。',
  keep: '记录我的对局',
  insecure: '只有安全页面（https）才能记录你的对局。',
  name: '你的名字',
  nameWrong: '名字须为 3 到 20 个字符。',
  none: '还没有结束的对局。在走第一步之前已有密钥的对局才会计入。',
  table: '按棋种和用时统计的战绩',
  game: '棋种',
  result: { won: '胜', lost: '负', drawn: '和棋', abandoned: '双方离开' },
  handOver: '其他设备',
  forget: '忘记密钥',
  forgetSure: '永久忘记？',
};

export const kept: KeptTexts = {
  vacation: '休假',
  about: (year, atOnce) => `休假期间，你在按天计时的对局中停止计时，对手会看到休假到何时。每年${year}，每次最多${atOnce}。`,
  left: (days) => `剩余：${days}`,
  days: '天数',
  begin: '开始休假',
  away: (until) => `你休假至${until}。`,
  end: '我回来了',
  refused: {
    too_many_blocks: '名单已满。请先在“你的战绩”中解除一位玩家的屏蔽。',
    rate_limited: '请求过多，请稍后再试。',
    other: '未能完成，请稍后再试。',
  },
  forget: '删除服务器保存的我的资料',
  forgetSure: '确定永久删除？',
  forgetWhat: '已休的假期天数仍会计入。',
  block: '不再遇到这位玩家',
  blockWhat: '以后不会再安排你们相遇：双方看不到对方的邀约，也不能加入对方的对局。你在此不再看到对方的消息。对方不会得知。',
  blocked: '已屏蔽。',
  blockedPlayers: '你不再遇到的玩家',
  unnamed: '无名玩家',
  unblock: '解除屏蔽',
  forgotten: '已删除。',
};

export const report: ReportTexts = {
  open: '举报对手',
  what: '本服务器的管理者会连同对局一起查看。对手不会知道。',
  reason: '原因',
  reasons: {
    cheating: '借助程序或他人',
    insults: '辱骂或威胁',
    stalling: '故意拖延',
    name: '名字',
    other: '其他',
  },
  text: '发生了什么（最多500字）',
  send: '提交举报',
  sent: '已提交举报。',
  already: '你已举报过这位对手。',
  failed: '未能完成，请稍后再试。',
};
