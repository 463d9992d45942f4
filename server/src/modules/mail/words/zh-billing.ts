import { formatMoney, type Money } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import { findNewRhythm } from '../kinds/billing-contents.ts';
import type { About, LetterWords } from './mail-words.ts';
import { askFor, nameProject } from './zh-project.ts';
import { upcomingZh } from './zh-upcoming.ts';

export const billingZh: LetterWords<keyof typeof billingMails> = {
  receipt: (about) => {
    const project = nameProject(about, '您的');
    const isCharged = about.charged.amount > 0;
    return {
      subject: `${project}的收据：${formatMoney(isCharged ? about.charged : about.total)}`,
      heading: toReceiptHeading(about),
      why: isCharged
        ? `感谢您的付款！${project}的发票已付清。`
        : `${project}的发票没有从银行卡扣款。`,
      button: about.invoiceLink === null ? '打开账单页面' : '查看发票',
      more: '所有发票和下次扣款，都可以在账单页面查看：',
    };
  },
  refund: (about) => {
    const project = nameProject(about, '您的');
    const sum = formatMoney(about.amount);
    return {
      subject: `${project}的退款：${sum}`,
      heading: `${sum} 正在退还给您`,
      why: `${project}的一笔付款中有 ${sum} 正在退还给您${ofInvoice(about)}。`,
      link: '款项将原路退回，银行最多可能需要十天才会入账。',
      button: '查看发票',
      otherwise: `如果您对此并不知情，请${askFor(about)}。`,
    };
  },
  'refund-failed': (about) => {
    const project = nameProject(about, '您的');
    const sum = formatMoney(about.amount);
    return {
      subject: `${project}的退款未能到账`,
      heading: `${sum} 退款未能到账`,
      why: `${project}的 ${sum} 退款被您的银行退回${ofInvoice(about)}，常见原因是银行卡已过期或已更换。`,
      link: `款项并未丢失，请${askFor(about)}，改用其他方式退款。`,
      button: '查看发票',
      otherwise: '除此之外没有任何变化。',
    };
  },
  'credit-note': (about) => {
    const project = nameProject(about, '您的');
    const sum = formatMoney(about.amount);
    return {
      subject: `${project}的贷记通知单：${sum}`,
      heading: `发票减免 ${sum}`,
      why: `${project}的一张发票开具了贷记通知单，减免 ${sum}${ofInvoice(about)}。`,
      link: '如果该发票已经付清，这笔金额会用于抵扣之后的发票。',
      button: '查看发票',
      otherwise: `如果您对此并不知情，请${askFor(about)}。`,
    };
  },
  'payment-failed': (about, say) => {
    const project = nameProject(about, '您的');
    const { owed, card, retryAt } = about;
    const sum = owed === null ? '上一笔款项' : ` ${formatMoney(owed)} 款项`;
    const how = card === null ? '未能扣取' : `未能从您的${say.card(card)}中扣取`;
    const when = retryAt === null ? '在接下来几天内' : `于 ${say.date(retryAt, about.timeZone)}`;
    return {
      subject: `${project}扣款失败${owed === null ? '' : `：${formatMoney(owed)}`}`,
      heading: owed === null ? '上一笔款项未能扣款' : `${formatMoney(owed)} 未能扣款`,
      why: `${project}的${sum}${how}。`,
      link: about.isUncollectible
        ? '我们不再催收这张发票，也不会再为它扣款。请在下一张发票之前检查您的银行卡。'
        : '请前往账单页面立即付款，可用这张或其他银行卡。',
      button: about.isUncollectible ? '查看银行卡' : payNow(owed),
      otherwise: about.isUncollectible
        ? `如果您仍想付清，请${askFor(about)}。`
        : `否则我们会${when}再次扣款，在此期间一切照常。若始终未能扣款成功，项目将对所有成员暂停，付清后恢复。`,
    };
  },
  'authentication-needed': (about) => {
    const project = nameProject(about, '您的');
    const sum = about.owed === null ? '上一笔付款' : ` ${formatMoney(about.owed)} 付款`;
    return {
      subject: `请确认${project}的付款`,
      heading: about.owed === null ? '请确认上一笔付款' : `请确认 ${formatMoney(about.owed)} 付款`,
      why: `银行需要您确认${project}的${sum}。`,
      link: '请前往账单页面确认，也可以改用其他银行卡付款。',
      button: '确认付款',
      otherwise: '在此期间一切照常。如果您几天内仍未确认，项目将对所有成员暂停，付清后恢复。',
    };
  },
  'subscription-unpaid': (about) => {
    const project = nameProject(about, '您的');
    const sum = about.owed === null ? '所欠款项' : ` ${formatMoney(about.owed)}`;
    return {
      subject: `${project}已暂停，付清后恢复`,
      heading: about.owed === null ? '项目已暂停，付清后恢复' : `付清${sum} 后恢复项目`,
      why: `${project}的款项未能扣款成功，我们不再自动扣款。项目现已暂停，您和成员都只能查看概览。`,
      link: `请前往账单页面支付${sum}，可用这张或其他银行卡。付清后项目立即恢复。`,
      button: payNow(about.owed),
      otherwise: '在此期间，项目中的内容不会丢失。如果不再需要该项目，可以在账单页面取消。',
    };
  },
  'card-missing': (about, say) => {
    const project = nameProject(about, '您的');
    const { neededAt } = about;
    const when =
      neededAt === null ? '' : `下一张发票将于 ${say.date(neededAt, about.timeZone)}扣款。`;
    return {
      subject: `请为${project}添加银行卡`,
      heading: '没有可以扣款的银行卡',
      why: `${project}的银行卡已在支付服务商处被删除，且没有其他银行卡可用。${when}`,
      link: '请添加一张银行卡，之后将从该卡扣款。',
      button: '添加银行卡',
      otherwise: `在此期间一切照常。如果您对此并不知情，请${askFor(about)}。`,
    };
  },
  ...upcomingZh,
  'subscription-canceled': (about) => {
    const project = nameProject(about, '您的');
    const { canceledBy } = about;
    const isOwn = canceledBy === 'owner';
    if (canceledBy === 'ending') {
      return {
        subject: `${project}已结束`,
        heading: '项目已结束',
        why: `${project}已在设定的日期结束，无法恢复。`,
        link: '之后不再扣款，发票仍可在账单页面查看。',
        button: '查看发票',
        otherwise: `如果您对此并不知情，请${askFor(about)}。`,
      };
    }
    if (canceledBy === 'trial') {
      return {
        subject: `${project}已结束`,
        heading: '试用期已结束',
        why: `${project}的试用期已结束，且未添加银行卡，项目随之结束，无法恢复。`,
        link: '没有产生任何扣款，您仍可查看该项目。',
        button: '打开账单页面',
        otherwise: `如果您对此并不知情，请${askFor(about)}。`,
      };
    }
    const who = {
      owner: '您取消了',
      operator: '客服取消了',
      provider: '支付服务商结束了',
    }[canceledBy];
    return {
      subject: `${project}已取消`,
      heading: '项目已取消',
      why: `${who}${project}。项目已立即结束，此操作无法撤销。`,
      link: '之后不再扣款，发票仍可在账单页面查看。',
      button: '查看发票',
      otherwise: `${isOwn ? '如果不是您本人操作' : '如果您对此并不知情'}，请${askFor(about)}。`,
    };
  },
  'plan-changed': (about) => {
    const project = nameProject(about, '您的');
    return {
      subject: `${project}${toChangeSubject(about)}`,
      heading: toChangeHeading(about),
      why: `${project}的${toChanged(about)}。`,
      button: '打开账单页面',
      otherwise: `如果您对此并不知情，请${askFor(about)}。`,
    };
  },
};

