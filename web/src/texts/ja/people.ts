// Japanese texts about a player's own games, and about the lobby.
import type { HandoverTexts } from '../handover/catalogue';
import type { KeptTexts } from '../kept/catalogue';
import type { LobbyTexts } from '../lobby/catalogue';
import type { OwnTexts } from '../own/catalogue';
import type { ReportTexts } from '../report/catalogue';
import type { ResultTexts } from '../results/catalogue';
import type { TurnTexts } from '../turn/catalogue';

export const own: OwnTexts = {
  heading: 'あなたの対局',
  titled: (turns, page) => `(${turns}) ${page}`,
  yourTurn: 'あなたの番です',
  theirTurn: '相手の番です',
  waiting: 'まだ誰も来ていません',
  gone: 'サーバーにもうありません',
  unknown: '確認中…',
  opponent: '相手',
  machine: (level) => `コンピューター・レベル${level}`,
  by: { blind: (game) => `${game}・目隠し`, vanilla: (game) => `${game}・普通`, sight: (game) => `${game}・霧` },
  left: (time) => `残り${time}`,
  again: 'もう一局',
  againFailed: '対局を作れませんでした。後でお試しください。',
  remove: (opponent) => `${opponent}との対局を一覧から外す`,
  removeSeat: '席を手放しますか？',
  all: (count) => `すべて（${count}）`,
  fewer: '減らす',
  handOver: '別の端末',
  unreachable: 'サーバーが応答しませんでした。これは前の状態です。',
  kept: 'この端末に保存済み',
  damaged: 'この端末に保存した対局のデータが壊れていたため、削除しました。対局を見るには接続が必要です。',
};

export const lobby: LobbyTexts = {
  heading: '相手を探す',
  about: (game) => `探している対局：${game}。設定は後ろのページで変えられます。`,
  play: '今すぐ指す',
  cancel: '待つのをやめる',
  close: '閉じる',
  waiting: '相手を待っています… このウィンドウを開いたままにしてください。',
  waitingNow: '探しています…',
  anyClock: '持ち時間は問わない',
  anyClockWhat: '違う持ち時間の対局や、時計なしの対局でもかまいません。',
  offered: '待っている人',
  none: 'ほかに待っている人はいません。「今すぐ指す」を押すと、同じ対局を望む人と指せます。',
  take: '指す',
  nobody: '誰か',
  by: { blind: (game) => `${game}・目隠し`, vanilla: (game) => `${game}・普通`, sight: (game) => `${game}・霧` },
  side: { white: 'あなたが黒', black: 'あなたが白', random: '先後はくじ' },
  moderator: (id) => `審判：${id}`,
  bids: '入札あり',
  houseRules: (names) => `特別ルール：${names}`,
  aids: { none: '印なし', marks: '印あり', deductions: '印と推論あり' },
  status: {
    connecting: '接続中…',
    lost: 'サーバーが応答しません。再試行中…',
    full: '探している人が多すぎます。再試行中…',
  },
  problem: {
    malformed: 'この対局はここでは指せません。',
    gone: 'ほかの人のほうが先でした。',
    engaged: '対局を準備しています。',
    name_refused: 'その名前は使えません。対局の設定で別の名前を選んでください。',
    rate_limited: '要求が多すぎます。1分お待ちください。',
    unavailable: 'サーバーは今、対局を始められません。後でお試しください。',
    withdrawn: '10分間、誰も来ませんでした。もう一度試すか、時計を変えてください。',
  },
};

export const turn: TurnTexts = {
  label: '自分の番になったら知らせる',
  what: 'ここを離れていても、自分の番や再戦の申し込みがあると、この端末に通知が出ます。',
  denied: 'このページの通知は拒否されています。ブラウザーの設定で許可してください。',
  failed: 'うまくいきませんでした。あとでもう一度お試しください。',
  install: '先にこのページをホーム画面に追加してください。そうすると、通知を出せます。',
  title: 'Tabula',
  body: '対局があなたを待っています。',
  roundLabel: 'ラウンドが始まったら知らせる',
  roundWhat: '新しいラウンドの対局の用意ができると、この端末に通知が出ます。',
  roundBody: '次のラウンドが始まりました。',
};

