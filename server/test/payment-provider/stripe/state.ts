import { type StripeEmulator, send } from './emulator.ts';

interface KeptObject {
  readonly id: string;
  readonly object: string;
  readonly customer: string;
  /** Subscriptions have them. */
  readonly items: { readonly data: readonly { readonly id: string }[] };
  readonly status: string;
  readonly created: number;
}

/** All objects of one kind that the emulator keeps of a customer, oldest first. */
export async function readKept(
  { url }: StripeEmulator,
  kind: 'subscription' | 'subscription_schedule' | 'invoice' | 'charge' | 'credit_note',
  customerId: string,
): Promise<readonly KeptObject[]> {
  const all = (await (await fetch(`${url}/_control/state`)).json()) as KeptObject[];
  return all
    .filter(({ object, customer }) => object === kind && customer === customerId)
    .sort((one, other) => one.created - other.created);
}

/** The emulator's present instant. */
export async function readClock({ url }: StripeEmulator): Promise<Date> {
  const answer = await fetch(`${url}/_control/advance`, { method: 'POST', body: '{"seconds":0}' });
  const { now } = (await answer.json()) as { now: number };
  return new Date(now * 1_000);
}

interface KeptPayment {
  readonly object: string;
  readonly invoice: string;
  readonly payment: { readonly payment_intent: string };
}

/** Gives a part of a paid invoice back, as in the dashboard; answers the refund's id. */
export async function refundInvoice(
  { url }: StripeEmulator,
  invoiceId: string,
  amount: number,
): Promise<string> {
  const all = (await (await fetch(`${url}/_control/state`)).json()) as KeptPayment[];
  const paid = all.find((one) => one.object === 'invoice_payment' && one.invoice === invoiceId);
  const payment_intent = paid?.payment.payment_intent ?? '';
  return await send(url, '/v1/refunds', { payment_intent, amount: String(amount) });
}

interface Config {
  readonly during: object;
  readonly after: object;
}

/** Has something happen under another configuration of the emulator. */
export async function withConfig(
  emulator: StripeEmulator,
  { during, after }: Config,
  happen: () => Promise<void>,
): Promise<void> {
  await emulator.control('config', during);
  try {
    await happen();
  } finally {
    await emulator.control('config', after);
  }
}
