import type { Frequency } from '@hearth/contract';
import { defineMail } from '../define-mail.ts';
import { factsLetter, linkLetter, receiptLetter } from '../templates/letters.ts';
import type { Speech } from '../words/phrases.ts';
import {
  type AboutCharge,
  type AboutDebt,
  type AboutMoney,
  type AboutReturn,
  type AboutTrial,
  findNewRhythm,
  type MailedCard,
  type Money,
  type PlanChange,
  type Receipt,
} from './billing-contents.ts';
import {
  cardRows,
  debtRows,
  planChangeRows,
  receiptRows,
  renewalRows,
  returnRows,
  scheduledRows,
  trialRows,
} from './billing-rows.ts';
import { dateOf, projectName, sumOf, textOf } from './values.ts';

const aboutPlan = ({ link }: AboutMoney) => `plan ${link}`;
const aboutEnd = ({ link }: AboutMoney) => `end ${link}`;

const returned = { projectName, sum: sumOf('amount'), number: textOf('number') };
const owed = { projectName, sum: sumOf('owed') };

const trialValues = {
  projectName,
  plan: textOf('plan'),
  sum: sumOf('total'),
  date: dateOf('trialEnd'),
  card: ({ card }: AboutTrial, say: Speech) => card && say.card(card),
};
const trialCases = {
  'no-card': ({ card }: AboutTrial) => card === null,
  free: ({ total }: AboutTrial) => total?.amount === 0,
};

