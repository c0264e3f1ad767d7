// Russian texts of the list of games.
import { counting, listOf } from '../forms';
import type { GamesTexts } from '../games/catalogue';

const counted = counting('ru');
const or = listOf('ru', 'disjunction');
const and = listOf('ru', 'conjunction');
const list = (words: readonly string[]) => or(words);
const pieces = (count: number) => counted(count, { one: `${count} фигура`, few: `${count} фигуры`, many: `${count} фигур`, other: `${count} фигуры` });
const OUTCOMES = { win: 'выигрывает', loss: 'проигрывает', draw: 'делает ничью', points: 'выигрывает, если у неё больше очков' } as const;

export const games: GamesTexts = {
  heading: 'Игры',
  loading: 'Загружаем…',
  search: 'Найти игру',
  all: 'Все',
  favourites: 'Избранное',
  guests: 'Созданы игроками',
  found: (count) => counted(count, { one: `${count} игра`, few: `${count} игры`, many: `${count} игр`, other: `${count} игры` }),
  nothing: 'Игры с таким названием нет.',
  failed: 'Список игр не загрузился. Проверьте связь и попробуйте ещё раз.',
  rulesFailed: 'Эти правила не загрузились. Проверьте связь и обновите страницу.',
  lab: 'Открыть в мастерской правил',
  favour: (game) => `Добавить в избранное: ${game}`,
  board: (files, ranks) => `${files} × ${ranks}`,
  features: { drops: 'выставление', places: 'установка', passes: 'пропуск хода', drawn: 'случайное начало', covered: 'закрытые фигуры' },
  choose: (game) => `Выбрать: ${game}`,
  back: 'Все игры',
  start: 'Начальная позиция',
  pieces: 'Фигуры',
  ways: (piece) => `Как ходит фигура: ${piece}`,
  waysKey: { quiet: 'ходит сюда', capture: 'берёт здесь', both: 'ходит сюда или берёт здесь', screen: 'фигура, через которую прыгают' },
  waysWords: (piece, from, quiet, captures) =>
    `${piece} на ${from}: ходы на ${quiet.length > 0 ? and(quiet) : '— ни одного'}; взятия на ${captures.length > 0 ? and(captures) : '— ни одного'}.`,
  waysOver: (quiet, captures) =>
    `Через другую фигуру: ходы на ${quiet.length > 0 ? and(quiet) : '— ни одного'}; взятия на ${captures.length > 0 ? and(captures) : '— ни одного'}.`,
  rules: 'Правила',
  first: (first, second) => `Ходят по очереди: ${first} и ${second}. Первый ход: ${first}.`,
  checkmate: {
    loss: 'Мат выигрывает.', win: 'Мат проигрывает: получите мат, чтобы выиграть.', draw: 'Мат — это ничья.', points: 'После мата решают очки.',
  },
  stalemate: {
    loss: 'Сторона без ходов проигрывает.', win: 'Сторона без ходов выигрывает.', draw: 'Если у стороны нет ходов, ничья.',
    points: 'Когда у стороны нет ходов, решают очки.',
  },
  extinction: (kinds, left, outcome) => {
    const side = kinds.length === 0
      ? left > 0 ? `у которой осталось не больше: ${pieces(left)}` : 'у которой не осталось фигур'
      : left > 0 ? `у которой таких фигур осталось не больше ${left} (${list(kinds)})` : `потерявшая эти фигуры (${list(kinds)})`;
    return outcome === 'draw' ? `Сторона, ${side}, кончает партию вничью.` : `Сторона, ${side}, ${OUTCOMES[outcome]}.`;
  },
  extinctionAnswered: 'Если следующим ходом она может довести до того же и другую сторону, она ещё ходит: удастся — ничья.',
  arrival: (kinds, squares, second, extra) => {
    const where = second.length > 0 && second.join() !== squares.join() ? `${spanOf(squares)} (для второй стороны: ${spanOf(second)})` : spanOf(squares);
    const suffix = { safe: ' и там её нельзя взять', held: ' и снова уходит оттуда', answer: ', если другая сторона не ответит тем же' };
    return `Выигрывает тот, чья фигура (${list(kinds)}) доходит до цели: ${where}${extra ? suffix[extra] : ''}.`;
  },
  counted: {
    captures: (count, outcome) => `Сторона, взявшая фигур: ${count}, ${OUTCOMES[outcome]}.`,
    promotions: (count, outcome) => `Сторона, превратившая фигур: ${count}, ${OUTCOMES[outcome]}.`,
    checks: (count, outcome) => `Сторона, давшая шахов: ${count}, ${OUTCOMES[outcome]}.`,
  },
  passes: {
    points: 'Два пропуска подряд кончают партию, и решают очки.', draw: 'Два пропуска подряд — ничья.', win: 'После двух пропусков подряд выигрывает тот, кто пропустил последним.',
    loss: 'После двух пропусков подряд проигрывает тот, кто пропустил последним.',
  },
  facing: (kinds, outcome) =>
    `Эти фигуры (${list(kinds)}) могут стоять друг против друга на открытой линии. Если другая сторона так и оставит, ${outcome === 'points' ? 'решают очки' : outcome === 'draw' ? 'ничья' : `она ${OUTCOMES[outcome]}`}.`,
  full: { points: 'Когда доска заполнена, решают очки.', draw: 'Заполненная доска — ничья.', win: 'Кто заполнит доску, выигрывает.', loss: 'Кто заполнит доску, проигрывает.' },
  insufficient: 'Ничья, когда ни у кого не хватает сил для победы.',
  moveLimit: (moves, kinds) => `Ничья после ${moves} ходов каждой стороны без взятий${kinds.length > 0 ? ` и без ходов этих фигур: ${list(kinds)}` : ''}.`,
  counting: 'Когда у одной стороны осталось мало, другой отсчитывают ходы до победы.',
  repetition: (count, outcome) => {
    const then = { draw: 'даёт ничью', loss: 'проигрывает той стороне, которая её создала', win: 'выигрывает той стороне, которая её создала', points: 'кончает партию, и решают очки' };
    return `Одна и та же позиция в ${count}-й раз ${then[outcome]}.`;
  },
  perpetual: { check: 'Вечный шах проигрывает.', chase: 'Вечное преследование фигуры проигрывает.' },
  points: (kinds, second) =>
    `Очки: ${and(kinds.map(([name, points]) => `${name} ${points.toLocaleString('ru')}`))}.${second > 0 ? ` У второй стороны на ${second.toLocaleString('ru')} больше.` : ''}`,
  constraints: {
    'royal-safety': 'Короля или фигуру вместо него нельзя оставлять под боем.',
    'forced-capture': 'Кто может взять, обязан взять.',
    'forced-move': 'Пропустить можно, только если нет другого хода.',
    'forced-drop': 'Фигуры из руки выставляют раньше, чем что-либо ходит.',
    'gives-no-check': 'Давать шах нельзя.',
    'spare-royals': 'Королей несколько: шах бывает только последнему.',
    'royal-stays': 'От некоторых шахов король уходить не может.',
    'duple-check': 'Два короля: считается только шах обоим сразу.',
  },
  hands: 'Взятые фигуры меняют сторону: они попадают к вам в руку, и их можно выставить на доску вместо хода.',
  dropOnly: 'Фигуры выходят на доску из руки.',
  noDropMate: (kind) => `Нельзя поставить мат, выставляя: ${kind}.`,
  promotes: 'Некоторые фигуры превращаются, когда пройдут достаточно далеко.',
  places: 'Ход может также поставить на доску ещё одну фигуру.',
  canPass: 'Ход можно пропустить.',
  inPlace: 'Некоторые фигуры могут превращаться на месте: это тоже ход.',
  drawn: 'Фигуры первых горизонталей расставляют по жребию.',
  covered: 'Закрытые фигуры перемешаны. Никто не знает, что под ними, пока их не откроют.',
  dealt: (names) => `Только в партии по ссылке: кто-то должен раздать закрытые фигуры. Это ${names}.`,
  mechanics: { blast: 'Взятие уничтожает и то, что стоит вокруг.', conversion: 'Враги вокруг пришедшей фигуры или между ней и другой меняют сторону.' },
};

/** Describes squares: a whole rank by its number. */
function spanOf(squares: readonly string[]): string {
  const ranks = new Set(squares.map((square) => square.replace(/^[a-z]+/, '')));
  const [rank] = ranks;
  return ranks.size === 1 && squares.length > 2 ? `горизонталь ${rank}` : or(squares);
}
