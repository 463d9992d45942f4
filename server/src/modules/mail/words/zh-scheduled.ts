import { formatMoney } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import type { LetterWords } from './mail-words.ts';
import { formatDate } from './money-words.ts';
import { nameProject } from './zh-project.ts';

const rhythm = { week: '按周', month: '按月', year: '按年' } as const;

/** Texts of mails about a plan change that waits for the end of the period. */
export const scheduledZh = {
  'plan-change-scheduled': (about) => {
    const project = nameProject(about, '您的');
    const { plan, frequency, takesEffectAt, next, productName } = about;
    const date = formatDate(takesEffectAt, 'zh', about.timeZone);
    const how = frequency === null ? '' : `（${rhythm[frequency]}计费）`;
    const first =
      next?.amount === 0 ? '届时也无需付款。' : next && `届时首次扣款 ${formatMoney(next)}。`;
    return {
      subject: `${project}将于 ${date}改用${plan}套餐`,
      why: `您更改了${project}的套餐。${date}已付费时段结束时，项目将改用${plan}套餐${how}。现在不扣款。${first ?? ''}`,
      link: '如果改变主意，在该日期之前可以在账单页面保留当前套餐。',
      button: '打开账单页面',
      otherwise: `如果不是您本人操作，请在账单页面保留当前套餐，并联系 ${productName} 的运营方。`,
    };
  },
  'plan-change-undone': (about) => {
    const project = nameProject(about, '您的');
    return {
      subject: `${project}继续使用${about.plan}套餐`,
      why: `您保留了${project}的当前套餐。原定的更改已撤销，${about.plan}套餐将照常续订。`,
      link: '账单页面会显示下次扣款的时间和金额。',
      button: '打开账单页面',
      otherwise: `如果不是您本人操作，请联系 ${about.productName} 的运营方。`,
    };
  },
} satisfies Partial<LetterWords<keyof typeof billingMails>>;
