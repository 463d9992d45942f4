import type { Frequency } from '@hearth/contract';
import { defineMail } from '../define-mail.ts';
import { factsLetter } from '../templates/facts-letter.tsx';
import { linkLetter } from '../templates/link-letter.tsx';
import { receiptLetter } from '../templates/receipt-letter.tsx';
import type { Leading } from '../templates/template.ts';

/** Minor units, and ISO 4217. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Fields of a card that may be mailed. */
export interface MailedCard {
  readonly brand: string;
  readonly last4: string;
}

/** Content that all mails about money share. */
export interface AboutMoney extends Leading {
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
  /** Zone of the dates; UTC if it is left out. */
  readonly timeZone?: string;
}

interface AboutReturn extends AboutMoney {
  readonly number: string | null;
  readonly amount: Money;
}

interface AboutDebt extends AboutMoney {
  readonly owed: Money | null;
}

interface AboutCharge extends AboutMoney {
  /** 0 if credit or a discount covers it. */
  readonly total: Money;
}

interface Receipt extends AboutMoney {
  readonly number: string | null;
  readonly issuedAt: string;
  /** Null if it is no longer known. */
  readonly plan: string | null;
  /** How often the plan is charged; null if it is no longer known. */
  readonly frequency: Frequency | null;
  /** End of the time that it charges for, from the day of the invoice; null if it charges for none. */
  readonly paidUntil: string | null;
  readonly total: Money;
  /** Parts of the total; null if there are none. */
  readonly subtotal: Money | null;
  readonly discount: Money | null;
  readonly tax: Money | null;
  /** Amount paid by credit of earlier plans. */
  readonly fromCredit: Money;
  /** Earlier debt that it collects too; below zero, what the next invoice collects. */
  readonly carried?: Money;
  /** Amount of credit notes. */
  readonly credited: Money;
  /** Part of the total that was left to pay. */
  readonly charged: Money;
  /** An operator has marked it as paid. */
  readonly isPaidOutside: boolean;
  readonly card: MailedCard | null;
  /** Page on which the invoice can be read and printed. */
  readonly invoiceLink: string | null;
}

interface PlanChange extends AboutMoney {
  /** Null if the plan stays and only its price has changed. */
  readonly from: string | null;
  readonly to: string;
  /** How often each of the two is charged; null if nothing is, or if it is not known. */
  readonly frequency: { readonly from: Frequency | null; readonly to: Frequency | null };
  /** Cost of the change itself; null if an invoice shows it. */
  readonly cost: { readonly charged: Money; readonly credit: Money } | null;
  /** The next charge; null if there is none. Absent if it is not known. */
  readonly next?: { readonly total: Money; readonly at: string } | null | undefined;
  /** End of the trial that it is in; null if it is in none. */
  readonly trialEnd: string | null;
}

const aboutPlan = ({ link }: AboutMoney) => `plan ${link}`;
const aboutEnd = ({ link }: AboutMoney) => `end ${link}`;

/** Mails about money, to the owner of a subscription. Instants are ISO 8601; plans in the mail's language. */
export const billingMails = {
  /** An invoice is paid. Link to the billing page. */
  receipt: defineMail<Receipt>()({ template: receiptLetter, coalesce: 'owed' }),
  /** Money went back to the payer. Link to the invoice. */
  refund: defineMail<AboutReturn>()({ template: linkLetter, coalesce: 'owed' }),
  /** A refund came back to us. Link to the invoice. */
  'refund-failed': defineMail<AboutReturn>()({ template: linkLetter, coalesce: 'owed' }),
  /** A credit note lowers the invoice. Link to it. */
  'credit-note': defineMail<AboutReturn>()({ template: linkLetter, coalesce: 'owed' }),
  /** A renewal could not be collected and is tried again. Link to the billing page, on which it can be paid. */
  'payment-failed': defineMail<
    AboutDebt & {
      readonly card: MailedCard | null;
      /** Null if only the provider knows. */
      readonly retryAt: string | null;
      /** An operator has given the invoice up; nothing is tried again. */
      readonly isUncollectible: boolean;
    }
  >()({ template: linkLetter, coalesce: 'owed' }),
  /** The bank wants a renewal confirmed. Link to the billing page. */
  'authentication-needed': defineMail<AboutDebt>()({ template: linkLetter, coalesce: 'owed' }),
  /** No attempt has succeeded, and the project is closed. Link to the billing page, on which it can be paid. */
  'subscription-unpaid': defineMail<AboutDebt>()({ template: linkLetter, coalesce: 'owed' }),
  /** The default card is gone at the provider, and there is no other. Link to the cards. */
  'card-missing': defineMail<
    AboutMoney & {
      /** Next charge; null if there is none. */
      readonly neededAt: string | null;
    }
  >()({ template: linkLetter, coalesce: ({ link }) => `card ${link}` }),
  /** Three weeks before a yearly renewal. Link to the billing page. */
  'renewal-ahead': defineMail<
    AboutCharge & {
      readonly plan: string;
      readonly chargeAt: string;
      readonly card: MailedCard | null;
    }
  >()({ template: linkLetter, coalesce: 'owed' }),
  /** Three days before the end of a trial. Link to the billing page, or to the cards if none is stored. */
  'trial-ending': defineMail<
    AboutCharge & {
      readonly plan: string;
      readonly trialEnd: string;
      /** Null if the trial began without one: the project ends with it. */
      readonly card: MailedCard | null;
    }
  >()({ template: linkLetter, coalesce: 'owed' }),
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
  >()({ template: linkLetter, coalesce: 'owed' }),
  /** Its owner has canceled it for a later day. Link to the billing page, on which it can be kept. */
  'subscription-ending': defineMail<AboutMoney & { readonly endsAt: string }>()({
    template: linkLetter,
    coalesce: aboutEnd,
  }),
  /** Its owner keeps it after all. Link to the billing page. */
  'subscription-resumed': defineMail<
    AboutMoney & {
      /** Next charge; null if it is not known. */
      readonly renewsAt: string | null;
    }
  >()({ template: linkLetter, coalesce: aboutEnd }),
  /** The subscription has ended. Link to the billing page with its invoices. */
  'subscription-canceled': defineMail<
    AboutMoney & {
      /** `ending`: at the time that was set before; `trial`: at the end of a trial without a card. */
      readonly canceledBy: 'owner' | 'provider' | 'ending' | 'trial';
    }
  >()({ template: linkLetter, coalesce: aboutEnd }),
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
  >()({ template: linkLetter, coalesce: aboutPlan }),
  /** Its owner keeps the present plan after all. Link to the billing page. */
  'plan-change-undone': defineMail<AboutMoney & { readonly plan: string }>()({
    template: linkLetter,
    coalesce: aboutPlan,
  }),
  /** The plan, its price or how often it is charged has changed. Link to the billing page. */
  'plan-changed': defineMail<PlanChange>()({ template: factsLetter, coalesce: aboutPlan }),
};
