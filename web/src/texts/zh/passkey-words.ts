// Chinese texts about passkeys.
import type { PasskeyTexts } from '../passkeys/catalogue';

export const passkeys: PasskeyTexts = {
  heading: '通行密钥',
  what: '有了通行密钥，你在另一台设备上，或在这里的浏览器数据被清除之后，都能找回自己的密钥，以及战绩和已结束的对局。进行中的对局不会随之转移，请用“其他设备”带走。通行密钥由你的设备保管，服务器无法读取你的密钥。',
  name: '通行密钥的名称',
  add: '添加通行密钥',
  added: '通行密钥已添加。',
  since: (date) => `添加于 ${date}`,
  used: (date) => `上次使用 ${date}`,
  remove: '移除',
  removed: '已从这里移除。你也可以在设备上将其删除。',
  useWhat: '以前添加过通行密钥吗？它能找回你的密钥，以及战绩和已结束的对局。进行中的对局不会随之转移，仍留在你下棋的浏览器里。',
  use: '使用通行密钥',
  waiting: '正在等待你的设备…',
  refused: {
    NotAllowedError: '已取消，或设备响应超时。',
    InvalidStateError: '这台设备上已有你的通行密钥。',
    passkey_unknown: '服务器没有这个通行密钥，或它已被移除。',
    other_key: '此浏览器已有另一把密钥。请重新加载页面，以查看其战绩或忘记密钥。',
    too_many_passkeys: '通行密钥已达上限。请先移除一个。',
    rate_limited: '请求过多，请稍后再试。',
    other: '未能完成，请稍后再试。',
  },
};
