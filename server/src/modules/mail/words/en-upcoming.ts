import { formatMoney, type Money } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import { askFor, nameProject } from './en-project.ts';
import type { LetterWords } from './mail-words.ts';

/** Texts of mails about a charge, an end or a plan change that is still to come. */
export const upcomingEn = {
  'renewal-ahead': (about, say) => {
    const { plan, total, chargeAt, card } = about;
    const on = say.date(chargeAt, about.timeZone);
    const from = card === null ? '' : ` to your ${say.card(card)}`;
    return {
      subject: `${nameProject(about, 'Your project')} renews on ${on}`,
      heading: total.amount === 0 ? `Renews on ${on}` : `${formatMoney(total)} is charged on ${on}`,
      why: `${nameProject(about, 'Your project')} is on the ${plan} plan, billed yearly. It renews for another year on ${on}.`,
      link:
        total.amount === 0
          ? 'Nothing is due for the renewal, so no card is charged.'
          : `We will charge ${formatMoney(total)}${from} on that day.`,
      button: 'Open billing',
      otherwise:
        'To keep everything as it is, there is nothing to do. If you want another plan or want to cancel, you can do it on the billing page before that day.',
    };
  },
  'trial-started': (about, say) => {
    const { plan, total, trialEnd, card } = about;
    const on = say.date(trialEnd, about.timeZone);
    const why = `${nameProject(about, 'Your project')} is on a trial of the ${plan} plan, which ends on ${on}. Nothing is charged now.`;
    const begun = about.isLonger
      ? {
          subject: `The trial of ${nameProject(about, 'your project')} goes on until ${on}`,
          heading: `Your trial of ${plan} goes on`,
        }
      : {
          subject: `The trial of ${nameProject(about, 'your project')} has begun`,
          heading: `Your trial of ${plan} has begun`,
        };
    if (card === null) {
      return {
        ...begun,
        why: `${why} There is no card yet. Without one, the project ends with the trial.`,
        link: `To keep it, add a card before that day.${total ? ` ${chargeOnCard(total, on)}` : ''}`,
        button: 'Add a card',
        otherwise:
          'If you do not want to keep it, there is nothing to do, and nothing is charged. You can also cancel it on the billing page before that day.',
      };
    }
    return {
      ...begun,
      why,
      link: total
        ? continueWith(total, say.card(card))
        : 'The billing page shows what is charged on that day.',
      button: 'Open billing',
      otherwise: keepOrCancel,
    };
  },
  'trial-ending': (about, say) => {
    const { plan, total, trialEnd, card } = about;
    const on = say.date(trialEnd, about.timeZone);
    const project = nameProject(about, 'Your project');
    const subject = `The trial of ${nameProject(about, 'your project')} ends on ${on}`;
    const heading = `Your trial ends on ${on}`;
    if (card === null) {
      return {
        subject,
        heading,
        why: `${project} is on a trial of the ${plan} plan, which ends on ${on}. There is no card yet, so the project ends with the trial.`,
        link: `To keep it, add a card before that day. ${chargeOnCard(total, on)}`,
        button: 'Add a card',
        otherwise: 'If you do not want to keep it, there is nothing to do. Nothing is charged.',
      };
    }
    return {
      subject,
      heading,
      why: `${project} is on a trial of the ${plan} plan, which ends on ${on}.`,
      link: continueWith(total, say.card(card)),
      button: 'Open billing',
      otherwise: keepOrCancel,
    };
  },
  'card-expiring': (about, say) => {
    const { total, chargeAt, card } = about;
    const month = say.month({ month: card.expMonth, year: card.expYear });
    const project = nameProject(about, 'your project');
    return {
      subject: `Your card for ${project} ${card.hasExpired ? 'has expired' : 'expires soon'}`,
      heading: `Your card ${card.hasExpired ? 'has expired' : 'expires soon'}`,
      why: `Your ${say.card(card)} ${card.hasExpired ? 'expired' : 'expires'} at the end of ${month}. The next charge for ${project} is ${formatMoney(total)} on ${say.date(chargeAt, about.timeZone)}.`,
      link: 'Add the new card before that day and make it the default.',
      button: 'Add the new card',
      otherwise:
        'Some banks move payments to the new card automatically. If yours does not and the payment fails, we will tell you and try again.',
    };
  },
  'subscription-ending': (about, say) => {
    const date = say.date(about.endsAt, about.timeZone);
    return {
      subject: `${nameProject(about, 'Your project')} ends on ${date}`,
      heading: `Your project ends on ${date}`,
      why: `You canceled ${nameProject(about, 'your project')}. It ends on ${date}. Until then everything works, for everyone in it.`,
      link: 'Nothing more is charged. If you change your mind, you can keep the project on its billing page until that day.',
      button: 'Keep the project',
      otherwise: `If it was not you, keep the project there, and ${askFor(about)}.`,
    };
  },
  'free-time': (about, say) => {
    const { freeUntil, plan } = about;
    const project = nameProject(about, 'Your project');
    const same = { button: 'Open billing', otherwise: `If you have questions, ${askFor(about)}.` };
    if (freeUntil === null && plan !== null) {
      return {
        ...same,
        subject: `${project} is on ${plan} again`,
        heading: `Your project is on ${plan} again`,
        why: `The time in which ${nameProject(about, 'your project')} had another plan free of charge is over. Nothing is charged.`,
        link: 'The billing page shows the plans that you can choose.',
      };
    }
    if (freeUntil === null) {
      return {
        ...same,
        subject: `${project} renews at its price again`,
        heading: 'Renewals cost their price again',
        why: `The time in which renewals of ${nameProject(about, 'your project')} cost nothing is over.`,
        link: 'The billing page shows what is charged next.',
      };
    }
    const until = say.date(freeUntil, about.timeZone);
    if (plan !== null) {
      return {
        ...same,
        subject: `${project} has ${plan} free of charge until ${until}`,
        heading: `${plan} until ${until}, free of charge`,
        why: `We have given ${nameProject(about, 'your project')} the plan ${plan} until ${until}. It costs nothing, needs no card, and ends by itself: the project then returns to the free plan.`,
        link: 'To keep the plan after that day, add a card on the billing page and choose to keep it.',
      };
    }
    return {
      ...same,
      subject: `${project} is free of charge until ${until}`,
      heading: `Renewals until ${until} cost nothing`,
      why: `We have given you time free of charge: renewals of ${nameProject(about, 'your project')} until ${until} cost nothing. There is nothing to do. A change of the plan would end this time.`,
      link: 'The billing page shows when the next charge is.',
    };
  },
  'subscription-resumed': (about, say) => {
    const { renewsAt } = about;
    const next =
      renewsAt === null
        ? ''
        : ` The next charge is on ${say.date(renewsAt, about.timeZone)}, as before.`;
    return {
      subject: `${nameProject(about, 'Your project')} continues`,
      heading: 'Your project continues',
      why: `You kept ${nameProject(about, 'your project')}. It no longer ends by itself.${next}`,
      link: 'The billing page shows what is charged next.',
      button: 'Open billing',
      otherwise: `If it was not you, ${askFor(about)}.`,
    };
  },
  'plan-change-scheduled': (about, say) => {
    const { plan, frequency, takesEffectAt, next } = about;
    const date = say.date(takesEffectAt, about.timeZone);
    const first =
      next?.amount === 0
        ? ' Nothing is due on that day either.'
        : next && ` The first charge is ${formatMoney(next)} on that day.`;
    return {
      subject: `${nameProject(about, 'Your project')} changes to ${plan} on ${date}`,
      heading: `You change to ${plan} on ${date}`,
      why: `You changed the plan of ${nameProject(about, 'your project')}. When the paid period is over, on ${date}, it moves to ${say.billed(plan, frequency)}. Nothing is charged now.${first ?? ''}`,
      link: 'If you change your mind, you can keep the current plan on the billing page until that day.',
      button: 'Keep the current plan',
      otherwise: `If it was not you, keep the plan there, and ${askFor(about)}.`,
    };
  },
  'plan-change-undone': (about) => ({
    subject: `${nameProject(about, 'Your project')} stays on ${about.plan}`,
    heading: `You stay on ${about.plan}`,
    why: `You kept the current plan of ${nameProject(about, 'your project')}. The scheduled change was canceled, and ${about.plan} renews as before.`,
    link: 'The billing page shows what is charged next.',
    button: 'Open billing',
    otherwise: `If it was not you, ${askFor(about)}.`,
  }),
} satisfies Partial<LetterWords<keyof typeof billingMails>>;

/** After a trial without a card, to which one is added. */
function chargeOnCard(total: Money, on: string): string {
  return total.amount === 0
    ? 'Nothing is due for the first period, so the card is not charged then.'
    : `We will then charge ${formatMoney(total)} on ${on}.`;
}

/** After a trial with a card. */
function continueWith(total: Money, card: string): string {
  return total.amount === 0
    ? 'The project then continues. Nothing is due for the first period, so no card is charged.'
    : `The project then continues, and we will charge ${formatMoney(total)} to your ${card}.`;
}

const keepOrCancel =
  'To keep it, there is nothing to do. If you do not want to keep it, cancel it on the billing page before that day, and nothing is charged.';
