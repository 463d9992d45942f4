import { subscriptionLink } from '../../subscriptions/index.ts';
import type { BillingServices } from '../port/billing-services.ts';

/** Link to our page that opens the invoice: the provider's own address is secret and expires. */
export function invoiceLink(
  subscriptionId: string,
  invoiceId: string,
  site: BillingServices['site'],
): string {
  return subscriptionLink(subscriptionId, site, `/billing/invoices/${invoiceId}`);
}
