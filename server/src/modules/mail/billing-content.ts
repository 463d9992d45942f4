import type { Frequency } from '@hearth/contract';

/** Mails about money, to the owner of a subscription. Instants are ISO 8601; plans in the mail's language. */
export type BillingContent =
  /** An invoice is paid. Link to the billing page. */
  | (AboutMoney & {
      readonly kind: 'receipt';
      readonly number: string | null;
      readonly issuedAt: string;
      /** Null where it is no longer known. */
      readonly plan: string | null;
      /** How often the plan is charged; null where it is no longer known. Absent in mails of an earlier version. */
      readonly frequency?: Frequency | null;
      /** End of the time that it charges for, from the day of the invoice; null where it charges for none. Absent in mails of an earlier version. */
      readonly paidUntil?: string | null;
      readonly total: Money;
      /** Parts of the total; null where there are none. Absent in mails of an earlier version. */
      readonly subtotal?: Money | null;
      readonly discount?: Money | null;
      readonly tax?: Money | null;
      /** Amount paid by credit of earlier plans; undefined in mails of an earlier version. */
      readonly fromCredit?: Money;
      /** Earlier debt that it collects too; below zero, what the next invoice collects. */
      readonly carried?: Money;
      /** Amount of credit notes. */
      readonly credited?: Money;
      /** Part of the total that was left to pay. */
      readonly charged: Money;
      /** An operator has marked it as paid. */
      readonly isPaidOutside?: boolean;
      readonly card: MailedCard | null;
      /** Page where the invoice can be read and printed. */
      readonly invoiceLink: string | null;
    })
  /** Money went back to the payer, or a refund came back to us. Link to the invoice. */
  | (AboutMoney & AboutReturn & { readonly kind: 'refund' })
  | (AboutMoney & AboutReturn & { readonly kind: 'refund-failed' })
  /** A credit note lowers the invoice. Link to it. */
  | (AboutMoney & AboutReturn & { readonly kind: 'credit-note' })
  /** A renewal could not be collected and is tried again. Link to the billing page, where it is paid. */
  | (AboutMoney & {
      readonly kind: 'payment-failed';
      readonly owed: Money | null;
      readonly card: MailedCard | null;
      /** Null where only the provider knows. */
      readonly retryAt: string | null;
      /** An operator has given the invoice up; nothing is tried again. */
      readonly isUncollectible?: boolean;
    })
  /** The bank wants a renewal confirmed. Link to the billing page. */
  | (AboutMoney & { readonly kind: 'authentication-needed'; readonly owed: Money | null })
  /** No attempt has succeeded, and the project is closed. Link to the billing page, where it is paid. */
  | (AboutMoney & { readonly kind: 'subscription-unpaid'; readonly owed: Money | null })
  /** The default card is gone at the provider, and there is no other. Link to the cards. */
  | (AboutMoney & {
      readonly kind: 'card-missing';
      /** Next charge; null where there is none. */
      readonly neededAt: string | null;
    })
  /** Three weeks before a yearly renewal. Link to the billing page. */
  | (AboutMoney & {
      readonly kind: 'renewal-ahead';
      readonly plan: string;
      /** Charge of the renewal; 0 where credit or a discount covers it. */
      readonly total: Money;
      readonly chargeAt: string;
      readonly card: MailedCard | null;
    })
  /** Three days before the end of a trial. Link to the billing page, or to the cards where none is there. */
  | (AboutMoney & {
      readonly kind: 'trial-ending';
      readonly plan: string;
      /** The first charge; 0 where credit or a discount covers it. */
      readonly total: Money;
      readonly trialEnd: string;
      /** Null where the trial began without one: the project ends with it. */
      readonly card: MailedCard | null;
    })
  /** The default card expires before the next charge. Link to the cards. */
  | (AboutMoney & {
      readonly kind: 'card-expiring';
      readonly total: Money;
      readonly chargeAt: string;
      /** Month from 1 to 12. */
      readonly card: MailedCard & {
        readonly expMonth: number;
        readonly expYear: number;
        readonly hasExpired: boolean;
      };
    })
  /** Its owner has asked that it ends later. Link to the billing page, where it can be kept. */
  | (AboutMoney & { readonly kind: 'subscription-ending'; readonly endsAt: string })
  /** Its owner keeps it after all. Link to the billing page. */
  | (AboutMoney & {
      readonly kind: 'subscription-resumed';
      /** Next charge; null where it is not known. */
      readonly renewsAt: string | null;
    })
  /** Its owner has scheduled a plan change. Link to the billing page, where it can be undone. */
  | (AboutMoney & {
      readonly kind: 'plan-change-scheduled';
      readonly plan: string;
      /** Null on a free plan. */
      readonly frequency: Frequency | null;
      readonly takesEffectAt: string;
      /** First charge of the plan; null where nothing is charged, or where the sum was not shown. */
      readonly next: Money | null;
    })
  /** Its owner keeps the present plan after all. Link to the billing page. */
  | (AboutMoney & { readonly kind: 'plan-change-undone'; readonly plan: string })
  /** The subscription has ended. Link to the billing page with its invoices. */
  | (AboutMoney & {
      readonly kind: 'subscription-canceled';
      /** `ending`: at the time that was set before; `trial`: at the end of a trial without a card. */
      readonly canceledBy: 'owner' | 'provider' | 'ending' | 'trial';
    })
  /** Link to the billing page. */
  | (AboutMoney & {
      readonly kind: 'plan-changed';
      /** Null where the plan stays and only its price has changed. */
      readonly from: string | null;
      readonly to: string;
      /** How often each of the two is charged; null where nothing is, or where it is not known. Absent in mails of an earlier version. */
      readonly frequency?: { readonly from: Frequency | null; readonly to: Frequency | null };
      /** Cost of the change itself; null where an invoice shows it. */
      readonly cost: { readonly charged: Money; readonly credit: Money } | null;
      /** The next charge; null where there is none. Absent where it is not known. */
      readonly next?: { readonly total: Money; readonly at: string } | null | undefined;
      /** End of the trial that it is in; null where it is in none. Absent in mails of an earlier version. */
      readonly trialEnd?: string | null;
    });

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

interface AboutReturn {
  readonly number: string | null;
  readonly amount: Money;
}

interface AboutMoney {
  /** Name of the recipient; empty where there is none. */
  readonly name: string;
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
  readonly link: string;
  /** Zone of the dates; UTC if it is left out, as in mails of an earlier version. */
  readonly timeZone?: string;
}
