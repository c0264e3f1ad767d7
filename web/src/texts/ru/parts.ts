// Russian texts of smaller parts of the page.
import type { DrawingTexts } from '../drawing/catalogue';
import type { FinishedTexts } from '../finished/catalogue';
import { counting } from '../forms';
import type { JoiningTexts } from '../joining/catalogue';
import type { KeyTexts } from '../keys/catalogue';
import type { KindTexts } from '../kinds/catalogue';
import type { MoveTexts } from '../moves/catalogue';
import type { OfflineTexts } from '../offline/catalogue';
import type { PracticeTexts } from '../practice/catalogue';
import type { RoomTexts } from '../rooms/catalogue';

const counted = counting('ru');

export const drawing: DrawingTexts = {
  begun: (square) => `От ${square}. Нажмите ту же клавишу там, где кончается стрелка, или ещё раз здесь для круга.`,
  arrow: (from, to) => `Стрелка: ${from} — ${to}.`,
  redArrow: (from, to) => `Красная стрелка: ${from} — ${to}.`,
  circle: (square) => `Круг: ${square}.`,
  redCircle: (square) => `Красный круг: ${square}.`,
  removed: 'Убрано.',
};

export const finished: FinishedTexts = {
  heading: 'Оконченные партии',
  about: 'Партии, открытые для зрителей, последние сверху. Учётных записей нет: каждый может играть под любым именем.',
  player: 'Имя игрока',
  find: 'Найти',
  loading: 'Загружаем партии…',
  failed: 'Сервер не ответил.',
  none: 'Таких партий нет.',
  more: 'Ещё партии',
  home: 'Играть',
  players: (white, black) => `${white} – ${black}`,
  result: { w: '1 : 0', b: '0 : 1', drawn: '½ : ½', abandoned: 'Оба ушли' },
  plies: (count) => counted(count, { one: `${count} ход`, few: `${count} хода`, many: `${count} ходов`, other: `${count} хода` }),
  by: { blind: (game) => `${game}, вслепую`, vanilla: (game) => `${game}, открыто`, sight: (game) => `${game}, в тумане` },
  results: (name) => `Результаты: ${name}`,
  partial: 'Из последних партий.',
  column: { control: 'Время', played: 'Партии', won: 'Победы', lost: 'Поражения', drawn: 'Ничьи', duels: 'Выиграно поединков', bid: 'Ставки' },
  duels: (won, fought) => `${won} из ${fought}`,
};

export const joining: JoiningTexts = {
  invited: { blind: (game) => `Вас приглашают: ${game}, вслепую`, vanilla: (game) => `Вас приглашают: ${game}, открыто`, sight: (game) => `Вас приглашают: ${game}, в тумане` },
  sight: 'Вы видите свои фигуры и то, что стоит там, куда они могут пойти или где могут взять. Остальное в тумане, пока конец партии не откроет доску. Никто не скажет, что на вас напали.',
  ofGuest: 'Эти правила принёс гость; сервер их не смотрел.',
  join: 'Войти',
  loading: 'Загружаем партию…',
  notFound: 'Такой партии нет',
  full: 'Мест в этой партии нет',
  term: { moves: 'Возможные ходы', spectators: 'Зрители', absence: 'Отсутствие', moderator: 'Арбитр', gambit: 'Гамбит' },
  watched: (seconds) => (seconds === 0 ? 'Разрешены.' : `Разрешены, с задержкой ${counted(seconds, { one: `${seconds} секунда`, few: `${seconds} секунды`, many: `${seconds} секунд`, other: `${seconds} секунды` })}.`),
  notWatched: 'Не разрешены.',
  absence: (time) => `Отсутствие ведёт к поражению через: ${time}.`,
};

/** Returns a sentence in which the names Белые and Чёрные are replaced. */
const renamed = (sentence: string, white: string, black: string): string => sentence.replace(/Белые|Чёрные/g, (word) => (word === 'Белые' ? white : black));

export const keys: KeyTexts = {
  label: 'Клавиши с одним знаком',
  what: 'b, d, m, p, / и другие, нажатые отдельно. Отключите их при голосовом вводе.',
  off: 'Клавиши с одним знаком отключены в настройках.',
};

