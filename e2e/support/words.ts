/** Words of the account screens, as a person reads them. */
export interface Words {
  readonly locale: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly signUp: string;
  readonly signIn: string;
  readonly greeting: RegExp;
  readonly forgot: string;
  readonly sendReset: string;
  readonly resetSent: RegExp;
  readonly newPassword: string;
  readonly repeatPassword: string;
  readonly savePassword: string;
  readonly passwordSet: string;
  readonly verified: string;
  readonly verifiedYes: string;
  readonly newEmail: string;
  readonly sendLink: string;
  readonly linkSent: RegExp;
  readonly confirmEmail: string;
  readonly emailChanged: string;
  readonly restore: string;
  readonly restored: string;
  readonly changePassword: string;
  readonly repeatNewPassword: string;
  readonly passwordChanged: string;
  readonly deleteAccount: string;
  readonly typeId: string;
  readonly idWrong: string;
  readonly deleteMine: string;
  readonly deleted: RegExp;
  readonly againTitle: string;
  readonly againSubmit: string;
  readonly google: string;
  readonly continueAs: string;
}

export const en: Words = {
  locale: 'en-US',
  name: 'Full name',
  email: 'Email',
  password: 'Password',
  signUp: 'Sign up',
  signIn: 'Sign in',
  greeting: /^Welcome.*Ada/,
  forgot: 'Forgot password?',
  sendReset: 'Send reset link',
  resetSent: /a link to set a new password is on its way/,
  newPassword: 'New password',
  repeatPassword: 'Confirm new password',
  savePassword: 'Save password',
  passwordSet: 'Password changed',
  verified: 'Email verified',
  verifiedYes: 'Yes',
  newEmail: 'New email',
  sendLink: 'Send link',
  linkSent: /We sent a link to/,
  confirmEmail: 'Change email',
  emailChanged: 'Email changed',
  restore: 'Restore email',
  restored: 'Email restored',
  changePassword: 'Change password',
  repeatNewPassword: 'Confirm new password',
  passwordChanged: 'Your password has been updated.',
  deleteAccount: 'Delete account',
  typeId: 'Type your user ID to confirm',
  idWrong: 'User ID does not match. Please try again.',
  deleteMine: 'Delete my account',
  deleted: /Your account has been deleted/,
  againTitle: 'Please sign in again',
  againSubmit: 'Sign in and continue',
  google: 'Continue with Google',
  continueAs: 'Continue',
};

export const zh: Words = {
  locale: 'zh-CN',
  name: '姓名',
  email: '邮箱',
  password: '密码',
  signUp: '注册',
  signIn: '登录',
  greeting: /欢迎.*Ada/,
  forgot: '忘记密码？',
  sendReset: '发送重置链接',
  resetSent: /重置密码链接的邮件/,
  newPassword: '新密码',
  repeatPassword: '确认新密码',
  savePassword: '保存密码',
  passwordSet: '密码已修改',
  verified: '邮箱已验证',
  verifiedYes: '是',
  newEmail: '新邮箱',
  sendLink: '发送链接',
  linkSent: /链接已发送至/,
  confirmEmail: '更换邮箱',
  emailChanged: '邮箱已更换',
  restore: '恢复邮箱',
  restored: '邮箱已恢复',
  changePassword: '修改密码',
  repeatNewPassword: '确认新密码',
  passwordChanged: '密码已修改。',
  deleteAccount: '删除账号',
  typeId: '输入您的用户 ID 以确认',
  idWrong: '用户 ID 不匹配，请重试。',
  deleteMine: '删除我的账号',
  deleted: /您的账号已删除/,
  againTitle: '请重新登录',
  againSubmit: '登录并继续',
  google: '使用 Google 继续',
  continueAs: '继续',
};

/** Tag of a test that is made in several languages: the short run makes it in English only. */
export const alsoIn = (language: string) => (language === 'en' ? [] : '@full');
