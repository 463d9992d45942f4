import type { layout as enLayout } from '../en/layout.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const layout = {
  skip: '跳到主要内容',
  loading: '正在加载…',
  peopleAndMore: '{{names}}，另有 {{more}} 人',
  retry: '重试',
  copied: '已复制',
  failed: '未能复制',
  showPassword: '显示密码',
  language: '语言',
  notifications: '通知',
  dismiss: '关闭',
  mainNavigation: '主导航',
  openMenu: '打开菜单',
  closeMenu: '关闭菜单',
  collapseSidebar: '收起侧边栏',
  expandSidebar: '展开侧边栏',
  userMenu: '账户菜单',
  profile: '个人资料',
  signOut: '退出登录',
  projects: '项目',
  overview: '概览',
  activity: '动态',
  users: '成员',
  billing: '账单',
  settings: '设置',
  notFound: {
    title: '页面不存在',
    text: '这个地址没有内容。页面可能已移动，或链接不完整。',
    home: '返回首页',
  },
} as const satisfies LocaleShape<typeof enLayout>;
