import type { shell as enShell } from '../en/shell.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const shell = {
  search: '搜索或跳转',
  theme: '主题',
  themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  lastVisited: '最近访问',
  needsPayment: '扣款失败',
  needsAttention: '需要处理',
  toPay_one: '{{count}} 个待支付',
  toPay_other: '{{count}} 个待支付',
  switcher: {
    open: '切换项目，当前为 {{project}}',
    title: '切换项目',
    find: '查找项目',
    all: '全部项目',
    add: '新建项目',
    none: '没有名称匹配的项目。',
  },
  palette: {
    placeholder: '搜索项目、成员、页面和操作',
    close: '关闭搜索',
    none: '没有与“{{text}}”匹配的内容。',
    results_one: '{{count}} 个结果',
    results_other: '{{count}} 个结果',
    move: '移动',
    open: '打开',
    closeHint: '关闭',
    groups: {
      projects: '项目',
      people: '成员',
      pages: '页面',
      actions: '操作',
      appearance: '外观',
    },
    invite: '邀请成员',
    themeOf: {
      system: '跟随设备主题',
      light: '使用浅色主题',
      dark: '使用深色主题',
    },
    languageOf: '切换为 {{language}}',
    sessions: '已登录的设备',
    password: '修改密码',
  },
  offline: {
    text: '您已离线，当前内容来自 {{time}}。可以浏览，恢复连接后才能修改。',
    textWithoutTime: '您已离线。可以浏览，恢复连接后才能修改。',
    retry: '重试',
    stillOff: '仍未连接。',
    reason: '您已离线，恢复连接后才能修改。',
  },
  moneyLost:
    '连接在收到答复前中断，暂不确定操作是否已完成。恢复连接后请再次点击按钮，不会重复扣款。',
  ended: {
    title: '请重新登录',
    'password-changed':
      '您的密码已在另一台设备上更改，因此已于 {{time}} 退出登录。登录后将回到此页面。',
    'sign-in-changed': '您的登录方式已更改，因此已于 {{time}} 退出登录。登录后将回到此页面。',
    'ended-elsewhere': '您已于 {{time}} 在另一台设备上退出了此设备的登录。登录后将回到此页面。',
    operator: '运营方已于 {{time}} 结束您的登录会话。登录后将回到此页面。',
    unknown: '登录已失效。登录后将回到此页面。',
    signIn: '登录',
  },
  unsaved: {
    title: '不保存就离开？',
    text: '“{{text}}”尚未保存。',
    textMany: '您的更改尚未保存。',
    keep: '继续编辑',
    discard: '放弃更改',
  },
  lost: {
    title: '此页面不存在',
    text: '链接可能已失效，或项目属于另一个账号。',
    home: '返回项目列表',
    search: '搜索',
  },
} as const satisfies LocaleShape<typeof enShell>;
