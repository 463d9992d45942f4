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
    noAccount: '还没有账户？',
    toSignUp: '立即注册',
  },
  missing: {
    email: '请输入邮箱地址。',
    password: '请输入密码。',
  },
  invalidEmail: '请输入有效的邮箱地址，例如 name@example.com。',
} as const satisfies LocaleShape<typeof enAuth>;
