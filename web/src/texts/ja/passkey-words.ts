// Japanese texts about passkeys.
import type { PasskeyTexts } from '../passkeys/catalogue';

export const passkeys: PasskeyTexts = {
  heading: 'パスキー',
  what: 'パスキーがあれば、別の端末でも、このブラウザーのデータを消したあとでも、自分の鍵が戻り、成績と終わった対局も戻ります。進行中の対局は戻らないので、「別の端末」で移してください。パスキーは端末が保管し、サーバーはあなたの鍵を読めません。',
  name: 'パスキーの名前',
  add: 'パスキーを追加',
  added: 'パスキーを追加しました。',
  since: (date) => `${date} に追加`,
  used: (date) => `最後の使用 ${date}`,
  remove: '削除',
  removed: 'ここから削除しました。端末に残ったパスキーも削除できます。',
  useWhat: '前にパスキーを追加しましたか。パスキーで鍵が戻り、成績と終わった対局も戻ります。進行中の対局は戻らず、指しているブラウザーに残ります。',
  use: 'パスキーを使う',
  waiting: '端末での操作を待っています…',
  refused: {
    NotAllowedError: '取り消されたか、時間切れになりました。',
    InvalidStateError: 'この端末にはもうあなたのパスキーがあります。',
    passkey_unknown: 'サーバーにないパスキーか、削除されたパスキーです。',
    other_key: 'このブラウザーにはもう別の鍵があります。その成績を見るか、その鍵を忘れるには、ページを再読み込みしてください。',
    too_many_passkeys: 'これ以上パスキーを追加できません。先に一つ削除してください。',
    rate_limited: '要求が多すぎます。後でもう一度お試しください。',
    other: 'うまくいきませんでした。後でもう一度お試しください。',
  },
};
