import type { ownership as enOwnership } from '../en/ownership.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const ownership = {
  title: '转让所有权',
  sub: '将此项目转让给另一位管理员。',
  cardText: '将此项目转让给另一位管理员，您仍保留管理员身份。',
  open: '转让所有权',
  newOwner: '新所有者',
  choose: '请选择一位管理员',
  chosen: '项目将转让给',
  name: '姓名',
  email: '邮箱',
  warning: '转让后，只有新所有者才能将项目转回给您。',
  whatChanges: '转让后的变化',
  changes: {
    decides: '套餐和银行卡由新所有者管理。',
    billing: '您的银行卡和账单信息将从项目中移除。',
    stays: '您仍是管理员。',
  },
  submit: '转让所有权',
  back: '返回',
  none: '没有可以接收所有权的管理员',
  noneText: '新所有者必须是有效的管理员。请先为成员授予管理员权限，或邀请一位管理员。',
  toUsers: '前往成员页面',
  canceled: '该项目已取消，无法再转让所有权。',
  transferred: '“{{project}}”的所有者现在是 {{name}}。',
  fetchUsersError: '成员列表加载失败',
  transferError: '所有权转让失败',
} as const satisfies LocaleShape<typeof enOwnership>;
