import type { identityProvider as en } from '../en/identity-provider.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const identityProvider: LocaleShape<typeof en> = {
  label: '沙盒环境',
  explanation:
    '本地模式下由此页面代替 Google。这里不做任何验证，也不保存任何信息：您填写什么身份，就以什么身份登录。',
  title: '使用沙盒登录',
  email: '邮箱',
  emailMissing: '请输入有效的邮箱地址，例如 name@example.com。',
  name: '姓名（选填）',
  picture: '头像网址（选填）',
  verified: '邮箱已验证',
  continue: '继续',
  cancel: '取消',
};
