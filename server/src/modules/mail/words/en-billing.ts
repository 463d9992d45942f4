import { formatMoney } from '@hearth/contract';
import type { billingMails } from '../kinds/billing.ts';
import { nameProject } from './en-project.ts';
import { billed, nameCard, rhythms, upcomingEn } from './en-upcoming.ts';
import type { About, LetterWords } from './mail-words.ts';
import { findNewRhythm, formatDate, isTaxIncluded } from './money-words.ts';

export const billingEn: LetterWords<keyof typeof billingMails> = {
  receipt: (about) => {
    const project = nameProject(about, 'your project');
    return {
      subject: `Receipt for ${project}: ${formatMoney(about.total)}`,
      why: `Thank you. The invoice for ${project} is paid.`,
      facts: listReceipt(about),
      button: about.invoiceLink === null ? 'Open billing' : 'See the invoice',
      more: 'Your billing page lists all invoices and the next charge:',
    };
  },
  refund: (about) => {
    const project = nameProject(about, 'your project');
    const sum = formatMoney(about.amount);
    return {
      subject: `Refund for ${project}: ${sum}`,
      why: `${sum} of what you paid for ${project} is on its way back to you${ofInvoice(about)}.`,
      link: 'It goes to the card or account that paid. Banks may need up to ten days to show it.',
      button: 'See the invoice',
      otherwise: `If you did not expect this, contact the people who run ${about.productName}.`,
    };
  },
  'refund-failed': (about) => {
    const project = nameProject(about, 'your project');
    const sum = formatMoney(about.amount);
    return {
      subject: `The refund for ${project} did not arrive`,
      why: `Your bank returned the refund of ${sum} for ${project}${ofInvoice(about)}. This often happens when a card has expired or was replaced.`,
      link: `The money is not lost. Ask the people who run ${about.productName} to send it another way.`,
      button: 'See the invoice',
      otherwise: 'Nothing else has changed.',
    };
  },
  'credit-note': (about) => {
    const project = nameProject(about, 'your project');
    const sum = formatMoney(about.amount);
    return {
      subject: `Credit note for ${project}: ${sum}`,
      why: `A credit note takes ${sum} off an invoice for ${project}${ofInvoice(about)}.`,
      link: 'If the invoice was already paid, the amount is taken off later invoices.',
      button: 'See the invoice',
      otherwise: `If you did not expect this, contact the people who run ${about.productName}.`,
    };
  },
  'payment-failed': (about) => {
    const project = nameProject(about, 'your project');
    const { owed, card, retryAt } = about;
    const sum = owed === null ? 'the last payment' : formatMoney(owed);
    const from = card === null ? '' : ` from your ${nameCard(card)}`;
    const when =
      retryAt === null ? 'in the next few days' : `on ${formatDate(retryAt, 'en', about.timeZone)}`;
    return {
      subject: `The ${owed === null ? 'last payment' : `payment of ${sum}`} for ${project} failed`,
      why: `We could not collect ${sum} for ${project}${from}.`,
      link: about.isUncollectible
        ? 'We no longer collect this invoice and charge no card for it. Please check your cards before the next invoice.'
        : 'Open the billing page to pay it now, with this card or another one.',
      button: about.isUncollectible ? 'See the cards' : 'Pay now',
      otherwise: about.isUncollectible
        ? `If you want to pay it, ask the people who run ${about.productName} how.`
        : `Otherwise we try again ${when}. Everything keeps working in the meantime. If no attempt succeeds, the project goes on hold for everyone until it is paid.`,
    };
  },
  'authentication-needed': (about) => {
    const project = nameProject(about, 'your project');
    const sum =
      about.owed === null ? 'the last payment' : `the payment of ${formatMoney(about.owed)}`;
    return {
      subject: `Please confirm the payment for ${project}`,
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
      why: `We could not collect what is due for ${nameProject(about, 'your project')}, and no longer try to. The project is now on hold: you and its members can only open the overview.`,
      link: `Open the billing page to pay ${sum} now, with this card or another one. The project opens again as soon as it is paid.`,
      button: 'Pay now',
      otherwise:
        'Nothing in the project is lost in the meantime. If you no longer need it, you can cancel it on its billing page.',
    };
  },
  'card-missing': (about) => {
    const project = nameProject(about, 'your project');
    const { neededAt, productName } = about;
    const when =
      neededAt === null
        ? ''
        : ` The next invoice is due on ${formatDate(neededAt, 'en', about.timeZone)}.`;
    return {
      subject: `Please add a card for ${project}`,
      why: `The card for ${project} was deleted at the payment provider, and there is no other one.${when}`,
      link: 'Add a card. It is charged from then on.',
      button: 'Add a card',
      otherwise: `Everything keeps working in the meantime. If you did not expect this, contact the people who run ${productName}.`,
    };
  },
  ...upcomingEn,
  'subscription-canceled': (about) => {
    const project = nameProject(about, 'your project');
    const { canceledBy, productName } = about;
    const isOwn = canceledBy === 'owner';
    if (canceledBy === 'ending') {
      return {
        subject: `${nameProject(about, 'Your project')} has ended`,
        why: `${nameProject(about, 'Your project')} ended as scheduled. This cannot be undone.`,
        link: 'Nothing more is charged. The invoices stay on the billing page.',
        button: 'See the invoices',
        otherwise: `If you did not expect this, contact the people who run ${productName}.`,
      };
    }
    if (canceledBy === 'trial') {
      return {
        subject: `${nameProject(about, 'Your project')} has ended`,
        why: `The trial of ${project} is over, and no card was added. The project ended with it, and this cannot be undone.`,
        link: 'Nothing was charged. You can still read the project.',
        button: 'Open billing',
        otherwise: `If you did not expect this, contact the people who run ${productName}.`,
      };
    }
    const who = isOwn ? 'You canceled' : 'The payment provider ended';
    return {
      subject: `${nameProject(about, 'Your project')} was canceled`,
      why: `${who} ${project}. It ended immediately, and this cannot be undone.`,
      link: 'Nothing more is charged. The invoices stay on the billing page.',
      button: 'See the invoices',
      otherwise: `If ${isOwn ? 'it was not you' : 'you did not expect this'}, contact the people who run ${productName}.`,
    };
  },
  'plan-changed': (about) => ({
    subject: toChangeSubject(about),
    why: `The ${toChanged(about)} of ${nameProject(about, 'your project')} was changed just now.`,
    facts: listPlanChange(about),
    button: 'Open billing',
    otherwise: `If you did not expect this, contact the people who run ${about.productName}.`,
  }),
};

