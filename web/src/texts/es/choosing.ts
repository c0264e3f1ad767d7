// Spanish texts of the choice of the game, and of the other player, on the first page.
import type { ChoosingTexts } from '../choosing/catalogue';

const LEVELS = ['Principiante', 'Aprendiz', 'Ocasional', 'Club', 'Fuerte', 'Muy fuerte', 'Experto', 'Máximo'];

export const choosing: ChoosingTexts = {
  legend: 'Reglas',
  usual: 'Ajedrez',
  more: 'Más juegos…',
  find: 'Buscar rival',
  findWhat: 'Quien esté esperando, con los ajustes de abajo.',
  machine: {
    play: 'Contra la máquina',
    starting: 'Empezando…',
    what: 'Ahora mismo, con la partida y las reglas elegidas abajo.',
    levelLegend: 'Nivel de la máquina',
    level: (number) => `${number} · ${LEVELS[number - 1] ?? ''}`,
    unavailable: 'La máquina no puede jugar ahora. Inténtalo más tarde, o juega con alguien.',
    waiting: 'Seguimos esperando al servidor…',
  },
  practise: 'Practicar',
  practiseWhat: 'En tu navegador, con pistas y sin conexión.',
};
