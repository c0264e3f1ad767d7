// Russian texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['Новичок', 'Ученик', 'Любитель', 'Клубный', 'Сильный', 'Очень сильный', 'Эксперт', 'Предельный'];

export const choosing: ChoosingTexts = {
  legend: 'Правила',
  usual: 'Шахматы',
  more: 'Другие игры…',
  find: 'Найти соперника',
  findWhat: 'Любой, кто ждёт, по настройкам ниже.',
  machine: {
    play: 'Играть с машиной',
    starting: 'Начинаем…',
    what: 'Сразу, в игру и по правилам, выбранным ниже.',
    levelLegend: 'Уровень машины',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'Машина сейчас не может играть. Попробуйте позже или сыграйте с кем-нибудь.',
    waiting: 'Всё ещё ждём ответа сервера…',
  },
  practise: 'Упражняться',
  practiseWhat: 'В вашем браузере, с подсказками и без связи.',
};
