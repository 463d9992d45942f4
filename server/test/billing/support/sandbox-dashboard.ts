import { sql } from 'kysely';
import type { TestApp } from '../../harness/test-app.ts';
import {
  listAtStripe,
  readFromStripe,
  type StripeObject,
  sendToStripe,
  steerStripe,
} from './sandbox.ts';

/** An operator's acts on an invoice of a project, and its buyer's bank's: the newest paid one where none is named. */
export function openDashboard(app: TestApp, subscriptionId: string) {
  const newest = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${subscriptionId} and status = 'paid'
      order by created_at desc, id desc limit 1`.execute(app.db);
    return rows[0]?.id ?? '';
  };
  return {
    /** A negative amount is a refund that the bank returned. */
    async refund(amount: number, id?: string) {
      const invoice = id ?? (await newest());
      if (amount < 0) {
        const refunds = await listRefunds(app, invoice);
        return steerStripe(app, 'refund_failed', { id: refunds.at(-1)?.id });
      }
      return sendToStripe(app, '/v1/refunds', {
        payment_intent: await intentOf(app, invoice),
        amount: String(amount),
      });
    },
    /** The amount becomes credit of the customer. */
    async createCreditNote(amount: number) {
      const invoice = await newest();
      const { lines } = await readFromStripe(app, `/v1/invoices/${invoice}`);
      return sendToStripe(app, '/v1/credit_notes', {
        invoice,
        'lines[0][type]': 'invoice_line_item',
        'lines[0][invoice_line_item]': lines.data[0].id,
        'lines[0][amount]': String(amount),
        credit_amount: String(amount),
      });
    },
    /** Opens or closes a dispute about the whole payment. */
    async dispute(state: 'open' | 'won' | 'lost', id?: string) {
      const invoice = id ?? (await newest());
      return steerStripe(app, 'chargeback', {
        invoice,
        ...(state !== 'open' && { status: state }),
      });
    },
  };
}

/** Refunds of an invoice, oldest first. */
export async function listRefunds(app: TestApp, invoice: string): Promise<StripeObject[]> {
  const intent = await intentOf(app, invoice);
  return listAtStripe(app, `/v1/refunds?payment_intent=${intent}`);
}

async function intentOf(app: TestApp, invoice: string): Promise<string> {
  const payments = await listAtStripe(app, `/v1/invoice_payments?invoice=${invoice}`);
  return payments.at(-1)?.payment.payment_intent ?? '';
}
