// Draws the icons of the installed page from `public/icon.svg`: plain ones, and one that a system may cut to a shape of its own.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../e2e/fixtures.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../public');
const icon = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
// What may be cut off is the ground alone: it fills the square, and the drawing shrinks into the circle that every system shows.
const maskable = icon.replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"').replace(/<rect [^>]*>/, '<rect x="-3" y="-3" width="38" height="38" fill="#2b3740"/>');

const browser = await launchBrowser();
try {
  for (const [name, svg, size] of /** @type {const} */ ([['icon-192', icon, 192], ['icon-512', icon, 512], ['icon-maskable', maskable, 512]])) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
    await page.screenshot({ path: path.join(folder, `${name}.png`), omitBackground: true });
  }
} finally {
  await browser.close();
}
