import type { palette as enPalette } from '../en/palette.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const palette = {
  addCard: '添加银行卡',
  invoice: '下载最新发票',
  changeEmail: '修改邮箱',
  also: {
    users: '团队 席位 角色 权限 users team',
    billing: '套餐 订阅 发票 银行卡 付款 支付 收据 价格 plan invoice card billing',
    activity: '历史 日志 记录 activity log',
    settings: '重命名 改名 名称 settings rename',
    invite: '添加成员 同事 席位 invite',
    keep: '保留套餐 继续 恢复 撤销取消 keep plan resume',
    changePlan: '升级 降级 按年 按月 订阅 价格 plan upgrade downgrade',
    addCard: '付款方式 信用卡 绑卡 换卡 card payment',
    invoice: '账单 收据 开票 invoice receipt pdf',
    profile: '账号 姓名 头像 两步验证 通行密钥 profile account',
    sessions: '会话 登录记录 安全 devices sessions',
    password: '安全 登录 password',
    add: '创建 新增 new create',
    email: '邮件 电子邮件 邮箱地址 email',
    signOut: '登出 注销 退出 logout sign out',
  },
} as const satisfies LocaleShape<typeof enPalette>;