export const kinds: KindTexts = {
  pieceOf: (side, kind, promoted) => `${kind}${promoted ? ', превращена' : ''} (${side})`,
  promoted: (kind) => `${kind}, превращена`,
  covered: (side, kind) => `закрытая фигура (${side}), ходит как: ${kind}`,
  coveredPiece: 'закрытая фигура',
  move: (notation) => notation,
  promoteTo: (kind) => `Превратить: ${kind}`,
  promoteNothing: 'Не превращать',
  placing: 'Выберите отмеченное поле для фигуры, которую ставит этот ход.',
  place: (kind, square) => `Поставить на ${square}: ${kind}`,
  placeNothing: 'Ничего не ставить',
  held: (piece, count) => (count === null ? `${piece}, сколько угодно` : count === 1 ? `${piece} в руке` : `${count} × ${piece} в руке`),
  handOf: (side) => `Рука: ${side}`,
  pass: 'Пропустить ход',
  square: (square, standing) => `${square}: ${standing}.`,
  title: { blind: (game) => `${game}, вслепую`, vanilla: (game) => `${game}, открыто`, sight: (game) => `${game}, в тумане` },
  sides: { white: 'Белые', black: 'Чёрные' },
  yourSide: (side) => `Ваша сторона: ${side}.`,
  renamed,
};

export const moves: MoveTexts = {
  dropped: (side, kind, square) => `${side} выставили на ${square}: ${kind}.`,
  passed: (side) => `${side} пропустили ход.`,
  ownDropped: (kind, square) => `Вы выставили на ${square}: ${kind}.`,
  ownPassed: 'Вы пропустили ход.',
  ownUncovered: (square) => `Вы открыли фигуру на ${square}.`,
  ownInPlace: (square) => `Ваша фигура осталась на ${square}.`,
  touchedDrop: (kind) => `Вы тронули в руке: ${kind}. Эту фигуру нужно выставить.`,
  promotedTo: (kind) => `Превращение: ${kind}.`,
  placed: (kind, square) => `Поставлена на ${square}: ${kind}.`,
  tried: {
    drop: {
      no_such_piece: (kind) => `Вы хотели выставить: ${kind}. Такой фигуры у вас нет.`,
      no_legal_moves: (kind) => `Вы хотели выставить: ${kind}. У этой фигуры нет ходов.`,
      wont_help: (kind) => `Вы хотели выставить: ${kind}. Это не поможет.`,
      illegal_move: (kind, square) => `Вы хотели выставить на ${square}: ${kind}. Нет, так нельзя.`,
      nonsense: (kind, square) => `Вы хотели выставить на ${square}: ${kind}. Бессмыслица.`,
      impossible: (kind, square) => `Вы хотели выставить на ${square}: ${kind}. Сейчас это невозможно.`,
    },
    pass: 'Вы хотели пропустить ход. Нет, так нельзя.',
  },
  attempt: {
    drop: {
      no_such_piece: (side, kind) => `${side} хотели выставить: ${kind}. В руке такой не было.`,
      no_legal_moves: (side, kind) => `${side} хотели выставить: ${kind}. Ходов нет.`,
      wont_help: (side, kind) => `${side} хотели выставить: ${kind}. Не поможет.`,
      illegal_move: (side, kind, square) => `${side} хотели выставить на ${square}: ${kind}. Нельзя.`,
      nonsense: (side, kind, square) => `${side} хотели выставить на ${square}: ${kind}. Бессмыслица.`,
      impossible: (side, kind, square) => `${side} хотели выставить на ${square}: ${kind}. Невозможно.`,
    },
    pass: (side) => `${side} хотели пропустить ход. Нельзя.`,
  },
  hands: (yours, theirs) => `У вас в руке: ${yours || 'ничего'}.${theirs === null ? '' : ` В руке соперника: ${theirs || 'ничего'}.`}`,
  counted: (kind, count) => (count === null ? `${kind}, сколько угодно` : `${count} × ${kind}`),
  typed: {
    noHands: 'В этой игре выставлять нечего.',
    notHeld: 'Такой фигуры у вас в руке нет.',
  },
};

export const offline: OfflineTexts = {
  heading: 'Нет связи с сервером',
  works: {
    heading: 'Без неё работает:',
    practice: 'Партия с машиной в этом браузере.',
    local: 'Партия на двоих на этом устройстве.',
    lab: 'Ваша собственная игра: напишите правила и попробуйте.',
  },
  fails: 'Комнатам и партиям с другими нужна связь. Нужна она и записям, и правилам, которые вы здесь ещё не открывали.',
  retry: 'Попробовать снова',
  news: { text: 'Есть новая версия.', reload: 'Обновить', later: 'Позже' },
};

