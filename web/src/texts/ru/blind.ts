// Russian texts of deductions, of a player's marks, and of moderators who answer attempts.
import type { Direction } from '../../wire';
import type { Deduction } from '../../mind/deductions';
import type { DeducedTexts } from '../deduced/catalogue';
import { counting, listOf } from '../forms';
import type { MindTexts } from '../mind/catalogue';
import type { ModeratedTexts } from '../moderated/catalogue';

const counted = counting('ru');
const or = listOf('ru', 'disjunction');
const and = listOf('ru', 'conjunction');
/** More squares than these are not named one by one: the board shows them. */
const MOST_NAMED = 6;

const oneOf = (squares: readonly string[]): string => (squares.length > MOST_NAMED ? `одном из отмеченных полей (${squares.length})` : or(squares));
const first = ({ about = [] }: Deduction): string => about[0] ?? '';
const second = ({ about = [] }: Deduction): string => about[1] ?? '';

const direction: Readonly<Record<Direction, string>> = {
  rank: 'по горизонтали', file: 'по вертикали', long_diagonal: 'по длинной диагонали', short_diagonal: 'по короткой диагонали', knight: 'от коня',
};

export const deduced: DeducedTexts = {
  direction,
  sentence: {
    captured: ({ claim, squares }) => (claim === 'each' ? `Фигура взяла на ${squares.join()}: она стоит там.` : `Фигура взяла: она стоит на ${oneOf(squares)}.`),
    captured_passing: ({ squares }) => `Пешка взяла на проходе: она стоит на ${squares.join()}.`,
    castled: ({ squares }) => `Соперник рокировался: король стоит на ${squares[0]}, ладья на ${squares[1]}.`,
    promoted: () => 'Пешка превратилась: новая фигура стоит на вашей первой горизонтали.',
    checked: (deduction) => {
      const known = direction[first(deduction) as Direction];
      return `Ваш король под шахом${known ? ` ${known}` : ''}: фигура стоит на ${oneOf(deduction.squares)}.`;
    },
    checking: ({ squares }) => `Король соперника под шахом: он стоит на ${oneOf(squares)}.`,
    blocked: (deduction) => `${first(deduction)}–${second(deduction)} отклонено: фигура стоит на ${oneOf(deduction.squares)}.`,
    pinned: (deduction) => `Ваша фигура на ${first(deduction)} связана: связывающая фигура стоит на ${oneOf(deduction.squares)}.`,
    guarded: (deduction) => `Вашему королю нельзя на ${first(deduction)}: это поле под боем.`,
    no_capture: (deduction) => `${first(deduction)}–${second(deduction)} отклонено: на ${second(deduction)} фигуры нет.`,
    pawn_capture: (deduction) => `${first(deduction) ? `Ваша пешка на ${first(deduction)}` : 'Одна из ваших пешек'} может взять: фигура стоит на ${oneOf(deduction.squares)}.`,
    no_pawn_capture: ({ squares }) => `Ваши пешки там взять не могут: фигуры нет на ${squares.length > MOST_NAMED ? 'отмеченных полях' : or(squares)}.`,
    moved_through: (deduction) => `Вы пошли с ${first(deduction)} на ${second(deduction)}: на ${and(deduction.squares)} ничего нет.`,
  },
  note: (sentences) => `отсюда следует: ${sentences.join(' ')}`,
};

const round = (number: number): string => (Math.round(number * 10) / 10).toLocaleString('ru');

