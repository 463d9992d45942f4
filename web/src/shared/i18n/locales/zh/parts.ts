import type { paging as enPaging, planLimit as enPlanLimit } from '../en/parts.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const paging = {
  name: '分页',
  range: '第 {{from, number}}–{{to, number}} 条，共 {{total, number}} 条',
  size: '每页行数',
  previous: '上一页',
  next: '下一页',
} as const satisfies LocaleShape<typeof enPaging>;

export const planLimit = {
  owner: '更换更大的套餐即可继续。',
  memberNamed: '请所有者 {{owner}} 更换更大的套餐。',
  member: '请所有者更换更大的套餐。',
} as const satisfies LocaleShape<typeof enPlanLimit>;
