import type { signedInErrors as enSignedIn } from '../en/signed-in-errors.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const signedInErrors = {
  failedSignOut: '无法连接服务器，您仍处于登录状态，请重试。',
  subscriptionContext: {
    noSubscriptionId: '未提供订阅 ID',
    unauthenticated: '您尚未登录',
    notFound: '未找到该订阅',
    accessDenied: '没有访问权限',
    secondFactorRequired: '此项目需要两步验证',
    fetchFailed: '获取订阅信息时出错',
  },
  rights: {
    or: '或',
    membersOnly: '项目只对成员开放。请联系其所有者或管理员邀请您加入。',
    secondFactor: '请先为您的账号添加身份验证器应用，再打开此项目。',
    lost: '您已不是“{{project}}”的成员。请联系其所有者或管理员重新邀请您。',
    lostNamed: '您已不是“{{project}}”的成员。请联系其所有者 {{owner}} 或管理员重新邀请您。',
    lacking:
      '打开“{{project}}”的“{{page}}”需要“{{permission}}”权限。请联系其所有者或管理员授予您该权限。',
    lackingNamed:
      '打开“{{project}}”的“{{page}}”需要“{{permission}}”权限。请联系其所有者 {{owner}} 或管理员授予您该权限。',
    owner: '“{{project}}”的“{{page}}”仅限所有者使用。请联系所有者代为操作，或请其转让所有权。',
    ownerNamed:
      '“{{project}}”的“{{page}}”仅限所有者使用。请联系所有者 {{owner}} 代为操作，或请其转让所有权。',
  },
} as const satisfies LocaleShape<typeof enSignedIn>;
