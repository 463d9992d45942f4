import type { account as enAccount } from '../en/account.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const account = {
  profile: {
    title: '个人资料',
    sub: '您在各个项目中的身份信息。',
    unnamed: '未命名用户',
    details: '基本信息',
    name: '姓名',
    email: '邮箱',
    emailVerified: '邮箱已验证',
    yes: '是',
    no: '否',
    userId: '用户 ID',
    copyUserId: '复制用户 ID',
    created: '账户创建时间',
  },
} as const satisfies LocaleShape<typeof enAccount>;
