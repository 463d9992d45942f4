import type Stripe from 'stripe';
import type { Engine } from '../engine.ts';
import type { Stored } from '../state.ts';

/** A draft that is finalized by itself waits until its `invoice.created` was delivered, or will not be tried again. */
export async function holdDraft(
  engine: Engine,
  event: Stored<Stripe.Event>,
  triedAgainAt: number | undefined,
): Promise<void> {
  const { object } = event.data;
  if (event.type !== 'invoice.created' || !('id' in object) || typeof object.id !== 'string') {
    return;
  }
  const { id } = object;
  await engine.runOnObject(id, ({ state, catalogue, now }) => {
    const invoice = state.invoices[id];
    if (invoice?.status !== 'draft' || invoice.automatically_finalizes_at === null) {
      return;
    }
    const delivered = triedAgainAt ?? now;
    const finalizes = delivered + catalogue.settings.draftMinutes * 60;
    invoice.webhooks_delivered_at = triedAgainAt === undefined ? now : null;
    invoice.automatically_finalizes_at = Math.max(finalizes, invoice.automatically_finalizes_at);
    if (invoice.next_payment_attempt !== null) {
      invoice.next_payment_attempt = invoice.automatically_finalizes_at;
    }
  });
}
