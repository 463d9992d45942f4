import type { Kind } from '../intents/kind.ts';
import { requirePaying } from '../port/require-payments.ts';
import type { RequestOf } from '../records/intent.ts';

/**
 * Gives a payment back. It is done where at least a part went back. Plan and status stay, and the next
 * reading of refunds shows and mails it.
 */
export const refund: Kind<RequestOf<'refund'>> = {
  async perform({ id, keyBase, subscriptionId, request }, context) {
    const { invoiceId, amount } = request;
    const wanted = { key: `${keyBase}-refund`, intentId: id, invoiceId, amount };
    const { given, obstacle } = await requirePaying(context).payments.refundInvoice(wanted);
    return given > 0
      ? { outcome: { result: { subscriptionId, refunded: given } } }
      : { outcome: { refusal: { code: 'billing/rejected', detail: obstacle ?? undefined } } };
  },
  async wasDone({ id, request }, { payments }) {
    const { intentIds } = await payments.readRefunds(request.invoiceId);
    return intentIds.includes(id);
  },
  undo: async (_, refusal) => ({ outcome: { refusal } }),
  blocks: () => true,
  repeatable: true,
  // The provider looks for refunds of this intent first, so a late repetition gives nothing twice.
  expiresAfterMs: null,
  decides: false,
  usesCard: () => false,
};
