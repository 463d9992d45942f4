import type { accountMails, FactorChange } from '../kinds/account.ts';
import type { LetterTexts } from '../templates/template.ts';
import type { LetterWords } from './mail-words.ts';
import { providerName, providerNames } from './provider-names.ts';
import { askFor } from './zh-project.ts';

export const accountZh: LetterWords<keyof typeof accountMails> = {
  'verify-email': ({ productName }) => ({
    subject: `请验证您的 ${productName} 邮箱地址`,
    heading: '请验证您的邮箱地址',
    why: `有人（可能是您本人）使用这个邮箱注册了 ${productName} 账号。`,
    link: '如果是您本人注册，请打开下方链接，并在页面上确认该账号属于您。链接 24 小时内有效。',
    button: '验证邮箱',
    otherwise:
      '如果不是您本人操作，请不要确认。您可以忽略此邮件，也可以打开链接并点击“不是我本人”，以锁定该账号。',
  }),
  'reset-password': ({ productName }) => ({
    subject: `重置您的 ${productName} 密码`,
    heading: '重置密码',
    why: `有人（可能是您本人）申请重置您的 ${productName} 账号密码。`,
    link: '请打开下方链接设置新密码。链接 1 小时内有效，且只能使用一次。',
    button: '设置新密码',
    otherwise: '如果不是您本人操作，请忽略此邮件，您的密码不会改变。',
  }),
  'sign-in-link': ({ productName }) => ({
    subject: `登录 ${productName}`,
    heading: `登录 ${productName}`,
    why: `有人（可能是您本人）申请使用这个邮箱登录 ${productName}。`,
    link: '请打开下方链接，并在页面上确认登录。链接 1 小时内有效，且只能使用一次。',
    button: '登录',
    codeFor:
      '在另一台设备上登录？请在 10 分钟内，在您申请此邮件的页面上输入以下验证码。请勿告诉任何人：我们绝不会通过电话或聊天向您索要验证码。',
    otherwise: '如果不是您本人操作，请忽略此邮件。没有链接或验证码，任何人都无法登录。',
  }),
  'verify-and-change-email': ({ productName, newEmail }) => ({
    subject: `请确认您的 ${productName} 新邮箱`,
    heading: '请确认您的新邮箱',
    why: `有人（可能是您本人）申请将一个 ${productName} 账号的邮箱更换为 ${newEmail}。`,
    link: '请打开下方链接确认。链接 24 小时内有效；确认之前，账号仍使用原邮箱。',
    button: '确认新邮箱',
    otherwise: '如果不是您本人操作，请忽略此邮件，一切保持不变。',
  }),
  'recover-email': ({ productName, newEmail }) => ({
    subject: `您的 ${productName} 账号邮箱已更换`,
    heading: '您的邮箱已更换',
    why: `您的 ${productName} 账号邮箱已更换为 ${newEmail}。我们将此邮件发送到原邮箱，以便您撤销这次更换。`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '打开下方链接即可恢复此邮箱，并让该账号在所有设备上退出登录。链接 7 天内有效。',
    button: '撤销更换',
    otherwise: '如果不是您本人操作，请立即撤销。',
  }),
  'confirm-email-change': ({ productName }) => ({
    subject: `确认您在 ${productName} 的新邮箱`,
    heading: '确认您的新邮箱',
    why: `有人（很可能是您本人）请我们的客服将某个 ${productName} 账号的邮箱更换为此邮箱。`,
    link: '请确认此邮箱。更换将在提出请求 24 小时后生效；如果您之后才确认，则在确认后生效。链接 7 天内有效。',
    button: '确认此邮箱',
    otherwise: '如果不是您本人提出的，请忽略此邮件，不会有任何更改。',
  }),
  'email-change-planned': ({ productName, newEmail }) => ({
    subject: `您的 ${productName} 账号邮箱即将更换`,
    heading: '您的邮箱即将更换',
    why: `有人（很可能是您本人）请我们的客服将您的 ${productName} 账号邮箱更换为 ${newEmail}。新邮箱确认后，最早在 24 小时后生效。`,
    fine: '如果是您本人提出的，无需理会此邮件。',
    link: '打开下方链接即可阻止更换，账号将保留此邮箱。链接在更换生效前有效，至少 24 小时。',
    button: '阻止更换',
    otherwise: '如果不是您本人提出的，请立即阻止。',
  }),
  'email-changed': (about) => ({
    subject: `您现在使用此邮箱登录 ${about.productName}`,
    heading: '您的邮箱已更换',
    why: `应客服收到的请求，您的 ${about.productName} 账号现已使用此邮箱，并已在所有设备上退出登录。密码和其他登录方式保持不变。`,
    otherwise: `如果不是您本人提出的，请${askFor(about)}。`,
  }),
  'revert-verification': ({ productName }) => ({
    subject: `您的邮箱已在 ${productName} 完成验证`,
    heading: '您的邮箱已完成验证',
    why: `刚刚有一个 ${productName} 账号验证了您的邮箱，但验证时所用的浏览器并未登录该账号。`,
    fine: '如果这是您的账号，无需理会此邮件。',
    link: '打开下方链接并确认后，该账号将在所有设备上退出登录，密码失效，并退出以您的邮箱加入的项目。链接 7 天内有效。',
    button: '不是我本人',
    otherwise: '如果您不认识这个账号，请立即撤销。',
  }),
  'account-recovered': ({ productName, oldEmail }) => ({
    subject: `您的 ${productName} 账号已恢复为原来的邮箱`,
    heading: '您的账号已恢复为原来的邮箱',
    why: `此前使用这个邮箱的 ${productName} 账号已恢复为 ${oldEmail}。原邮箱的使用者撤销了邮箱更换，该账号已在所有设备上退出登录。`,
    fine: '如果您没有使用这个邮箱的账号，无需理会此邮件。',
    link: `打开下方链接并确认后，将由我们作出裁定。在此之前，该账号的项目不能取消、转让或退款。链接 7 天内有效。`,
    button: '这是我的账号',
    otherwise: '如果邮箱是您本人更换的，而且账号属于您，请立即告诉我们。',
  }),
  'password-changed': ({ productName, providers = [] }) => ({
    subject: `您的 ${productName} 密码已修改`,
    heading: '您的密码已修改',
    why: `您的 ${productName} 账号密码刚刚被修改。${stillOpening(providers)}`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '设置新密码后，该账号将在所有设备上退出登录，包括他人的设备。',
    button: '重置密码',
    otherwise: '如果不是您本人操作，请立即重置密码。',
  }),
  'password-removed': ({ productName }) => ({
    subject: `您的 ${productName} 账号密码已移除`,
    heading: '您的密码已移除',
    why: `您的 ${productName} 账号密码刚刚被移除，现在只能使用个人资料中列出的其他方式登录。`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '设置新密码后，该账号将在所有设备上退出登录，解除所有绑定，并移除所有通行密钥。',
    button: '设置新密码',
    otherwise: '如果不是您本人操作，请立即设置新密码。',
  }),
  'provider-linked': ({ productName, ...sign }) => ({
    subject: `您的 ${productName} 账号已绑定${providerName(sign.provider, 'zh')}`,
    heading: `您的账号已绑定${providerName(sign.provider, 'zh')}`,
    why: `您的 ${productName} 账号刚刚绑定了${signIn(sign)}，今后您可以用它登录。`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '打开下方链接即可解除绑定，并让该账号在所有设备上退出登录。如果账号设有密码，密码也会失效，我们会另外发送设置新密码的链接。链接 7 天内有效。',
    button: '解除绑定',
    otherwise: '如果不是您本人操作，请立即解除绑定。',
  }),
  'provider-unlinked': ({ productName, ...sign }) => ({
    subject: `您的 ${productName} 账号已解除绑定${providerName(sign.provider, 'zh')}`,
    heading: `您的账号已解除绑定${providerName(sign.provider, 'zh')}`,
    why: `您的 ${productName} 账号刚刚解除了与${signIn(sign)}的绑定，您今后无法再用它登录。`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '打开下方链接即可恢复绑定，并让该账号在所有设备上退出登录。如果账号设有密码，密码也会失效。链接 7 天内有效。',
    button: '恢复绑定',
    otherwise: '如果不是您本人操作，请立即恢复。',
  }),
  'factors-changed': ({ productName, change }) => ({
    ...factorsChanged[change](productName),
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '打开下方链接即可撤销这次更改，并让该账号在所有设备上退出登录。如果账号设有密码，密码也会失效，您可以重新设置。链接 7 天内有效。',
    button: '不是我本人',
    otherwise: '如果不是您本人操作，请立即撤销。',
  }),
  'authenticator-removed': ({ productName }) => ({
    subject: `您的 ${productName} 账号已移除身份验证器`,
    heading: '已移除身份验证器',
    why: `您的 ${productName} 账号刚刚移除了一个身份验证器应用，操作者登录时没有使用该应用。其中的验证码不再有效，其他设备均已退出登录。`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '设置新密码后，该账号将在所有设备上退出登录，包括他人的设备，并解除所有绑定、移除所有通行密钥。',
    button: '重置密码',
    otherwise: '如果不是您本人操作，请立即重置密码。',
  }),
  'passkey-removed': ({ productName }) => ({
    subject: `您的 ${productName} 账号已移除通行密钥`,
    heading: '已移除通行密钥',
    why: `您的 ${productName} 账号刚刚移除了一个通行密钥，操作者登录时没有使用该密钥。它不再能登录账号，用它登录的设备均已退出登录。`,
    fine: '如果是您本人操作，无需理会此邮件。',
    link: '设置新密码后，该账号将在所有设备上退出登录，包括他人的设备，并解除所有绑定、移除所有通行密钥。',
    button: '重置密码',
    otherwise: '如果不是您本人操作，请立即重置密码。',
  }),
  'account-deleted': (about) => ({
    subject: `您的 ${about.productName} 账号已删除`,
    heading: '您的账号已删除',
    why: `您的 ${about.productName} 账号刚刚${about.isPlanned ? '按照我们 7 天前的通知' : '在登录状态下'}被删除，个人资料、项目成员身份和登录会话均已清除。`,
    otherwise: `${about.isPlanned ? '如有疑问' : '如果不是您本人操作'}，请${askFor(about)}。我们不会再向此邮箱发送邮件。`,
  }),
  'deletion-planned': ({ productName, deletesAt }, say) => ({
    subject: `您的 ${productName} 账号将于 ${say.date(deletesAt)}删除`,
    heading: `您的账号将于 ${say.date(deletesAt)}删除`,
    why: `有人（很可能是您本人）请我们的客服删除您的 ${productName} 账号。账号将于 ${say.date(deletesAt)}删除，在此之前一切照常。`,
    fine: '如果是您本人提出的，无需理会此邮件。',
    link: '打开下方链接即可保留账号。链接在账号删除之前有效。',
    button: '保留我的账号',
    otherwise: '如果不是您本人提出的，或者您改变了主意，请保留账号。',
  }),
  'account-viewed': (about) => ({
    subject: `${about.productName} 的运营人员查看了您所看到的界面`,
    heading: '运营人员查看了您的账号',
    why: `${about.productName} 的运营人员从现在起最多 15 分钟内可以看到您所看到的界面，但无法更改任何内容。理由：“${about.reason}”`,
    otherwise: `如果您没有请求帮助，也不清楚这个理由，请${askFor(about)}。`,
  }),
  'account-invitation': ({ productName }) => ({
    subject: `邀请您注册 ${productName} 账号`,
    heading: `邀请您注册 ${productName} 账号`,
    why: `我们邀请您使用这个邮箱注册 ${productName} 账号。`,
    link: '邀请仅限这个邮箱使用，14 天内有效。',
    button: '注册账号',
    otherwise: '如果您不清楚这是什么邀请，请忽略此邮件，我们不会为您创建账号。',
  }),
  'account-unused': ({ productName, days }) => ({
    subject: `您的 ${productName} 账号将在 ${days} 天后删除`,
    heading: `您的账号将在 ${days} 天后删除`,
    why: `有人使用这个邮箱注册了 ${productName} 账号，但邮箱一直未经验证，此后也没有人登录过该账号。`,
    link: `如需保留账号，请在 ${days} 天内打开下方链接验证邮箱，或登录一次。`,
    button: '验证邮箱并保留账号',
    otherwise: `否则账号将在 ${days} 天后删除。如果不是您本人注册的，无需理会此邮件。`,
  }),
};

