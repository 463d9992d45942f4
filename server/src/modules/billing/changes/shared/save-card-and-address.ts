import type { PayingContext } from '../../port/billing-services.ts';
import { findBillingAccount } from '../../records/billing-account-store.ts';
import type { Payer } from '../../records/intent.ts';
import { ensureCustomer } from './customer.ts';

interface Saved {
  /** Id of the intent, which is the prefix of its steps' keys. */
  readonly key: string;
  readonly subscriptionId: string;
  readonly email: string;
  readonly payer: Payer;
  /** Whether the card becomes the default. */
  readonly isDefault: boolean;
  /** Account whose declined customer may be used again. */
  readonly reuseOf?: string;
}

interface SavedCard {
  readonly customerId: string;
  readonly cardId: string;
}

/** Saves card and address at the project's customer; throws CardDeclined for a card that cannot be saved, and PlaceUnknown and TaxIdRefused. */
export async function saveCardAndAddress(
  { key, subscriptionId, email, payer, isDefault, reuseOf }: Saved,
  context: Pick<PayingContext, 'db' | 'payments'>,
): Promise<SavedCard> {
  const wanted = { subscriptionId, email, key: `${key}-customer`, ...(reuseOf && { reuseOf }) };
  const customerId = await ensureCustomer(wanted, context);
  const taxId = payer.details.taxId;
  if (taxId !== undefined) {
    // The first invoice depends on it.
    await context.payments.setTaxId({ key: `${key}-tax-id-${customerId}`, customerId, taxId });
  }
  const account = await findBillingAccount(context.db, subscriptionId);
  const chargedId = account?.providerSubscriptionId ?? null;
  const { details, cardId } = payer;
  const savedId = await context.payments.keepCard({
    // Customer and subscription may change between two attempts, and a key must always mean one request.
    key: `${key}-payer-${customerId}-${chargedId ?? 'none'}`,
    customerId,
    subscriptionId,
    cardId,
    isDefault,
    chargedId,
    email,
    details,
  });
  return { customerId, cardId: savedId };
}
