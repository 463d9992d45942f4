import { formatMoney, type Money } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import { findNewRhythm } from '../kinds/billing-contents.ts';
import { askFor, nameProject } from './en-project.ts';
import { upcomingEn } from './en-upcoming.ts';
import type { About, LetterWords } from './mail-words.ts';

export const billingEn: LetterWords<keyof typeof billingMails> = {
  receipt: (about) => {
    const project = nameProject(about, 'your project');
    const isCharged = about.charged.amount > 0;
    return {
      subject: `Receipt for ${project}: ${formatMoney(isCharged ? about.charged : about.total)}`,
      heading: toReceiptHeading(about),
      why: isCharged
        ? `Thank you. The invoice for ${project} is paid.`
        : `No card was charged for the invoice for ${project}.`,
      button: about.invoiceLink === null ? 'Open billing' : 'See the invoice',
      more: 'Your billing page lists all invoices and the next charge:',
    };
  },
  refund: (about) => {
    const project = nameProject(about, 'your project');
    const sum = formatMoney(about.amount);
    return {
      subject: `Refund for ${project}: ${sum}`,
      heading: `${sum} is on its way back to you`,
      why: `${sum} of what you paid for ${project} is on its way back to you${ofInvoice(about)}.`,
      link: 'It goes to the card or account that paid. Banks may need up to ten days to show it.',
      button: 'See the invoice',
      otherwise: `If you did not expect this, ${askFor(about)}.`,
    };
  },
  'refund-failed': (about) => {
    const project = nameProject(about, 'your project');
    const sum = formatMoney(about.amount);
    return {
      subject: `The refund for ${project} did not arrive`,
      heading: `The refund of ${sum} did not arrive`,
      why: `Your bank returned the refund of ${sum} for ${project}${ofInvoice(about)}. This often happens when a card has expired or was replaced.`,
      link: `The money is not lost. For another way to send it, ${askFor(about)}.`,
      button: 'See the invoice',
      otherwise: 'Nothing else has changed.',
    };
  },
  'credit-note': (about) => {
    const project = nameProject(about, 'your project');
    const sum = formatMoney(about.amount);
    return {
      subject: `Credit note for ${project}: ${sum}`,
      heading: `${sum} is taken off an invoice`,
      why: `A credit note takes ${sum} off an invoice for ${project}${ofInvoice(about)}.`,
      link: 'If the invoice was already paid, the amount is taken off later invoices.',
      button: 'See the invoice',
      otherwise: `If you did not expect this, ${askFor(about)}.`,
    };
  },
  'payment-failed': (about, say) => {
    const project = nameProject(about, 'your project');
    const { owed, card, retryAt } = about;
    const sum = owed === null ? 'the last payment' : formatMoney(owed);
    const from = card === null ? '' : ` from your ${say.card(card)}`;
    const when =
      retryAt === null ? 'in the next few days' : `on ${say.date(retryAt, about.timeZone)}`;
    return {
      subject: `The ${owed === null ? 'last payment' : `payment of ${sum}`} for ${project} failed`,
      heading: owed === null ? 'The last payment failed' : `${sum} was not paid`,
      why: `We could not collect ${sum} for ${project}${from}.`,
      link: about.isUncollectible
        ? 'We no longer collect this invoice and charge no card for it. Please check your cards before the next invoice.'
        : 'Open the billing page to pay it now, with this card or another one.',
      button: about.isUncollectible ? 'See the cards' : payNow(owed),
      otherwise: about.isUncollectible
        ? `If you want to pay it, ${askFor(about)}.`
        : `Otherwise we try again ${when}. Everything keeps working in the meantime. If no attempt succeeds, the project goes on hold for everyone until it is paid.`,
    };
  },
  'authentication-needed': (about) => {
    const project = nameProject(about, 'your project');
    const sum =
      about.owed === null ? 'the last payment' : `the payment of ${formatMoney(about.owed)}`;
    return {
      subject: `Please confirm the payment for ${project}`,
      heading:
        about.owed === null
          ? 'Confirm the last payment'
          : `Confirm the payment of ${formatMoney(about.owed)}`,
      why: `Your bank asks you to confirm ${sum} for ${project}.`,
      link: 'Open the billing page to confirm it, or to pay with another card.',
      button: 'Confirm the payment',
      otherwise:
        'Everything keeps working in the meantime. If you do not confirm it in the next few days, the project goes on hold for everyone until it is paid.',
    };
  },
  'subscription-unpaid': (about) => {
    const sum = about.owed === null ? 'what is due' : formatMoney(about.owed);
    return {
      subject: `${nameProject(about, 'Your project')} is on hold until it is paid`,
      heading: `On hold until ${about.owed === null ? 'it' : sum} is paid`,
      why: `We could not collect what is due for ${nameProject(about, 'your project')}, and no longer try to. The project is now on hold: you and its members can only open the overview.`,
      link: `Open the billing page to pay ${sum} now, with this card or another one. The project opens again as soon as it is paid.`,
      button: payNow(about.owed),
      otherwise:
        'Nothing in the project is lost in the meantime. If you no longer need it, you can cancel it on its billing page.',
    };
  },
  'card-missing': (about, say) => {
    const project = nameProject(about, 'your project');
    const { neededAt } = about;
    const when =
      neededAt === null ? '' : ` The next invoice is due on ${say.date(neededAt, about.timeZone)}.`;
    return {
      subject: `Please add a card for ${project}`,
      heading: 'There is no card to charge',
      why: `The card for ${project} was deleted at the payment provider, and there is no other one.${when}`,
      link: 'Add a card. It is charged from then on.',
      button: 'Add a card',
      otherwise: `Everything keeps working in the meantime. If you did not expect this, ${askFor(about)}.`,
    };
  },
  ...upcomingEn,
  'subscription-canceled': (about) => {
    const project = nameProject(about, 'your project');
    const { canceledBy } = about;
    const isOwn = canceledBy === 'owner';
    if (canceledBy === 'ending') {
      return {
        subject: `${nameProject(about, 'Your project')} has ended`,
        heading: 'Your project has ended',
        why: `${nameProject(about, 'Your project')} ended as scheduled. This cannot be undone.`,
        link: 'Nothing more is charged. The invoices stay on the billing page.',
        button: 'See the invoices',
        otherwise: `If you did not expect this, ${askFor(about)}.`,
      };
    }
    if (canceledBy === 'trial') {
      return {
        subject: `${nameProject(about, 'Your project')} has ended`,
        heading: 'Your trial is over',
        why: `The trial of ${project} is over, and no card was added. The project ended with it, and this cannot be undone.`,
        link: 'Nothing was charged. You can still read the project.',
        button: 'Open billing',
        otherwise: `If you did not expect this, ${askFor(about)}.`,
      };
    }
    const who = {
      owner: 'You canceled',
      operator: 'Support canceled',
      provider: 'The payment provider ended',
    }[canceledBy];
    return {
      subject: `${nameProject(about, 'Your project')} was canceled`,
      heading: 'Your project was canceled',
      why: `${who} ${project}. It ended immediately, and this cannot be undone.`,
      link: 'Nothing more is charged. The invoices stay on the billing page.',
      button: 'See the invoices',
      otherwise: `If ${isOwn ? 'it was not you' : 'you did not expect this'}, ${askFor(about)}.`,
    };
  },
  'plan-changed': (about) => ({
    subject: toChangeSubject(about),
    heading: toChangeHeading(about),
    why: `The ${toChanged(about)} of ${nameProject(about, 'your project')} was changed just now.`,
    button: 'Open billing',
    otherwise: `If you did not expect this, ${askFor(about)}.`,
  }),
};

