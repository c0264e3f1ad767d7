// Russian texts about a player's own games, and about the lobby.
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { TurnTexts } from '../turn/catalogue';

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

export const lobby: LobbyTexts = {
  heading: 'Найти соперника',
  about: (game) => `Вы ищете: ${game}. Настройки на странице позади.`,
  play: 'Играть сейчас',
  cancel: 'Больше не ждать',
  close: 'Закрыть',
  waiting: 'Вы ждёте соперника… Не закрывайте это окно.',
  waitingNow: 'Ищем…',
  offered: 'Кто ждёт',
  none: 'Больше никто не ждёт. Нажмите «Играть сейчас», и с вами встретится тот, кто захочет такую же партию.',
  take: 'Играть',
  nobody: 'Кто-то',
  by: { blind: (game) => `${game}, вслепую`, vanilla: (game) => `${game}, открыто`, sight: (game) => `${game}, в тумане` },
  side: { white: 'у вас чёрные', black: 'у вас белые', random: 'сторона по жребию' },
  moderator: (id) => `арбитр: ${id}`,
  bids: 'со ставками',
  houseRules: (names) => `домашние правила: ${names}`,
  aids: { none: 'без заметок', marks: 'с заметками', deductions: 'с заметками и выводами' },
  status: {
    connecting: 'Соединение…',
    lost: 'Сервер не отвечает. Пробуем снова…',
    full: 'Слишком многие ищут партию. Пробуем снова…',
  },
  problem: {
    malformed: 'Такую партию здесь играть нельзя.',
    gone: 'Кто-то успел раньше.',
    engaged: 'Ваша партия готовится.',
    name_refused: 'Такое имя здесь не принимают. Выберите другое в настройках партии.',
    rate_limited: 'Слишком много запросов. Подождите минуту.',
    unavailable: 'Сервер сейчас не может начать партию. Попробуйте позже.',
    withdrawn: 'За десять минут никто не пришёл. Попробуйте снова или смените часы.',
  },
};

export const turn: TurnTexts = {
  label: 'Сообщить, когда мой ход',
  what: 'Это устройство покажет уведомление, как только партия будет ждать вас, а вас здесь нет.',
  denied: 'Уведомления этой страницы запрещены. Разрешите их в настройках браузера.',
  failed: 'Не получилось. Попробуйте позже.',
  install: 'Сначала добавьте эту страницу на главный экран: тогда она сможет сообщать о вашем ходе.',
  title: 'Ваш ход',
  body: 'Партия ждёт вас.',
};
