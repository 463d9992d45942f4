import type { dashboard as enDashboard } from '../en/dashboard.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const dashboard = {
  title: '项目',
  greeting: '{{name}}，欢迎回来！',
  greetingUnnamed: '欢迎回来！',
  count_one: '共 {{count}} 个项目',
  count_other: '共 {{count}} 个项目',
  create: '新建项目',
  list: '您的项目',
  created: '创建于 {{date}}',
  emptyTitle: '还没有项目',
  empty: '套餐、团队和账单都在项目里管理。免费版一键即可开通。',
} as const satisfies LocaleShape<typeof enDashboard>;
