// English texts about a player's games on another device.
import type { HandoverTexts } from './catalogue';

export const en: HandoverTexts = {
  heading: 'Your games on another device',
  what: 'Scan this code with the other device, or open the link there. Your games will then be on both. Show it to nobody else: the first person to open it can play for you.',
  making: 'Making the link…',
  failed: 'That did not work. Try again later.',
  left: (time) => `Works once, for ${time}`,
  over: 'The link has expired.',
  again: 'New link',
  link: 'Link for the other device',
  copy: 'Copy link',
  takeHeading: 'Take games to this device?',
  takeWhat: 'Another device is handing its games over to this browser. Take them if that device is yours: you can then play them on both.',
  takeKey: 'Count my results under that device’s key as well. Anyone who has the key sees all of them.',
  take: 'Take the games',
  gone: 'This link has already been used, or has expired. Make a new one on the other device.',
  taken: (games) => `New on this device: ${games}`,
};
