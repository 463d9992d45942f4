import type { activity as enActivity } from '../en/activity.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const activity = {
  title: '动态',
  sub: '谁对此项目做了哪些更改。',
  list: '事件',
  range: '第 {{from}}–{{to}} 条，共 {{total}} 条',
  previous: '上一页',
  next: '下一页',
  pages: '分页',
  loadError: '动态加载失败',
  emptyTitle: '暂无动态',
  empty: '邀请、权限和所有权的变更都会列在这里。',
  toUsers: '前往成员页面',
  goneActor: '某位已离开的成员',
  goneSubject: '某位已离开的成员',
  other: '{{actor}}：{{action}}',
  sentences: {
    subscription: {
      created: '{{actor}} 创建了项目',
      'settings-updated': '{{actor}} 修改了设置',
      'ownership-transferred': '{{actor}} 将项目转让给了 {{subject}}',
      'plan-changed': '{{actor}} 更换了套餐',
      canceled: '{{actor}} 取消了订阅',
      'past-due': '项目的一笔付款失败',
      unpaid: '由于欠款未付，项目已暂停',
      recovered: '欠款已付清',
    },
    billing: {
      'details-updated': '{{actor}} 更新了账单信息',
      'default-card-changed': '{{actor}} 更换了默认银行卡',
      'card-removed': '{{actor}} 删除了一张银行卡',
      resynced: '运营方重新读取了支付服务商的账单数据',
      relinked: '运营方将账单关联到了支付服务商的另一个客户',
      'change-settled': '运营方完成了一项未结束的账单变更',
      'change-refused': '运营方拒绝了一项未结束的账单变更',
      'price-moved': '运营方将项目转到了该套餐的现行价格',
    },
    invite: {
      created: '{{actor}} 邀请了 {{subject}}',
      accepted: '{{actor}} 接受邀请并加入了项目',
      rejected: '{{subject}} 拒绝了邀请',
      revoked: '{{actor}} 撤回了发给 {{subject}} 的邀请',
      expired: '发给 {{subject}} 的邀请已过期',
    },
    member: {
      'permissions-changed': '{{actor}} 修改了 {{subject}} 的权限',
      removed: '{{actor}} 移除了 {{subject}}',
      left: '{{actor}} 退出了项目',
      disowned: '{{actor}} 已被移除：邮箱的主人表示该账户不是本人的',
    },
  },
} as const satisfies LocaleShape<typeof enActivity>;