function toReceiptHeading({ charged, carried, fromCredit }: About<'receipt'>): string {
  if (charged.amount > 0) {
    return `${formatMoney(charged)} 已付清`;
  }
  if (carried && carried.amount < 0) {
    return `${formatMoney({ ...carried, amount: -carried.amount })} 计入下一张发票`;
  }
  return fromCredit.amount > 0 ? `${formatMoney(fromCredit)} 已由余额抵扣` : '没有产生扣款';
}

const ofInvoice = ({ number }: { readonly number: string | null }) =>
  number === null ? '' : `（发票编号：${number}）`;

function toChanged({ from, frequency }: About<'plan-changed'>): string {
  if (from !== null) {
    return '套餐刚刚更换';
  }
  return findNewRhythm(frequency) ? '计费周期刚刚变更' : '价格刚刚变更';
}

function toChangeSubject({ from, to, frequency }: About<'plan-changed'>): string {
  const rhythm = findNewRhythm(frequency);
  if (from !== null) {
    return `的套餐已更换为${to}`;
  }
  return rhythm ? `已改为${rhythms[rhythm]}` : '的价格已变更';
}

function toChangeHeading({ from, to, frequency }: About<'plan-changed'>): string {
  const rhythm = findNewRhythm(frequency);
  if (from !== null) {
    return `套餐已更换为${to}`;
  }
  return rhythm ? `已改为${rhythms[rhythm]}` : '价格已变更';
}

const rhythms = { week: '按周计费', month: '按月计费', year: '按年计费' } as const;

const payNow = (owed: Money | null) =>
  owed === null ? '立即支付' : `立即支付 ${formatMoney(owed)}`;
