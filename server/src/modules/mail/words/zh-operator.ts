import { formatMoney } from '@hearth/contract';
import type { operatorMails } from '../kinds/operator.ts';
import type { LetterWords } from './mail-words.ts';

export const operatorZh: LetterWords<keyof typeof operatorMails> = {
  'webhook-endpoint-off': ({ host, reason, productName }) => ({
    subject: `${productName} 发往 ${host} 的 Webhook 已停用`,
    heading: 'Webhook 已停用',
    why:
      reason === 'gone'
        ? `您在 ${host} 的程序表示不再接收 Webhook（410），因此不再向其发送事件。`
        : `五天以来，发往您在 ${host} 的程序的 Webhook 均未成功，因此不再向其发送事件。`,
    link: '您可以查看最近的投递记录和响应，重新启用该端点，并重新发送其错过的事件。事件保留 30 天。',
    button: '查看投递记录',
    otherwise: '如果是您自己停用了该程序，则无需处理。',
  }),
  'payment-disputed': ({ subscriptionId, number, amount, productName }) => ({
    subject: `${productName} 的一笔 ${formatMoney(amount)} 付款被提出争议`,
    heading: `${formatMoney(amount)} 被提出争议`,
    why: `持卡人要求银行退回${number === null ? '' : `发票 ${number} 的`} ${formatMoney(amount)}。项目为 ${subscriptionId}，其套餐和状态不变。`,
    otherwise: '请在截止日期之前，在支付服务商的后台回应此争议，否则款项将被退回。',
  }),
  'ownership-claimed': ({ accountId, claimant, reason, projects, productName }) => ({
    subject: `请裁定 ${productName} 项目的归属`,
    heading: '请裁定项目的归属',
    why: `${
      reason === 'given-away'
        ? `账号 ${accountId} 已由原邮箱 ${claimant} 恢复。此前可能有他人登录该账号，期间有项目被转让。`
        : `账号 ${accountId} 已由原邮箱恢复，而恢复前的邮箱 ${claimant} 的使用者表示账号属于自己。`
    }${
      projects.length === 0
        ? '该账号没有项目。'
        : `以下项目已冻结，等待您的裁定：${projects.join('、')}。`
    }`,
    otherwise:
      projects.length === 0
        ? '请查明账号属于谁。“accounts show”可查看该账号，“accounts disable”可在此期间禁止所有人登录。'
        : '请查明事实，然后对每个项目运行“subscriptions settle-ownership”。“billing show”会显示项目的所有者以及提出主张的人。',
  }),
};
