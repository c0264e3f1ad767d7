// The QR code that a page shows, as the camera of a phone reads it: from the pixels of the screen.
import decode from 'qr/decode.js';

/** @typedef {import('./player.mjs').Player} Player */

/** Returns the text of the QR code on a page. @param {Player['page']} page @returns {Promise<string>} */
export async function readQr(page) {
  const picture = (await page.getByRole('img', { name: 'QR code' }).screenshot()).toString('base64');
  const { data, width, height } = await page.evaluate(async (encoded) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context?.drawImage(image, 0, 0);
    return { data: [...(context?.getImageData(0, 0, image.width, image.height).data ?? [])], width: image.width, height: image.height };
  }, picture);
  return decode({ data: Uint8Array.from(data), width, height });
}