const ofInvoice = ({ number }: { readonly number: string | null }) =>
  number === null ? '' : ` (invoice ${number})`;

function listReceipt(about: About<'receipt'>): string[] {
  const { number, issuedAt, paidUntil, plan, total, charged, credited, fromCredit } = about;
  return [
    ...(number === null ? [] : [`Invoice: ${number}`]),
    `Date: ${formatDate(issuedAt, 'en', about.timeZone)}`,
    ...(plan === null ? [] : [`Plan: ${billed(plan, about.frequency)}`]),
    ...(paidUntil ? [`Paid until: ${formatDate(paidUntil, 'en', about.timeZone)}`] : []),
    ...listParts(about),
    `Amount: ${formatMoney(total)}`,
    ...(credited.amount > 0 ? [`Taken off by a credit note: ${formatMoney(credited)}`] : []),
    ...(fromCredit.amount > 0 ? [`From your credit: ${formatMoney(fromCredit)}`] : []),
    ...listCarried(about),
    ...(charged.amount > 0 ? [toPaid(about)] : []),
  ];
}

function listParts(about: About<'receipt'>): string[] {
  const { subtotal, discount, tax } = about;
  const isIncluded = isTaxIncluded(about);
  return [
    ...(subtotal ? [`Subtotal: ${formatMoney(subtotal)}`] : []),
    ...(discount ? [`Discount: ${formatMoney(discount)}`] : []),
    ...(tax ? [`${isIncluded ? 'Including tax' : 'Tax'}: ${formatMoney(tax)}`] : []),
  ];
}

function listCarried({ carried }: About<'receipt'>): string[] {
  if (!carried) {
    return [];
  }
  const { amount, currency } = carried;
  return amount > 0
    ? [`Owed from before: ${formatMoney(carried)}`]
    : [`Added to the next invoice: ${formatMoney({ amount: -amount, currency })}`];
}

function toPaid({ charged, card, isPaidOutside }: About<'receipt'>): string {
  if (isPaidOutside) {
    return `Paid another way, no card was charged: ${formatMoney(charged)}`;
  }
  return card
    ? `Paid by card: ${formatMoney(charged)}, ${nameCard(card)}`
    : `Paid: ${formatMoney(charged)}`;
}

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

function listPlanChange(about: About<'plan-changed'>): string[] {
  const { from, to, frequency, cost } = about;
  const { charged, credit } = cost ?? {};
  const before = findNewRhythm(frequency) && frequency.from;
  const instead = before ? ` instead of ${rhythms[before]}` : '';
  return [
    ...(from === null
      ? [`Plan: ${billed(to, frequency.to)}${instead}`]
      : [`From: ${billed(from, frequency.from)}`, `To: ${billed(to, frequency.to)}`]),
    ...(charged && charged.amount > 0 ? [`Charged now: ${formatMoney(charged)}`] : []),
    ...(credit && credit.amount > 0 ? [`Credit for later invoices: ${formatMoney(credit)}`] : []),
    ...listNextCharge(about),
  ];
}

function listNextCharge({ next, trialEnd, timeZone }: About<'plan-changed'>): string[] {
  const before = next === null ? '' : '; nothing is charged before that day';
  const on = next ? formatDate(next.at, 'en', timeZone) : '';
  return [
    ...(trialEnd ? [`Trial: until ${formatDate(trialEnd, 'en', timeZone)}${before}`] : []),
    ...(next === null ? ['Nothing more is charged'] : []),
    ...(next
      ? [
          next.total.amount === 0
            ? `Next invoice: ${on}, nothing is due`
            : `Next charge: ${formatMoney(next.total)} on ${on}`,
        ]
      : []),
  ];
}