const factorsChanged: Record<
  FactorChange,
  (productName: string) => Pick<LetterTexts, 'subject' | 'heading' | 'why'>
> = {
  added: (productName) => ({
    subject: `您的 ${productName} 账号已添加身份验证器`,
    heading: '已添加身份验证器',
    why: `您的 ${productName} 账号刚刚添加了身份验证器应用。今后登录时需要输入其中的验证码，其他设备均已退出登录。`,
  }),
  removed: (productName) => ({
    subject: `您的 ${productName} 账号已移除身份验证器`,
    heading: '已移除身份验证器',
    why: `您的 ${productName} 账号刚刚移除了一个身份验证器应用，其中的验证码不再有效，其他设备均已退出登录。`,
  }),
  'removed-by-operator': (productName) => ({
    subject: `您的 ${productName} 账号已关闭两步验证`,
    heading: '两步验证已关闭',
    why: `有人（可能是您本人）联系了我们，我们刚刚移除了您 ${productName} 账号的所有身份验证器应用和恢复码，所有设备均已退出登录。`,
  }),
  'passkey-added': (productName) => ({
    subject: `您的 ${productName} 账号已添加通行密钥`,
    heading: '已添加通行密钥',
    why: `您的 ${productName} 账号刚刚添加了一个通行密钥。今后，存有该密钥的设备无需密码即可登录。`,
  }),
  'passkey-removed': (productName) => ({
    subject: `您的 ${productName} 账号已移除通行密钥`,
    heading: '已移除通行密钥',
    why: `您的 ${productName} 账号刚刚移除了一个通行密钥，它不再能登录账号。`,
  }),
  'recovery-code-used': (productName) => ({
    subject: `您的 ${productName} 账号使用了恢复码`,
    heading: '使用了恢复码',
    why: `刚刚有人用恢复码代替验证码登录了您的 ${productName} 账号。该恢复码已失效。`,
  }),
  'recovery-codes-renewed': (productName) => ({
    subject: `您的 ${productName} 账号已生成新的恢复码`,
    heading: '已生成新的恢复码',
    why: `您的 ${productName} 账号刚刚生成了新的恢复码，之前的恢复码均已失效。`,
  }),
};

/** The address tells whose sign-in it is: the person's own, or someone else's. */
function signIn({ provider, providerEmail }: { provider: string; providerEmail: string }): string {
  const name = providerName(provider, 'zh');
  return providerEmail === '' ? name : `${name}（${providerEmail}）`;
}

function stillOpening(providers: readonly string[]): string {
  return providers.length === 0 ? '' : `您仍可使用${providerNames(providers, 'zh')}登录。`;
}