export const mind: MindTexts = {
  button: 'Заметки',
  piece: (kind) => kind,
  maybe: (kinds) => `возможно, ${or(kinds)}`,
  empty: 'пусто',
  nothing: 'нет заметки',
  note: (belief) => `ваша заметка: ${belief}`,
  remembered: (piece, move) => `замечено на ${move}-м ходу: ${piece}`,
  said: (square, belief) => `${square}: ${belief}.`,
  setUpDone: 'Фигуры соперника отмечены там, где они стояли вначале.',
  cleared: 'Все заметки убраны.',
  undone: 'Отменено.',
  redone: 'Возвращено.',
  tray: {
    label: 'Ваши заметки. Их видите только вы.',
    kind: (kind, rest, sure) => (rest < 0 ? `${kind}, лишних ${-rest}` : `${kind}, осталось ${sure ? '' : 'не больше '}${rest}`),
    empty: 'Пустое поле',
    hint: 'Выберите фигуру и нажимайте на поля. Удерживайте поле, чтобы выбрать прямо там.',
    undo: 'Отменить заметку',
    redo: 'Вернуть заметку',
    setUp: 'Расставить его фигуры',
    clear: 'Убрать все заметки',
    close: 'Закрыть заметки',
  },
  review: {
    heading: 'Ваши заметки',
    show: 'Что вы думали',
    none: 'Заметок пока нет.',
    copy: 'Скопировать PGN с заметками',
    picture: 'Сохранить как картинку',
    animation: 'Сохранить как анимацию',
    animating: (percent) => `Рисуем… ${percent} %`,
    animationSaved: 'Сохранено.',
    animationFailed: 'Не удалось создать анимацию. Попробуйте ещё раз.',
    score: (points, of) => `Верных заметок здесь: ${round(points)} из ${of}.`,
    total: (percent) => `${percent} % за всю партию.`,
    share: 'Показать ваши заметки',
    shared: 'Соперник и зрители видят ваши заметки.',
    unconnected: 'Чтобы показать их, нужно соединение с сервером.',
    board: 'Заметки на доске',
    truth: 'Как было',
    came: (side) => `Теперь видны заметки соперника (${side}).`,
    cameOf: (side) => `Теперь видны заметки: ${side}.`,
    of: (side) => `Заметки: ${side}`,
    note: {
      right: (belief) => `вы думали: ${belief}, верно`,
      among: (belief) => `вы думали: ${belief}, одно из них верно`,
      wrong: (belief) => `вы думали: ${belief}, неверно`,
    },
    noteOf: {
      right: (side, belief) => `${side}, заметка: ${belief}, верно`,
      among: (side, belief) => `${side}, заметка: ${belief}, одно из них верно`,
      wrong: (side, belief) => `${side}, заметка: ${belief}, неверно`,
    },
    comment: (marks) => `Заметки: ${marks.map(({ square, belief, verdict }) => `${square} ${belief} (${verdict === 'wrong' ? 'неверно' : 'верно'})`).join(', ')}.`,
  },
  menu: {
    heading: (square) => `Что стоит на ${square}?`,
    hint: 'Выберите несколько фигур, если не уверены.',
    empty: 'Точно пусто',
    erase: 'Убрать заметку',
    done: 'Готово',
  },
};

const taken = (what: string | null, square: string | null): string => `${square === null ? '' : ` на ${square}`}${what === null ? '' : `: ${what}`}`;

export const moderated: ModeratedTexts = {
  choose: { legend: 'Арбитр' },
  others: { 'table-fidelity': 'Вы оба слышите всё, что говорит арбитр, и отклонённые попытки тоже.' },
  hear: {
    sentence: (name, facts) => `${name}. Вы пробуете, пока ход не окажется возможным. Вы слышите: ${facts}.`,
    square: { victim: 'поле взятой фигуры', arrival: 'поле, на котором закончилось взятие' },
    captured: { class: 'взята пешка или фигура', kind: 'какая фигура взята' },
    check: { side: 'шахи', directions: 'шахи с направлением' },
    promotion: { kind: 'чем стала пешка', fact: 'что пешка превратилась' },
    drop: { kind: 'какая фигура выставлена', fact: 'что фигура выставлена' },
    tries: { whether: 'можете ли вы взять пешкой', count: 'сколько у вас взятий пешками', sources: 'какие пешки могут взять' },
    refusals: 'невозможные попытки соперника',
    ask: {
      free: 'Можно спросить, есть ли у вас взятие пешкой.',
      one_try: 'Можно спросить, есть ли у вас взятие пешкой; после «да» нужно одно попробовать.',
      until_made: 'Можно спросить, есть ли у вас взятие пешкой; после «да» нужно так взять.',
    },
    stalemate: 'Кому пат, тот проигрывает.',
    cap: (plies) => `После ${plies} полуходов без взятий и ходов пешками партия кончается вничью.`,
  },
  captured: (side, what, square) => `${side} сделали ход и взяли${taken(what, square)}.`,
  enPassant: (side, what, square) => `${side} взяли на проходе${taken(what, square)}.`,
  class: { pawn: 'пешка', piece: 'фигура' },
  check: (side, directions) => `${side} под шахом ${and(directions)}.`,
  direction,
  checked: (directions) => `под шахом ${and(directions)}`,
  dropped: (side, kind) => `${side} выставили: ${kind}.`,
  pawnTries: {
    count: (side, tries) =>
      tries === 0
        ? `${side} не могут взять пешкой.`
        : `${side}: ${counted(tries, { one: `${tries} взятие`, few: `${tries} взятия`, many: `${tries} взятий`, other: `${tries} взятия` })} пешками.`,
    sources: (side, squares) => (squares.length === 0 ? `${side}: ни одна пешка не может взять.` : `${side}: пешки, которые могут взять: ${squares.join(', ')}.`),
  },
  ask: { button: 'Взятия?', label: 'Взятия? Спросить, есть ли у вас взятие пешкой', notNow: 'Сейчас спросить нельзя.' },
};
