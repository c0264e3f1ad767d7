// Russian texts about a player's own games.
import type { OwnTexts } from '../own/catalogue';

export const own: OwnTexts = {
  heading: 'Ваши партии',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'Ваш ход',
  theirTurn: 'Ход соперника',
  waiting: 'Пока никто не вошёл',
  gone: 'На сервере её больше нет',
  unknown: 'Узнаём…',
  opponent: 'Соперник',
  machine: (level) => `Машина, уровень ${level}`,
  by: { blind: (game) => `${game}, вслепую`, vanilla: (game) => `${game}, открыто`, sight: (game) => `${game}, в тумане` },
  left: (time) => `осталось ${time}`,
  again: 'Ещё раз',
  againFailed: 'Не удалось создать партию. Попробуйте позже.',
  remove: (opponent) => `Убрать из списка: ${opponent}`,
  removeSeat: 'Отдать место?',
  all: (count) => `Все (${count})`,
  fewer: 'Меньше',
  unreachable: 'Сервер не ответил. Так партии стояли раньше.',
};
