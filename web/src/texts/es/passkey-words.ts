// Spanish texts about passkeys.
import type { PasskeyTexts } from '../passkeys/catalogue';

export const passkeys: PasskeyTexts = {
  heading: 'Llaves de acceso',
  what: 'Con una llave de acceso recuperas tu clave en otro dispositivo, o aquí si se borraron los datos del navegador, y con ella tus resultados y tus partidas terminadas. No recupera las partidas en curso: para llevártelas, usa «Otro dispositivo». Tu dispositivo guarda la llave de acceso, y el servidor no puede leer tu clave.',
  name: 'Nombre de la llave de acceso',
  add: 'Añadir una llave de acceso',
  added: 'La llave de acceso se ha añadido.',
  since: (date) => `añadida el ${date}`,
  used: (date) => `usada por última vez el ${date}`,
  remove: 'Quitar',
  removed: 'Quitada de aquí. También puedes borrarla en tu dispositivo.',
  useWhat: '¿Ya añadiste una llave de acceso? Te devuelve tu clave, y con ella tus resultados y tus partidas terminadas. Las partidas en curso no vienen con ella: se quedan en el navegador en el que las juegas.',
  use: 'Usar una llave de acceso',
  waiting: 'Esperando a tu dispositivo…',
  refused: {
    NotAllowedError: 'Cancelado, o tu dispositivo tardó demasiado.',
    InvalidStateError: 'Este dispositivo ya tiene una llave de acceso tuya.',
    passkey_unknown: 'El servidor no conoce esta llave de acceso, o se ha quitado.',
    other_key: 'Este navegador ya tiene otra clave. Recarga la página para ver sus resultados o para olvidarla.',
    too_many_passkeys: 'Ya tienes todas las llaves de acceso posibles. Quita una primero.',
    rate_limited: 'Demasiadas peticiones. Inténtalo más tarde.',
    other: 'No ha funcionado. Inténtalo más tarde.',
  },
};
