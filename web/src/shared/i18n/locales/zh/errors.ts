import type { FunctionCode } from '../../../function-code.ts';
import type { errors as en } from '../en/errors.ts';
import type { LocaleShape } from '../locale-shape.ts';

const refusals = {
  'auth/missing-email': '请输入邮箱地址。',
  'auth/invalid-email': '邮箱地址无效。',
  'auth/missing-password': '请输入密码。',
  'auth/invalid-credential': '邮箱地址或密码错误。',
  'auth/user-not-found': '该邮箱地址尚未注册。',
  'auth/wrong-password': '密码错误。',
  'auth/user-disabled': '该账号已被停用。',
  'auth/account-deleted': '该账号已不存在。',
  'auth/too-many-requests': '尝试次数过多，请稍后重试。',
  'server/busy': '服务器繁忙，请稍后重试。',
  'server/stopping': '服务器正在重启，请稍后重试。',
  'server/unavailable': '服务暂时不可用，请稍后重试。',
  'server/internal': '服务器出现问题，请重试。',
  'auth/weak-password': '密码太短。',
  'auth/password-does-not-meet-requirements': '密码不符合要求。',
  'auth/invalid-display-name': '姓名不能超过 200 个字符，且至少有一个可见字符。',
  'auth/email-already-in-use': '该邮箱地址已注册账号。',
  'auth/admin-restricted-operation': '此邮箱不能用于这里的账号。',
  'auth/reset-limit-exceeded': '重置密码的尝试次数过多，请稍后重试。',
  'auth/password-too-common': '该密码过于常见，容易被猜到。',
} as const;

const functions: Readonly<Record<FunctionCode, string>> = {
  'invalid-argument': '请检查填写的内容后重试。',
  'failed-precondition': '当前无法执行此操作。',
  'out-of-range': '请检查填写的内容后重试。',
  unauthenticated: '请先登录。',
  'permission-denied': '没有访问权限',
  'not-found': '未找到相关内容。',
  'already-exists': '该内容已存在。',
  aborted: '数据已发生变化，请重试。',
  'resource-exhausted': '尝试次数过多，请稍后重试。',
  cancelled: '请求已取消。',
  'data-loss': '服务器出现问题，请重试。',
  internal: '服务器出现问题，请重试。',
  unimplemented: '此处不支持该操作。',
  unavailable: '服务暂时不可用，请稍后重试。',
  'deadline-exceeded': '服务器响应超时，请重试。',
  'network-request-failed': '无法连接服务器，请检查网络后重试。',
  unknown: '出现问题，请重试。',
};

export const errors: LocaleShape<typeof en> = {
  failedSignIn: '登录失败',
  refusals,
  functions,
  crash: {
    title: '出错了',
    hint: '无法显示此页面，刷新通常可以解决。',
    reload: '刷新页面',
  },
  unreachable: {
    title: '无法连接 {{productName}}',
    hint: '请检查网络连接。数据不会丢失，登录状态也会保留。',
    retry: '重试',
  },
  failedSignUp: '注册失败',
  failedToSendResetEmail: '重置密码邮件发送失败',
};
