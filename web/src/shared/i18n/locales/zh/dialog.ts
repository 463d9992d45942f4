import type { dialog as enDialog } from '../en/dialog.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const dialog = {
  cancel: '取消',
  signInAgain: {
    title: '请重新登录',
    text: '距离上次登录已有一段时间。请输入 {{email}} 的密码以继续。',
    textWithoutPassword: '距离上次登录 {{email}} 已有一段时间。请重新登录以继续。',
    otherAccount: '这是另一个账号，请选择您当前登录的账号。',
    submit: '登录并继续',
    wrongPassword: '密码错误。',
  },
} as const satisfies LocaleShape<typeof enDialog>;
