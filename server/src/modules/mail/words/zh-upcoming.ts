import { formatMoney, type Money } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import type { LetterWords } from './mail-words.ts';
import { askFor, nameProject } from './zh-project.ts';

/** Texts of mails about a charge, an end or a plan change that is still to come. */
export const upcomingZh = {
  'renewal-ahead': (about, say) => {
    const { plan, total, chargeAt, card } = about;
    const project = nameProject(about, '您的');
    const on = say.date(chargeAt, about.timeZone);
    const from = card === null ? '' : `从您的${say.card(card)}`;
    return {
      subject: `${project}将于 ${on}续订`,
      heading: total.amount === 0 ? `${on}续订` : `${on}将扣款 ${formatMoney(total)}`,
      why: `${project}使用按年计费的${plan}套餐，将于 ${on}续订一年。`,
      link:
        total.amount === 0
          ? '这次续订无需付款，不会从银行卡扣款。'
          : `届时将${from}扣款 ${formatMoney(total)}。`,
      button: '打开账单页面',
      otherwise:
        '如需继续使用，无需任何操作。如果想更换套餐或取消，请在此日期之前前往账单页面操作。',
    };
  },
  'trial-started': (about, say) => {
    const { plan, total, trialEnd, card } = about;
    const project = nameProject(about, '您的');
    const on = say.date(trialEnd, about.timeZone);
    const why = `${project}正在试用${plan}套餐，试用将于 ${on}结束。现在不扣款。`;
    const begun = about.isLonger
      ? { subject: `${project}的试用延长至 ${on}`, heading: `${plan}试用已延长` }
      : { subject: `${project}的试用已开始`, heading: `${plan}试用已开始` };
    if (card === null) {
      return {
        ...begun,
        why: `${why}目前还没有银行卡，届时如果仍没有，项目将随试用一起结束。`,
        link: `如需保留项目，请在此日期之前添加银行卡。${total ? chargeOnCard(total) : ''}`,
        button: '添加银行卡',
        otherwise: '如果不想保留，无需任何操作，也不会扣款。您也可以在此日期之前前往账单页面取消。',
      };
    }
    return {
      ...begun,
      why,
      link: total ? continueWith(total, say.card(card)) : '账单页面会显示届时扣款的金额。',
      button: '打开账单页面',
      otherwise: keepOrCancel,
    };
  },
  'trial-ending': (about, say) => {
    const { plan, total, trialEnd, card } = about;
    const project = nameProject(about, '您的');
    const on = say.date(trialEnd, about.timeZone);
    const subject = `${project}的试用将于 ${on}结束`;
    const why = `${project}正在试用${plan}套餐，试用将于 ${on}结束。`;
    const heading = `试用将于 ${on}结束`;
    if (card === null) {
      return {
        subject,
        heading,
        why: `${why}目前还没有银行卡，项目将随试用一起结束。`,
        link: `如需保留项目，请在此日期之前添加银行卡。${chargeOnCard(total)}`,
        button: '添加银行卡',
        otherwise: '如果不想保留，无需任何操作，也不会扣款。',
      };
    }
    return {
      subject,
      heading,
      why,
      link: continueWith(total, say.card(card)),
      button: '打开账单页面',
      otherwise: keepOrCancel,
    };
  },
  'card-expiring': (about, say) => {
    const { total, chargeAt, card } = about;
    const project = nameProject(about, '您的');
    const month = say.month({ month: card.expMonth, year: card.expYear });
    return {
      subject: `${project}的银行卡${card.hasExpired ? '已过期' : '即将到期'}`,
      heading: card.hasExpired ? '您的银行卡已过期' : '您的银行卡即将到期',
      why: `${project}使用的${say.card(card)}${card.hasExpired ? '已' : '将'}于 ${month}底到期，而下次扣款为 ${say.date(chargeAt, about.timeZone)}，金额 ${formatMoney(total)}。`,
      link: '请在此日期之前添加新的银行卡，并设为默认。',
      button: '添加新的银行卡',
      otherwise: '有些银行会自动改用新卡付款。如果扣款未能成功，我们会通知您并再次尝试。',
    };
  },
  'subscription-ending': (about, say) => {
    const project = nameProject(about, '您的');
    const date = say.date(about.endsAt, about.timeZone);
    return {
      subject: `${project}将于 ${date}结束`,
      heading: `项目将于 ${date}结束`,
      why: `您取消了${project}。项目将于 ${date}结束，在此之前，所有成员都可照常使用。`,
      link: '之后不再扣款。如果改变主意，在该日期之前可以在账单页面保留项目。',
      button: '保留项目',
      otherwise: `如果不是您本人操作，请在账单页面保留项目，并${askFor(about)}。`,
    };
  },
  'free-time': (about, say) => {
    const project = nameProject(about, '您的');
    const { freeUntil, plan } = about;
    const same = { button: '打开账单页面', otherwise: `如有疑问，请${askFor(about)}。` };
    if (freeUntil === null && plan !== null) {
      return {
        ...same,
        subject: `${project}已恢复为${plan}`,
        heading: `已恢复为${plan}`,
        why: `${project}免费使用赠送套餐的时间已结束，不会产生任何费用。`,
        link: '账单页面会显示可选择的套餐。',
      };
    }
    if (freeUntil === null) {
      return {
        ...same,
        subject: `${project}恢复按原价续订`,
        heading: '恢复按原价续订',
        why: `${project}免费续订的时间已结束。`,
        link: '账单页面会显示下次扣款的时间和金额。',
      };
    }
    const until = say.date(freeUntil, about.timeZone);
    if (plan !== null) {
      return {
        ...same,
        subject: `${project}可免费使用${plan}至 ${until}`,
        heading: `${until}之前免费使用${plan}`,
        why: `我们向${project}赠送了${plan}，至 ${until}为止。不收费，无需银行卡，到期自动恢复为免费套餐。`,
        link: '如需在此之后保留该套餐，请在账单页面添加银行卡并选择保留。',
      };
    }
    return {
      ...same,
      subject: `${project}在 ${until}之前免费续订`,
      heading: `${until}之前续订免费`,
      why: `我们为您提供了一段免费时间：${until}之前，${project}续订不收费。您无需任何操作。更换套餐会提前结束这段时间。`,
      link: '账单页面会显示下次扣款的时间。',
    };
  },
  'subscription-resumed': (about, say) => {
    const project = nameProject(about, '您的');
    const { renewsAt } = about;
    const next = renewsAt === null ? '' : `下次扣款仍为 ${say.date(renewsAt, about.timeZone)}。`;
    return {
      subject: `${project}已保留`,
      heading: '项目已保留',
      why: `您保留了${project}。项目不会再自动结束。${next}`,
      link: '账单页面会显示下次扣款的时间和金额。',
      button: '打开账单页面',
      otherwise: `如果不是您本人操作，请${askFor(about)}。`,
    };
  },
  'plan-change-scheduled': (about, say) => {
    const project = nameProject(about, '您的');
    const { plan, frequency, takesEffectAt, next } = about;
    const date = say.date(takesEffectAt, about.timeZone);
    const to = frequency === null ? `${plan}套餐` : `${plan}套餐（${rhythms[frequency]}）`;
    const first =
      next?.amount === 0 ? '届时也无需付款。' : next && `届时首次扣款 ${formatMoney(next)}。`;
    return {
      subject: `${project}将于 ${date}改用${plan}套餐`,
      heading: `${date}改用${plan}套餐`,
      why: `您更改了${project}的套餐。${date}已付费时段结束时，项目将改用${to}。现在不扣款。${first ?? ''}`,
      link: '如果改变主意，在该日期之前可以在账单页面保留当前套餐。',
      button: '保留当前套餐',
      otherwise: `如果不是您本人操作，请在账单页面保留当前套餐，并${askFor(about)}。`,
    };
  },
  'plan-change-undone': (about) => {
    const project = nameProject(about, '您的');
    return {
      subject: `${project}继续使用${about.plan}套餐`,
      heading: `继续使用${about.plan}套餐`,
      why: `您保留了${project}的当前套餐。原定的更改已撤销，${about.plan}套餐将照常续订。`,
      link: '账单页面会显示下次扣款的时间和金额。',
      button: '打开账单页面',
      otherwise: `如果不是您本人操作，请${askFor(about)}。`,
    };
  },
} satisfies Partial<LetterWords<keyof typeof billingMails>>;

/** After a trial without a card, to which one is added. */
function chargeOnCard(total: Money): string {
  return total.amount === 0
    ? '首个计费周期无需付款，届时不会扣款。'
    : `届时将扣款 ${formatMoney(total)}。`;
}

/** After a trial with a card. */
function continueWith(total: Money, card: string): string {
  return total.amount === 0
    ? '试用结束后项目继续。首个计费周期无需付款，不会从银行卡扣款。'
    : `试用结束后项目继续，并从您的${card}扣款 ${formatMoney(total)}。`;
}

const keepOrCancel =
  '如需保留，无需任何操作。如果不想保留，请在此日期之前前往账单页面取消，不会产生任何费用。';

const rhythms = { week: '按周计费', month: '按月计费', year: '按年计费' } as const;
