import type { Frequency } from '@hearth/contract';
import type { Leading } from '../templates/template.ts';
import type { MailedCard } from '../words/phrases.ts';

export type { MailedCard };

/** Minor units, and ISO 4217. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** Content that all mails about money share. */
export interface AboutMoney extends Leading {
  /** Empty while the subscription is unnamed. */
  readonly subscriptionName: string;
  /** Zone of the dates; UTC if it is left out. */
  readonly timeZone?: string;
}

export interface AboutReturn extends AboutMoney {
  readonly number: string | null;
  readonly amount: Money;
}

/** Parts of a total; null if there are none. */
export interface MailedParts {
  readonly subtotal: Money | null;
  readonly discount: Money | null;
  readonly tax: Money | null;
  /** Set if the buyer accounts for the tax, which is 0 then. */
  readonly isReverseCharge?: true;
}

/** Instants are ISO 8601. */
interface Period {
  readonly from: string;
  readonly to: string;
}

/** Invoice that is owed. Instants are ISO 8601. */
interface OwedInvoice extends MailedParts {
  readonly number: string | null;
  /** Time that it charges for; absent if it charges for none. */
  readonly period?: Period;
  /** In the language of the mail; null if it is not known. */
  readonly plan: string | null;
  readonly frequency: Frequency | null;
  readonly total: Money;
}

export interface AboutDebt extends AboutMoney {
  readonly owed: Money | null;
  /** Absent if the debt is more or less than one invoice. */
  readonly invoice?: OwedInvoice;
}

export interface AboutCharge extends AboutMoney {
  /** 0 if credit or a discount covers it. */
  readonly total: Money;
  /** Absent if the total is only its price. */
  readonly parts?: MailedParts;
}

export interface AboutTrial extends AboutMoney {
  readonly plan: string;
  /** How often the plan is charged after the trial; absent or null if the mail does not say. */
  readonly frequency?: Frequency | null;
  readonly trialEnd: string;
  /** First charge; 0 if credit or a discount covers it, null if it is not known. */
  readonly total: Money | null;
  /** Absent if the total is only its price. */
  readonly parts?: MailedParts;
  /** Null if none is stored: the project then ends with the trial. */
  readonly card: MailedCard | null;
}

/** A line of an invoice. */
export interface MailedLine {
  readonly kind: 'plan' | 'unused-time' | 'other';
  /** In the language of the mail; null if it is about none that is known. */
  readonly plan: string | null;
  readonly frequency: Frequency | null;
  /** Below zero for time that is given back. */
  readonly amount: Money;
}

export interface Receipt extends AboutMoney, MailedParts {
  /** Lines that make the subtotal; absent if the only line would repeat it. */
  readonly lines?: readonly MailedLine[];
  readonly number: string | null;
  readonly issuedAt: string;
  /** Null if it is no longer known. */
  readonly plan: string | null;
  /** How often the plan is charged; null if it is no longer known. */
  readonly frequency: Frequency | null;
  /** Time that it charges for; absent if it charges for none. */
  readonly period?: Period;
  readonly total: Money;
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

export interface PlanChange extends AboutMoney {
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

/** How often a project is charged now, if it was charged at another interval before. */
export function findNewRhythm({ from, to }: PlanChange['frequency']): Frequency | undefined {
  return from !== null && to !== null && from !== to ? to : undefined;
}

/** Whether the prices include the tax: it adds nothing to them. */
export function isTaxIncluded({
  subtotal,
  discount,
  tax,
  total,
}: MailedParts & { readonly total: Money }): boolean {
  return (
    Boolean(subtotal && tax?.amount) &&
    (subtotal?.amount ?? 0) - (discount?.amount ?? 0) === total.amount
  );
}
