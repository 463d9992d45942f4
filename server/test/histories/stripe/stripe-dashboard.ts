import { randomUUID } from 'node:crypto';
import { pinnedVersion } from '../../payment-provider/stripe/emulator.ts';

/** Marks what the world outside sends, which is no key of ours. */
export const outsideKey = 'outside-';

/** Objects as the emulator keeps them; each kind has some of these. */
export interface StripeObject {
  readonly id: string;
  readonly object: string;
  readonly created: number;
  readonly deleted?: boolean;
  readonly status: string;
  readonly customer: string;
  readonly metadata: {
    readonly subscriptionId?: string;
    readonly intentId?: string;
    readonly installation?: string;
  };
  readonly invoice_settings: { readonly default_payment_method: string | null };
  readonly default_payment_method: string | null;
  readonly card?: { readonly last4: string };
  readonly balance: number;
  readonly ended_at: number | null;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly trial_end: number | null;
  readonly latest_invoice: string | null;
  /** Schedules have phases, and subscriptions the id of theirs. */
  readonly schedule: string | null;
  readonly current_phase?: { readonly end_date: number } | null;
  readonly phases?: readonly StripePhase[];
  readonly items: { readonly data: readonly StripeItem[] };
  readonly billing_reason: string;
  readonly number: string | null;
  readonly currency: string;
  readonly total: number;
  readonly total_discount_amounts?: readonly {
    readonly amount: number;
    readonly discount: string;
  }[];
  /** Discounts name their code, which has its word. */
  readonly promotion_code?: string | null;
  readonly source?: { readonly coupon: string };
  readonly code?: string;
  readonly max_redemptions?: number | null;
  readonly promotion?: { readonly coupon: string };
  /** Coupons have these. */
  readonly duration?: 'once' | 'repeating' | 'forever';
  readonly duration_in_months?: number | null;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly lines: { readonly data: readonly StripeLine[] };
  readonly status_transitions: { readonly paid_at: number | null };
  readonly parent: {
    readonly subscription_details: { readonly subscription: string } | null;
  } | null;
  /** Charges have these. */
  readonly amount: number;
  readonly amount_refunded: number;
  readonly payment_intent: string;
  /** Payments have it. */
  readonly latest_charge?: string | null;
  /** Refunds and disputes have it. */
  readonly charge: string;
  /** Things about an invoice have it. */
  readonly invoice: string;
  readonly payment: { readonly payment_intent: string };
}

interface StripeItem {
  readonly id: string;
  readonly quantity: number;
  readonly current_period_end: number;
  readonly price: { readonly id: string; readonly unit_amount: number };
}

export interface StripePhase {
  readonly start_date: number;
  readonly end_date: number;
  readonly items: readonly { readonly price: string }[];
}

interface StripeLine {
  readonly amount: number;
  readonly taxes?: readonly {
    readonly amount: number;
    readonly tax_behavior: 'exclusive' | 'inclusive';
  }[];
  readonly pricing: { readonly price_details: { readonly price: string } | null } | null;
  readonly period: { readonly start: number; readonly end: number };
}

/** A request of the dashboard or a browser, until it is answered; undefined where Stripe refuses it. */
export async function askStripe(
  url: string,
  path: string,
  params: Readonly<Record<string, string>> = {},
): Promise<StripeObject | undefined> {
  const [, method = 'POST', route = path] = /^(POST|DELETE) (.+)$/.exec(path) ?? [];
  const request = {
    method,
    headers: {
      authorization: 'Bearer sk_test_anything',
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': pinnedVersion,
      'idempotency-key': outsideKey + randomUUID(),
    },
    body: new URLSearchParams(params).toString(),
  };
  for (;;) {
    // A fault that is meant for us, or a closed idle connection, may meet this request too.
    const answer = await fetch(`${url}/v1/${route}`, request).catch(() => undefined);
    if (answer && answer.status !== 429 && answer.status < 500) {
      return answer.ok ? ((await answer.json()) as StripeObject) : undefined;
    }
  }
}

export async function readState(url: string): Promise<StripeObject[]> {
  return (await (await fetch(`${url}/_control/state`)).json()) as StripeObject[];
}

export const hasEnded = ({ status }: Pick<StripeObject, 'status'>) =>
  ['canceled', 'incomplete_expired'].includes(status);
