// Chinese texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['入门', '初学', '休闲', '棋友', '较强', '高手', '专家', '最强'];

export const choosing: ChoosingTexts = {
  legend: '规则',
  usual: '国际象棋',
  more: '更多棋种…',
  find: '寻找对手',
  findWhat: '与正在等待的人对局，按下面的设置。',
  machine: {
    play: '与电脑对弈',
    starting: '正在开始…',
    what: '立即开始，按下面选定的对局和规则。',
    levelLegend: '电脑的水平',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: '电脑现在不能下棋。请稍后再试，或与别人对弈。',
    waiting: '仍在等待服务器应答…',
  },
  practise: '练习',
  practiseWhat: '在浏览器中进行，有提示，不需要网络。',
};
