import type { auth as enAuth } from '../en/auth.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const auth = {
  email: '邮箱',
  password: '密码',
  signIn: {
    title: '欢迎回来',
    sub: '登录您的账户',
    submit: '登录',
    noAccount: '还没有账户？',
    toSignUp: '立即注册',
  },
  signUp: {
    title: '创建账户',
    sub: '一个账户，管理您的所有项目',
    name: '姓名',
    submit: '注册',
    haveAccount: '已有账户？',
    toSignIn: '直接登录',
    passwordLength_one: '至少 {{count}} 个字符。',
    passwordLength_other: '至少 {{count}} 个字符。',
    requireLowercase: '包含小写字母。',
    requireUppercase: '包含大写字母。',
    requireNumeric: '包含数字。',
    requireNonAlphanumeric: '包含符号。',
  },
  missing: {
    displayName: '请输入您的姓名。',
    email: '请输入邮箱地址。',
    password: '请输入密码。',
  },
  invalidEmail: '请输入有效的邮箱地址，例如 name@example.com。',
  tooShort_one: '请至少输入 {{count}} 个字符。',
  tooShort_other: '请至少输入 {{count}} 个字符。',
} as const satisfies LocaleShape<typeof enAuth>;
