// French texts about passkeys.
import type { PasskeyTexts } from '../passkeys/catalogue';

export const passkeys: PasskeyTexts = {
  heading: 'Clés d’accès',
  what: 'Une clé d’accès vous rend votre clé sur un autre appareil, ou ici si les données du navigateur ont été effacées, et avec elle vos résultats et vos parties terminées. Elle ne rend pas les parties en cours : pour les emporter, utilisez « Autre appareil ». Votre appareil garde la clé d’accès, et le serveur ne peut pas lire votre clé.',
  name: 'Nom de la clé d’accès',
  add: 'Ajouter une clé d’accès',
  added: 'La clé d’accès est ajoutée.',
  since: (date) => `ajoutée le ${date}`,
  used: (date) => `utilisée le ${date}`,
  remove: 'Retirer',
  removed: 'Retirée d’ici. Vous pouvez aussi la supprimer sur votre appareil.',
  useWhat: 'Vous avez déjà ajouté une clé d’accès ? Elle vous rend votre clé, et avec elle vos résultats et vos parties terminées. Les parties en cours ne suivent pas : elles restent dans le navigateur où vous les jouez.',
  use: 'Utiliser une clé d’accès',
  waiting: 'En attente de votre appareil…',
  refused: {
    NotAllowedError: 'Annulé, ou votre appareil a mis trop de temps.',
    InvalidStateError: 'Cet appareil a déjà une clé d’accès à vous.',
    passkey_unknown: 'Le serveur ne connaît pas cette clé d’accès, ou elle a été retirée.',
    other_key: 'Ce navigateur a maintenant une autre clé. Rechargez la page pour voir ses résultats ou pour l’oublier.',
    too_many_passkeys: 'Vous avez le nombre maximal de clés d’accès. Retirez-en d’abord une.',
    rate_limited: 'Trop de demandes. Réessayez plus tard.',
    other: 'Cela n’a pas fonctionné. Réessayez plus tard.',
  },
};
