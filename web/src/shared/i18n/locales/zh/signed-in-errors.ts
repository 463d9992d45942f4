import type { signedInErrors as en } from '../en/signed-in-errors.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const signedInErrors = {
  failedSignOut: '无法连接服务器，您仍处于登录状态，请重试。',
  subscriptionContext: {
    noSubscriptionId: '未提供订阅 ID',
    unauthenticated: '用户未登录',
    notFound: '未找到该订阅',
    accessDenied: '没有访问权限',
    fetchFailed: '获取订阅信息时出错',
  },
} as const satisfies LocaleShape<typeof en>;
