// Japanese texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

export const own: OwnTexts = {
  heading: 'あなたの対局',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'あなたの番です',
  theirTurn: '相手の番です',
  waiting: 'まだ誰も来ていません',
  gone: 'サーバーにもうありません',
  unknown: '確認中…',
  opponent: '相手',
  machine: (level) => `コンピューター・レベル${level}`,
  by: { blind: (game) => `${game}・目隠し`, vanilla: (game) => `${game}・普通`, sight: (game) => `${game}・霧` },
  left: (time) => `残り${time}`,
  again: 'もう一局',
  againFailed: '対局を作れませんでした。後でお試しください。',
  remove: (opponent) => `${opponent}との対局を一覧から外す`,
  removeSeat: '席を手放しますか？',
  all: (count) => `すべて（${count}）`,
  fewer: '減らす',
  unreachable: 'サーバーが応答しませんでした。これは前の状態です。',
};
