import type { RefusalCode } from '@hearth/contract';
import type { FunctionCode } from '../../../api/function-code.ts';
import type { errors as en } from '../en/errors.ts';
import type { LocaleShape } from '../locale-shape.ts';

const requestFailed = '请求未能处理，请重试。';
const signInAgain = '登录已失效，请重新登录。';

const refusals: Readonly<Record<RefusalCode, string>> = {
  'request/invalid-json': requestFailed,
  'request/invalid': '请检查填写的内容后重试。',
  'request/too-large': '发送的内容过大。',
  'request/unsupported-content-type': requestFailed,
  'request/unknown-path': requestFailed,
  'request/wrong-method': requestFailed,
  'request/missing-api-key': requestFailed,
  'request/invalid-api-key': requestFailed,
  'request/cross-site': '请通过本站地址打开此页面后重试。',
  'server/busy': '服务器繁忙，请稍后重试。',
  'server/unavailable': '服务暂时不可用，请稍后重试。',
  'server/internal': '服务器出现问题，请重试。',
  'auth/unauthenticated': '请先登录。',
  'auth/missing-email': '请输入邮箱地址。',
  'auth/invalid-email': '邮箱地址无效。',
  'auth/missing-password': '请输入密码。',
  'auth/weak-password': '密码太短。',
  'auth/password-does-not-meet-requirements': '密码不符合要求。',
  'auth/invalid-display-name': '姓名不能超过 200 个字符。',
  'auth/email-already-in-use': '该邮箱地址已注册账号。',
  'auth/unexpected-parameter': requestFailed,
  'auth/admin-restricted-operation': '注册账号需要邮箱地址。',
  'auth/linking-not-allowed': '请先退出登录，再注册新账号。',
  'auth/invalid-credential': '邮箱地址或密码错误。',
  'auth/user-not-found': '该邮箱地址尚未注册。',
  'auth/wrong-password': '密码错误。',
  'auth/user-disabled': '该账号已被停用。',
  'auth/missing-id-token': signInAgain,
  'auth/invalid-id-token': signInAgain,
  'auth/token-expired': signInAgain,
  'auth/account-deleted': '该账号已不存在。',
  'auth/missing-grant-type': requestFailed,
  'auth/invalid-grant-type': requestFailed,
  'auth/missing-refresh-token': signInAgain,
  'auth/invalid-refresh-token': signInAgain,
  'access/denied': '没有访问权限',
  'access/owner-only': '只有订阅所有者才能执行此操作',
  'subscription/invalid-name': '名称长度须为 1 到 200 个字符。',
  'plan/unknown': '该套餐不存在。',
  'plan/legacy': '该套餐已停止提供。',
  'plan/paid-not-available': '暂时无法购买付费套餐，请选择免费套餐。',
};

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
  failedSignUp: '注册失败',
  failedSignOut: '无法连接服务器，您仍处于登录状态，请重试。',
  refusals,
  functions,
  subscriptionContext: {
    noSubscriptionId: '未提供订阅 ID',
    unauthenticated: '用户未登录',
    notFound: '未找到该订阅',
    accessDenied: '没有访问权限',
    fetchFailed: '获取订阅信息时出错',
  },
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
};
