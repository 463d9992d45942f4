/** Mails about money, to the owner of a subscription. Instants are ISO 8601; plans in the mail's language. */
export type BillingContent =
  /** An invoice is paid. Link to the billing page. */
  | (AboutMoney & {
      readonly kind: 'receipt';
      readonly number: string | null;
      readonly issuedAt: string;
      /** Null where it is not known any more. */
      readonly plan: string | null;
      readonly total: Money;
      /** Of the total, what credit did not pay. */
      readonly charged: Money;
      readonly card: MailedCard | null;
      /** Where the invoice can be read and printed. */
      readonly invoiceLink: string | null;
    })
  /** A renewal could not be collected and is tried again. Link to the cards. */
  | (AboutMoney & {
      readonly kind: 'payment-failed';
      readonly owed: Money | null;
      readonly card: MailedCard | null;
      /** Null where only the provider knows. */
      readonly retryAt: string | null;
    })
  /** The bank wants the person at a renewal. Link to the billing page. */
  | (AboutMoney & { readonly kind: 'authentication-needed'; readonly owed: Money | null })
  /** No attempt has succeeded, and the project is closed. Link to the cards. */
  | (AboutMoney & { readonly kind: 'subscription-unpaid'; readonly owed: Money | null })
  /** Link to the billing page, where the invoices stay. */
  | (AboutMoney & {
      readonly kind: 'subscription-canceled';
      readonly canceledBy: 'owner' | 'provider';
    })
  /** Link to the billing page. */
  | (AboutMoney & {
      readonly kind: 'plan-changed';
      /** Null where the plan stays and only its price has changed. */
      readonly from: string | null;
      readonly to: string;
      /** What the change itself cost; null where an invoice tells. */
      readonly cost: { readonly charged: Money; readonly credit: Money } | null;
      /** The next charge; null where there is none. */
      readonly next: { readonly total: Money; readonly at: string } | null;
    });

/** Minor units, and ISO 4217. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** A card, by what may be said of it. */
export interface MailedCard {
  readonly brand: string;
  readonly last4: string;
}

interface AboutMoney {
  /** Of the recipient; empty for those who gave none. */
  readonly name: string;
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
  readonly link: string;
}
