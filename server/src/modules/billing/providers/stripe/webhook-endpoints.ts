import type { WebhookEndpoint } from '../../port/payment-provider.ts';
import { type Connection, neededVersion } from './connection.ts';

/** Events about something that is read again because of them. Most become known by the list of events too, a minute later. */
export const neededEventTypes = [
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.attached',
  'payment_method.detached',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'credit_note.created',
];

/** Stripe allows 16 endpoints. */
const mostEndpoints = 100;

export async function listWebhooks({ stripe }: Connection): Promise<readonly WebhookEndpoint[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: mostEndpoints });
  return data.map(({ url, status, api_version, enabled_events }) => ({
    url,
    isEnabled: status === 'enabled',
    apiVersion: api_version,
    neededVersion,
    missingTypes: enabled_events.includes('*')
      ? []
      : neededEventTypes.filter((type) => !enabled_events.includes(type)),
  }));
}
