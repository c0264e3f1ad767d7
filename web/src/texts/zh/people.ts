// Chinese texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

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
  unreachable: '服务器没有应答。这是之前的状态。',
};
