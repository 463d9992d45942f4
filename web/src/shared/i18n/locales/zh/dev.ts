import type {
  identityProvider as en,
  clock as enClock,
  mailbox as enMailbox,
  ui as enUi,
} from '../en/dev.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const clock = {
  title: '时钟',
  sub: '将 {{productName}} 的时间拨快，并执行届时到期的任务。仅限本地模式。',
  refresh: '刷新',
  now: '产品时间',
  ahead: '拨快',
  step: {
    hour: '一小时',
    day: '一天',
    week: '一周',
    month: '一个月',
    year: '一年',
  },
  count: '数量',
  countWrong: '请输入整数，最多十年。',
  unitName: '单位',
  unit: {
    hour: '小时',
    day: '天',
    week: '周',
    month: '月',
    year: '年',
  },
  submit: '拨快时钟',
  note: '时钟只能向前拨。续订、重试、到期和邮件都会照常发生；拨得太远时，您可能需要重新登录。',
  failed: '时钟没有响应。',
  next: '接下来',
  go: '拨到此刻',
  upcoming: {
    renewal: '{{project}} 续订',
    retry: '重试 {{project}} 的扣款',
    'plan-change': '{{project}} 预定的套餐生效',
    'trial-end': '{{project}} 的试用期结束',
    end: '{{project}} 结束',
    'renewal-ahead': '邮件：{{project}} 即将续订',
    'card-expiring': '邮件：{{project}} 的银行卡即将过期',
    'trial-ending': '邮件：{{project}} 的试用期即将结束',
  },
  hint: '这里是沙盒，不会真正扣款。',
  hintLink: '拨快时钟，查看续订效果',
} as const satisfies LocaleShape<typeof enClock>;

export const mailbox = {
  title: '收件箱',
  sub: '未配置邮件服务器时，{{productName}} 发出的邮件都会显示在这里。仅限本地模式。',
  address: '邮箱地址',
  show: '查看',
  showAll: '查看全部',
  refresh: '刷新',
  list: '邮件',
  to: '收件人：{{address}}',
  sent: '发送时间：{{time}}',
  openHtml: '以 HTML 打开',
  failed: '邮件加载失败。',
  next: '即将发送的邮件',
  emptyTitle: '暂无邮件',
  empty: '注册账号或申请重置密码后，邮件会显示在这里。',
  emptyFor: '没有发送到 {{address}} 的邮件。',
} as const satisfies LocaleShape<typeof enMailbox>;

export const identityProvider: LocaleShape<typeof en> = {
  label: '沙盒',
  explanation:
    '本地模式下由此页面代替 Google。这里不做任何验证，也不保存任何信息：填写谁的信息，就以谁的身份登录。',
  title: '使用沙盒登录',
  email: '邮箱',
  emailMissing: '请输入有效的邮箱地址，例如 name@example.com。',
  name: '姓名（选填）',
  picture: '头像网址（选填）',
  verified: '邮箱已验证',
  continue: '继续',
  cancel: '取消',
};

export const ui = {
  title: '界面组件',
  sub: '{{productName}} 的所有基础组件及其各种状态。仅限本地模式。',
  action: '发送邀请',
  ask: '打开对话框',
  notify: '显示消息',
  question: '要将 Grace Hopper 移出“Acme Analytics”吗？',
  sentence: 'Grace 将立即失去访问权限，以后可再次邀请。',
  word: '正常',
} satisfies LocaleShape<typeof enUi>;
