import { formatMoney } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import { nameProject } from './en-project.ts';
import type { LetterWords } from './mail-words.ts';
import { formatDate } from './money-words.ts';

const rhythm = { week: 'weekly', month: 'monthly', year: 'yearly' } as const;

/** Texts of mails about a plan change that waits for the end of the period. */
export const scheduledEn = {
  'plan-change-scheduled': (about) => {
    const { plan, frequency, takesEffectAt, next, productName } = about;
    const date = formatDate(takesEffectAt, 'en', about.timeZone);
    const name = frequency === null ? plan : `${plan}, billed ${rhythm[frequency]}`;
    const first =
      next?.amount === 0
        ? ' Nothing is due on that day either.'
        : next && ` The first charge is ${formatMoney(next)} on that day.`;
    return {
      subject: `${nameProject(about, 'Your project')} changes to ${plan} on ${date}`,
      why: `You changed the plan of ${nameProject(about, 'your project')}. When the paid period is over, on ${date}, it moves to ${name}. Nothing is charged now.${first ?? ''}`,
      link: 'If you change your mind, you can keep the current plan on the billing page until that day.',
      button: 'Open billing',
      otherwise: `If it was not you, keep the plan there, and contact the people who run ${productName}.`,
    };
  },
  'plan-change-undone': (about) => ({
    subject: `${nameProject(about, 'Your project')} stays on ${about.plan}`,
    why: `You kept the current plan of ${nameProject(about, 'your project')}. The scheduled change was canceled, and ${about.plan} renews as before.`,
    link: 'The billing page shows what is charged next.',
    button: 'Open billing',
    otherwise: `If it was not you, contact the people who run ${about.productName}.`,
  }),
} satisfies Partial<LetterWords<keyof typeof billingMails>>;
