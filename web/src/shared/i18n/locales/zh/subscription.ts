import type {
  error as enError,
  subscription as enSubscription,
  success as enSuccess,
} from '../en/subscription.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const subscription = {
  untitled: '未命名项目',
  perWeek: '每周',
  pricePerWeek: '每周 {{price}}',
  status: {
    active: '有效',
    incomplete: '待完成',
    past_due: '已逾期',
    unpaid: '未付款',
    canceled: '已取消',
  },
  role: {
    owner: '您是所有者',
    member: '成员',
    separator: '、',
  },
  overview: {
    title: '概览',
    id: '订阅 ID',
    copyId: '复制订阅 ID',
    role: '您的角色',
    created: '创建时间',
    details: '详细信息',
    included: '{{plan}}包含',
    settings: '设置',
  },
  leave: {
    title: '退出项目',
    text: '退出后将立即失去访问权限。如需再次加入，需要重新收到邀请。',
    submit: '退出项目',
    question: '退出“{{project}}”？',
    left: '您已退出“{{project}}”。',
  },
  settings: {
    title: '设置',
    sub: '项目在各处显示的名称。',
    sectionTitle: '常规',
    name: '项目名称',
    nameHint: '显示在项目列表和邀请中，最多 {{max}} 个字符。',
    nameMissing: '请输入项目名称。',
    nameTooLong: '最多 {{max}} 个字符。',
    save: '保存更改',
    back: '返回',
  },
  create: {
    title: '选择套餐',
    sub: '从小处开始，随时可以更换。',
    choose: '选择{{plan}}',
    notForSale: '暂时无法选择',
    popular: '最受欢迎',
    back: '返回',
  },
  cancelError: '订阅取消失败',
  changePlanError: '套餐更换失败',
  planNotFound: '未找到该套餐',
} as const satisfies LocaleShape<typeof enSubscription>;

export const success = {
  saved: '更改已保存。',
} as const satisfies LocaleShape<typeof enSuccess>;

export const error = {
  updateFailed: '更改未能保存，请重试。',
} as const satisfies LocaleShape<typeof enError>;