export const handover: HandoverTexts = {
  heading: '別の端末で自分の対局を続ける',
  what: 'このコードを別の端末で読み取るか、その端末でリンクを開いてください。対局は両方の端末で指せるようになります。ほかの人には見せないでください。最初に開いた人があなたの代わりに指せます。',
  making: 'リンクを作っています…',
  failed: 'うまくいきませんでした。あとでもう一度お試しください。',
  left: (time) => `一度だけ有効。残り ${time}`,
  over: 'リンクの期限が切れました。',
  again: '新しいリンク',
  link: '別の端末用のリンク',
  copy: 'リンクをコピー',
  takeHeading: '対局をこの端末に取り込みますか？',
  takeWhat: '別の端末がこのブラウザーに対局を渡そうとしています。自分の端末なら取り込んでください。こちらでもあちらでも指せます。',
  takeKey: '成績もその端末の鍵で集計する。鍵を持つ人は成績をすべて見られます。',
  take: '対局を取り込む',
  gone: 'このリンクは使用済みか、期限切れです。別の端末で新しく作ってください。',
  taken: (games) => `この端末に新しく入った対局: ${games}`,
};

export const results: ResultTexts = {
  heading: 'あなたの成績',
  about: 'このブラウザーの鍵で指した対局です(新しい順)。ほかの人はここでは見られません。',
  what: 'アカウントもメールも不要です。このブラウザーが鍵を作り、これから始める対局があなたのものとして数えられます。相手には知らされません。',
  keep: '対局を数える',
  insecure: '対局を数えられるのは安全なページ(https)だけです。',
  name: 'あなたの名前',
  nameWrong: '名前は3文字以上20文字以内です。',
  none: '終わった対局はまだありません。最初の手より前に鍵があった対局が数えられます。',
  table: 'ゲームと持ち時間ごとの成績',
  game: 'ゲーム',
  result: { won: '勝ち', lost: '負け', drawn: '引き分け', abandoned: '双方退席' },
  handOver: '別の端末',
  forget: '鍵を忘れる',
  forgetSure: '完全に忘れますか?',
};

export const kept: KeptTexts = {
  vacation: '休暇',
  about: (year, atOnce) => `休暇中は、1手ごとに日数のある対局で持ち時間が止まり、いつまでかが相手に伝わります。1年に${year}、1回に最長${atOnce}です。`,
  left: (days) => `残り：${days}`,
  days: '日数',
  begin: '休暇に入る',
  away: (until) => `${until}まで休暇中です。`,
  end: '戻りました',
  refused: {
    too_many_blocks: 'リストがいっぱいです。先に「あなたの成績」で誰かを解除してください。',
    rate_limited: '要求が多すぎます。後でもう一度お試しください。',
    other: 'うまくいきませんでした。後でもう一度お試しください。',
  },
  forget: 'サーバーにある自分の情報を削除',
  forgetSure: '完全に削除しますか？',
  forgetWhat: 'すでに取った休暇の日数は残ります。',
  block: 'この相手とはもう対戦しない',
  blockWhat: '今後は引き合わされません。お互いの募集は見えず、相手の対局にも入れません。ここでの相手のメッセージも表示されなくなります。相手には知らされません。',
  blocked: 'ブロックしました。',
  blockedPlayers: '対戦しない相手',
  unnamed: '名前のない相手',
  unblock: '解除する',
  forgotten: '削除しました。',
};

export const report: ReportTexts = {
  open: '相手を通報',
  what: 'このサーバーの運営者が対局とあわせて読みます。相手には知らされません。',
  reason: '理由',
  reasons: {
    cheating: 'プログラムや他人の助け',
    insults: '侮辱や脅迫',
    stalling: '時間の引き延ばし',
    name: '名前',
    other: 'その他',
  },
  text: '何がありましたか（500文字まで）',
  send: '通報する',
  sent: '通報しました。',
  already: 'この相手はすでに通報済みです。',
  failed: 'うまくいきませんでした。後でもう一度お試しください。',
};