export const practice: PracticeTexts = {
  heading: 'Упражнение',
  machine: (level) => `Машина, уровень ${level}`,
  failure: {
    rules: 'Эти правила не загрузились. Без связи можно играть в игры, которые вы уже открывали.',
    engine: 'Машина отказала. Нажмите «Новая», чтобы начать сначала.',
  },
  turn: { yours: 'Ваш ход', theirs: 'Машина думает…', hint: 'Ищем ход…' },
  won: (reason) => `Вы выиграли: ${reason}.`,
  lost: (reason) => `Машина выиграла: ${reason}.`,
  resigned: 'Вы сдались.',
  refused: (reason) => `Так нельзя: ${reason}.`,
  hint: (san, squares) => (squares.length === 2 ? `Попробуйте ${san} (${squares.join('–')}).` : `Попробуйте ${san}.`),
  undo: { short: 'Вернуть', long: 'Вернуть ваш ход' },
  suggest: { short: 'Подсказка', long: 'Подсказка: какой ход попробовать' },
  newGame: { short: 'Новая', long: 'Новая партия' },
  dialog: {
    heading: 'Новая партия',
    side: 'Ваша сторона',
    random: 'Случайно',
    level: 'Уровень машины',
    begin: 'Начать',
    cancel: 'Отмена',
    about: 'Машина работает в вашем браузере. Связь ей не нужна, и партия остаётся на этом устройстве.',
  },
};

export const rooms: RoomTexts = {
  heading: 'Играть по коду',
  what: 'Введите код, чтобы войти в комнату, или откройте комнату и передайте её код.',
  code: 'Код комнаты',
  codeWrong: 'В коде комнаты шесть знаков: буквы и цифры.',
  join: 'Войти',
  create: 'Новая комната',
  tournament: 'Турнир',
  away: 'Кто отсутствует в комнате минуту, проигрывает.',
  invited: 'Если в этой комнате кто-то ждёт, партия начнётся, когда вы войдёте. В комнатах нет часов и чата.',
  dialog: {
    heading: 'Новая комната',
    what: 'Вы играете белыми, а первый вошедший играет чёрными. В комнатах нет часов и чата.',
    whatOther: 'Вы делаете первый ход, а первый вошедший играет за другую сторону. В комнатах нет часов и чата.',
    create: 'Открыть комнату',
    creating: 'Открываем…',
    cancel: 'Отмена',
    failed: 'Не удалось открыть комнату. Проверьте связь и попробуйте ещё раз.',
  },
  waiting: {
    what: 'Скажите сопернику этот код или пришлите ссылку. Партия начнётся, когда он войдёт.',
    code: 'Код комнаты',
    copy: 'Скопировать код',
    stay: 'Не уходите с этой страницы. Комната закроется через минуту после вашего ухода.',
    close: 'Закрыть комнату',
  },
  joining: (code) => `Входим в комнату ${code}…`,
  room: (code) => `Комната ${code}`,
  gone: {
    none: { heading: 'Такой комнаты нет', text: 'Ни у одной комнаты нет такого кода. Проверьте его или попросите новый.' },
    over: { heading: 'Эта комната закрыта', text: 'Партия окончена, вас не было больше минуты, или сервер перезапустили.' },
    full: { heading: 'В этой комнате нет мест', text: 'В этой комнате уже два игрока.' },
    elsewhere: { heading: 'Не удалось войти в комнату', text: '' },
  },
  errors: {
    ILLEGAL_MOVE: 'Так ходить нельзя.',
    NOT_YOUR_TURN: 'Сейчас не ваш ход.',
    GAME_OVER: 'Партия окончена.',
    ROOM_NOT_FOUND: 'Ни у одной комнаты нет такого кода. Проверьте его или попросите новый.',
    ROOM_FULL: 'В этой комнате уже два игрока.',
    SERVER_FULL: 'Сервер сейчас не может открыть ещё одну комнату. Попробуйте позже.',
    VERSION_MISMATCH: 'Эта страница старше сервера. Обновите её.',
    RATE_LIMIT: 'Слишком много запросов. Подождите немного и попробуйте ещё раз.',
    MSG_TOO_LARGE: 'Это сообщение слишком длинное.',
    BAD_TOKEN: 'У вас больше нет места в этой комнате.',
    INVALID_MESSAGE: 'Сервер этого не понял. Обновите страницу.',
  },
  refused: 'Такую комнату сервер не открывает. Выберите другую игру, другой режим или другие домашние правила.',
  unknown: (message) => `Сервер сообщает: ${message}.`,
};
