import type { invitation as en } from '../en/invitation.ts';
import type { LocaleShape } from '../locale-shape.ts';

export const invitation = {
  pageTitle: '邀请',
  checking: '正在查找邀请…',
  untitled: '未命名项目',
  host: '邀请人 {{name}}',
  someHost: '邀请人',
  separator: '、',
  joined: '您已加入该项目。',
  facts: {
    email: '受邀邮箱',
    host: '邀请人',
    permissions: '权限',
    until: '有效期至',
  },
  steps: {
    signUp: '注册并加入',
    signIn: '登录并接受',
    accept: '接受',
    reject: '拒绝',
    switchAccount: '退出登录并继续',
    retry: '重试',
    open: '打开项目',
    resend: '发送验证链接',
    recheck: '我已完成验证',
    otherWays: '其他登录方式',
    toProjects: '前往您的项目',
    toSignIn: '登录',
    toSignUp: '创建账号',
  },
  failed: {
    load: '无法加载邀请',
    accept: '未能接受邀请',
    reject: '未能拒绝邀请',
    switchAccount: '您仍处于登录状态',
    recheck: '无法检查您的账号',
    resend: '链接发送失败',
  },
  sentTitle: '请查收邮件',
  sent: '链接已发送至 {{email}}。请打开链接，然后返回此页面。',
  unknownTitle: '找不到该邀请',
  unknown: '请直接打开邮件中的链接，或联系邀请人，请对方重新发送。',
  titles: {
    waiting: '您有一份待接受的邀请',
    valid: '加入“{{project}}”',
    expired: '邀请已过期',
    revoked: '邀请已被撤回',
    'already-member': '已经是成员',
    full: '席位已满',
    canceled: '该项目已取消',
    unpaid: '该项目待付款',
    rejected: '邀请已被拒绝',
    accepted: '邀请已被使用',
  },
  new: {
    valid: '为 {{email}} 创建账号即可加入，此链接已验证该邮箱。',
    expired: '请联系{{host}}，请对方重新向 {{email}} 发送“{{project}}”的邀请。您可以先创建账号。',
    revoked:
      '“{{project}}”的这份邀请已失效。如有疑问，请联系{{host}}。您仍可以创建账号，管理自己的项目。',
    'already-member': '{{email}} 已是“{{project}}”的成员，请使用该邮箱登录后打开。',
    full: '“{{project}}”目前无法加入新成员。请联系{{host}}，请对方为 {{email}} 腾出席位，然后重试。',
    canceled: '“{{project}}”已无法加入，后续安排请联系{{host}}。您可以创建账号，管理自己的项目。',
  },
  uninvited: {
    valid: '{{email}} 需要先有账号才能加入。',
    expired: '请联系{{host}}，请对方重新向 {{email}} 发送“{{project}}”的邀请。',
    revoked: '“{{project}}”的这份邀请已失效。如有疑问，请联系{{host}}。',
    canceled: '“{{project}}”已无法加入，后续安排请联系{{host}}。',
  },
  existing: {
    valid: '{{email}} 已有账号，登录后即可接受邀请。',
    signedIn: '您将以 {{email}} 的身份加入。',
    expired: '请联系{{host}}，请对方再次邀请您加入“{{project}}”。新的邀请也会显示在项目页面。',
    revoked: '您无法再通过此邀请加入“{{project}}”。如有疑问，请联系{{host}}。',
    'already-member': '您已使用 {{email}} 加入“{{project}}”，无需再次接受。',
    full: '有空余席位后，您即可加入“{{project}}”。请联系{{host}}，然后重试。',
    canceled: '“{{project}}”已无法加入，后续安排请联系{{host}}。',
  },
  'someone-else': {
    valid: '该邀请是发给 {{email}} 的，而您当前登录的是 {{reader}}。请退出登录后继续。',
    expired:
      '该邀请是发给 {{email}} 的，而您当前登录的是 {{reader}}。请联系{{host}}，请对方向您想使用的邮箱重新发送邀请。',
    revoked:
      '该邀请是发给 {{email}} 的，而您当前登录的是 {{reader}}。如果您原本要加入“{{project}}”，请联系{{host}}。',
    'already-member':
      '{{email}} 已是“{{project}}”的成员，而您当前登录的是 {{reader}}。请退出登录，再使用 {{email}} 登录。',
    full: '“{{project}}”的邀请是发给 {{email}} 的，而您当前登录的是 {{reader}}。请联系{{host}}，请对方腾出席位，然后重试。',
    canceled:
      '“{{project}}”的邀请是发给 {{email}} 的，而您当前登录的是 {{reader}}。该项目已无法加入，后续安排请联系{{host}}。',
  },
  unverified: {
    valid: '您将以 {{email}} 的身份加入，接受邀请的同时会验证该邮箱。',
    expired:
      '请联系{{host}}，请对方重新向 {{email}} 发送“{{project}}”的邀请。新链接也会验证您的邮箱。',
    revoked: '如果您原本要加入“{{project}}”，请联系{{host}}。您可以在个人资料中验证 {{email}}。',
    'already-member':
      '您已是“{{project}}”的成员，现在就可以打开。您可以在个人资料中验证 {{email}}。',
    full: '有空余席位后，您即可加入“{{project}}”，同时验证 {{email}}。请联系{{host}}，然后重试。',
    canceled: '“{{project}}”已无法加入，后续安排请联系{{host}}。您可以在个人资料中验证 {{email}}。',
  },
  anyone: {
    unpaid: '“{{project}}”完成付款前无法加入。请联系{{host}}，然后重试。',
    rejected: '您不是“{{project}}”的成员。如果改变主意，请联系{{host}}，获取新的邀请。',
    accepted: '{{email}} 已不再是“{{project}}”的成员。如需重新加入，请联系{{host}}，获取新的邀请。',
  },
  unproven: {
    visitor: '请使用收到邀请的邮箱登录或创建账号，之后即可在此查看并接受邀请。',
    'someone-else': '该邀请并非发给您当前登录的 {{reader}}。请退出登录，再使用受邀邮箱继续。',
    unverified:
      '查看邀请前，需要先验证 {{reader}}。我们可以向您发送验证链接，请打开链接后返回此页面。',
    over: '请联系邀请人，请对方重新发送邀请。',
  },
} as const satisfies LocaleShape<typeof en>;