/** Mails about money, to the owner of a subscription. Instants are ISO 8601; plans in the mail's language. */
export const billingMails = {
  /** An invoice is paid. Link to the billing page. */
  receipt: defineMail<Receipt>()({
    template: receiptLetter,
    coalesce: 'owed',
    rows: receiptRows,
    values: { projectName, sum: sumOf('total'), number: textOf('number'), plan: textOf('plan') },
  }),
  /** Money went back to the payer. Link to the invoice. */
  refund: defineMail<AboutReturn>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: returnRows('refunded'),
    values: returned,
  }),
  /** A refund came back to us. Link to the invoice. */
  'refund-failed': defineMail<AboutReturn>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: returnRows('refunded'),
    values: returned,
  }),
  /** A credit note lowers the invoice. Link to it. */
  'credit-note': defineMail<AboutReturn>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: returnRows('creditNote'),
    values: returned,
  }),
  /** A renewal could not be collected and is tried again. Link to the billing page, on which it can be paid. */
  'payment-failed': defineMail<
    AboutDebt & {
      readonly card: MailedCard | null;
      /** Null if only the provider knows. */
      readonly retryAt: string | null;
      /** An operator has given the invoice up; nothing is tried again. */
      readonly isUncollectible: boolean;
    }
  >()({
    template: linkLetter,
    coalesce: 'owed',
    rows: debtRows,
    values: {
      ...owed,
      card: ({ card }, say) => card && say.card(card),
      date: dateOf('retryAt'),
    },
    cases: { uncollectible: ({ isUncollectible }) => isUncollectible },
  }),
  /** The bank wants a renewal confirmed. Link to the billing page. */
  'authentication-needed': defineMail<AboutDebt>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: debtRows,
    values: owed,
  }),
  /** No attempt has succeeded, and the project is closed. Link to the billing page, on which it can be paid. */
  'subscription-unpaid': defineMail<AboutDebt>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: debtRows,
    values: owed,
  }),
  /** The default card is gone at the provider, and there is no other. Link to the cards. */
  'card-missing': defineMail<
    AboutMoney & {
      /** Next charge; null if there is none. */
      readonly neededAt: string | null;
    }
  >()({
    template: linkLetter,
    coalesce: ({ link }) => `card ${link}`,
    values: { projectName, date: dateOf('neededAt') },
  }),
  /** Three weeks before a yearly renewal. Link to the billing page. */
  'renewal-ahead': defineMail<
    AboutCharge & {
      readonly plan: string;
      readonly chargeAt: string;
      readonly card: MailedCard | null;
    }
  >()({
    template: linkLetter,
    coalesce: 'owed',
    rows: renewalRows,
    values: {
      projectName,
      plan: textOf('plan'),
      sum: sumOf('total'),
      date: dateOf('chargeAt'),
      card: ({ card }, say) => card && say.card(card),
    },
    cases: { free: ({ total }) => total.amount === 0 },
  }),
  /** A trial has begun, or goes on for longer. Link to the billing page, or to the cards if none is stored. */
  'trial-started': defineMail<AboutTrial & { readonly isLonger?: true }>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: trialRows,
    values: trialValues,
    cases: {
      ...trialCases,
      'no-sum': ({ total }) => total === null,
      longer: ({ isLonger = false }) => isLonger,
    },
  }),
  /** Three days before the end of a trial. Link to the billing page, or to the cards if none is stored. */
  'trial-ending': defineMail<AboutTrial & { readonly total: Money }>()({
    template: linkLetter,
    coalesce: 'owed',
    rows: trialRows,
    values: trialValues,
    cases: trialCases,
  }),
  /** The default card expires before the next charge. Link to the cards. */
  'card-expiring': defineMail<
    AboutCharge & {
      readonly chargeAt: string;
      /** Month from 1 to 12. */
      readonly card: MailedCard & {
        readonly expMonth: number;
        readonly expYear: number;
        readonly hasExpired: boolean;
      };
    }
  >()({
    template: linkLetter,
    coalesce: 'owed',
    rows: cardRows,
    values: {
      projectName,
      sum: sumOf('total'),
      date: dateOf('chargeAt'),
      card: ({ card }, say) => say.card(card),
    },
    cases: { expired: ({ card }) => card.hasExpired },
  }),
  /** Support gives time in which renewals or another plan cost nothing, or ends it. Link to the billing page. */
  'free-time': defineMail<
    AboutMoney & {
      /** Null if it has ended. */
      readonly freeUntil: string | null;
      /** The plan that is given, or the free one after it; null if only renewals cost nothing. */
      readonly plan: string | null;
    }
  >()({
    template: linkLetter,
    coalesce: ({ link }) => `free ${link}`,
    values: { projectName, date: dateOf('freeUntil'), plan: ({ plan }) => plan ?? '' },
    cases: {
      planEnded: ({ freeUntil, plan }) => freeUntil === null && plan !== null,
      ended: ({ freeUntil }) => freeUntil === null,
      plan: ({ plan }) => plan !== null,
    },
  }),
  /** Its owner has canceled it for a later day. Link to the billing page, on which it can be kept. */
  'subscription-ending': defineMail<AboutMoney & { readonly endsAt: string }>()({
    template: linkLetter,
    coalesce: aboutEnd,
    values: { projectName, date: dateOf('endsAt') },
  }),
  /** Its owner keeps it after all. Link to the billing page. */
  'subscription-resumed': defineMail<
    AboutMoney & {
      /** Next charge; null if it is not known. */
      readonly renewsAt: string | null;
    }
  >()({
    template: linkLetter,
    coalesce: aboutEnd,
    values: { projectName, date: dateOf('renewsAt') },
  }),
  /** The subscription has ended. Link to the billing page with its invoices. */
  'subscription-canceled': defineMail<
    AboutMoney & {
      /** `ending`: at the time that was set before; `trial`: at the end of a trial without a card. */
      readonly canceledBy: 'owner' | 'operator' | 'provider' | 'ending' | 'trial';
    }
  >()({
    template: linkLetter,
    coalesce: aboutEnd,
    values: { projectName },
    cases: {
      owner: ({ canceledBy }) => canceledBy === 'owner',
      operator: ({ canceledBy }) => canceledBy === 'operator',
      provider: ({ canceledBy }) => canceledBy === 'provider',
      ending: ({ canceledBy }) => canceledBy === 'ending',
      trial: ({ canceledBy }) => canceledBy === 'trial',
    },
  }),
  /** Its owner has scheduled a plan change. Link to the billing page, on which it can be undone. */
  'plan-change-scheduled': defineMail<
    AboutMoney & {
      readonly plan: string;
      /** Null on a free plan. */
      readonly frequency: Frequency | null;
      readonly takesEffectAt: string;
      /** First charge of the plan; null if nothing is charged, or if the sum was not shown. */
      readonly next: Money | null;
    }
  >()({
    template: linkLetter,
    coalesce: aboutPlan,
    rows: scheduledRows,
    values: {
      projectName,
      plan: textOf('plan'),
      date: dateOf('takesEffectAt'),
      sum: sumOf('next'),
    },
  }),
  /** Its owner keeps the present plan after all. Link to the billing page. */
  'plan-change-undone': defineMail<AboutMoney & { readonly plan: string }>()({
    template: linkLetter,
    coalesce: aboutPlan,
    values: { projectName, plan: textOf('plan') },
  }),
  /** The plan, its price or how often it is charged has changed. Link to the billing page. */
  'plan-changed': defineMail<PlanChange>()({
    template: factsLetter,
    coalesce: aboutPlan,
    rows: planChangeRows,
    values: { projectName, plan: textOf('to') },
    cases: {
      plan: ({ from }) => from !== null,
      period: ({ frequency }) => findNewRhythm(frequency) !== undefined,
      price: () => true,
    },
  }),
};
