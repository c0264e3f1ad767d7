// Portuguese texts about passkeys.
import type { PasskeyTexts } from '../passkeys/catalogue';

export const passkeys: PasskeyTexts = {
  heading: 'Chaves de acesso',
  what: 'Com uma chave de acesso você recupera sua chave em outro dispositivo, ou aqui se os dados do navegador foram apagados, e com ela seus resultados e suas partidas encerradas. Ela não traz as partidas em andamento: para levá-las, use “Outro dispositivo”. Seu dispositivo guarda a chave de acesso, e o servidor não consegue ler sua chave.',
  name: 'Nome da chave de acesso',
  add: 'Adicionar uma chave de acesso',
  added: 'A chave de acesso foi adicionada.',
  since: (date) => `adicionada em ${date}`,
  used: (date) => `usada pela última vez em ${date}`,
  remove: 'Remover',
  removed: 'Removida daqui. Você também pode apagá-la no seu dispositivo.',
  useWhat: 'Já adicionou uma chave de acesso? Ela traz de volta sua chave e, com ela, seus resultados e suas partidas encerradas. As partidas em andamento não vêm junto: elas ficam no navegador em que você joga.',
  use: 'Usar uma chave de acesso',
  waiting: 'Aguardando seu dispositivo…',
  refused: {
    NotAllowedError: 'Cancelado, ou seu dispositivo demorou demais.',
    InvalidStateError: 'Este dispositivo já tem uma chave de acesso sua.',
    passkey_unknown: 'O servidor não conhece esta chave de acesso, ou ela foi removida.',
    other_key: 'Este navegador já tem outra chave. Recarregue a página para ver os resultados dela ou para esquecê-la.',
    too_many_passkeys: 'Você já tem o máximo de chaves de acesso. Remova uma primeiro.',
    rate_limited: 'Pedidos demais. Tente mais tarde.',
    other: 'Não deu certo. Tente mais tarde.',
  },
};
