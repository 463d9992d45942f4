import type { auth as enAuth } from '../en/auth.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const auth = {
  email: '邮箱',
  password: '密码',
  signIn: {
    title: '欢迎回来',
    sub: '登录您的账户',
    submit: '登录',
    forgot: '忘记密码？',
    resetByMail: '通过邮件重置密码，即可立即登录',
    noAccount: '还没有账户？',
    toSignUp: '立即注册',
  },
  social: {
    or: '或',
    continueWith: '使用 {{provider}} 继续',
    names: {
      google: 'Google',
      microsoft: 'Microsoft',
      facebook: 'Facebook',
      playGames: 'Play 游戏',
      gameCenter: 'Game Center',
      apple: 'Apple',
      github: 'GitHub',
      twitter: 'Twitter',
      yahoo: '雅虎',
    },
  },
  missing: {
    email: '请输入邮箱地址。',
    password: '请输入密码。',
  },
  invalidEmail: '请输入有效的邮箱地址，例如 name@example.com。',
} as const satisfies LocaleShape<typeof enAuth>;