function toReceiptHeading({ charged, carried, fromCredit }: About<'receipt'>): string {
  if (charged.amount > 0) {
    return `${formatMoney(charged)} was paid`;
  }
  if (carried && carried.amount < 0) {
    const sum = formatMoney({ ...carried, amount: -carried.amount });
    return `${sum} is added to the next invoice`;
  }
  return fromCredit.amount > 0
    ? `${formatMoney(fromCredit)} was covered by your credit`
    : 'Nothing was charged';
}

const ofInvoice = ({ number }: { readonly number: string | null }) =>
  number === null ? '' : ` (invoice ${number})`;

function toChanged({ from, frequency }: About<'plan-changed'>): string {
  if (from !== null) {
    return 'plan';
  }
  return findNewRhythm(frequency) ? 'billing period' : 'price';
}

function toChangeSubject(about: About<'plan-changed'>): string {
  const { from, to, frequency } = about;
  const rhythm = findNewRhythm(frequency);
  if (from !== null) {
    return `${nameProject(about, 'Your project')} is now on the ${to} plan`;
  }
  return rhythm
    ? `${nameProject(about, 'Your project')} is now billed ${rhythms[rhythm]}`
    : `The price of ${nameProject(about, 'your project')} has changed`;
}

function toChangeHeading({ from, to, frequency }: About<'plan-changed'>): string {
  const rhythm = findNewRhythm(frequency);
  if (from !== null) {
    return `You are now on ${to}`;
  }
  return rhythm ? `You are now billed ${rhythms[rhythm]}` : 'The price has changed';
}

const rhythms = { week: 'weekly', month: 'monthly', year: 'yearly' } as const;

const payNow = (owed: Money | null) => (owed === null ? 'Pay now' : `Pay ${formatMoney(owed)} now`);
