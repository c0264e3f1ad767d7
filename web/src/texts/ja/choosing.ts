// Japanese texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['入門', '初級', '気軽', '中級', '上級', '有段', '達人', '最強'];

export const choosing: ChoosingTexts = {
  legend: 'ルール',
  usual: 'チェス',
  more: 'ほかのゲーム…',
  find: '相手を探す',
  findWhat: '下の設定で、待っている人と指します。',
  machine: {
    play: 'コンピューターと指す',
    starting: '開始中…',
    what: 'すぐに、下で選んだ対局とルールで指します。',
    levelLegend: 'コンピューターの強さ',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'コンピューターは今は指せません。後でお試しになるか、誰かと指してください。',
    waiting: 'サーバーの応答を待っています…',
  },
  practise: '練習する',
  practiseWhat: 'ブラウザーの中で、ヒント付きで。接続はいりません。',
};
