import Stripe from 'stripe';
import type { PaymentProvider, ProviderRejected } from '../../port/payment-provider.ts';
import {
  PlaceUnknown,
  type TaxedBuyer,
  type TaxId,
  TaxIdRefused,
  type TaxIdStatus,
  type TaxRate,
} from '../../port/taxes.ts';
import { toId } from './card.ts';
import { type Connection, isReplay } from './connection.ts';
import { isInvalidRequest, isMissing } from './stripe-errors.ts';

type WantedTaxId = Parameters<PaymentProvider['setTaxId']>[0];

/**
 * Adds the new id before the others are deleted, so that a refused one changes nothing: Stripe never changes an id.
 * A repeated call finds what the first one has done.
 */
export async function setTaxId(
  connection: Connection,
  { key, customerId, taxId }: WantedTaxId,
): Promise<void> {
  const { stripe } = connection;
  const present = await listTaxIds(connection, customerId);
  if (taxId && !present.some((one) => isSame(one, taxId))) {
    await addTaxId(connection, { key, customerId, taxId });
  }
  for (const { id } of present.filter((one) => !taxId || !isSame(one, taxId))) {
    try {
      await stripe.customers.deleteTaxId(customerId, id);
    } catch (error) {
      if (!isMissing(error)) {
        throw error;
      }
    }
  }
}

/** A key that has added an id which was deleted since gets another one: Stripe only repeats its answer. */
async function addTaxId(
  connection: Connection,
  { key, customerId, taxId }: WantedTaxId & { readonly taxId: TaxId },
): Promise<void> {
  const added = await withTaxErrors(() =>
    connection.stripe.customers.createTaxId(customerId, toTaxIdParams(taxId), {
      idempotencyKey: key,
    }),
  );
  if (isReplay(added)) {
    const present = await listTaxIds(connection, customerId);
    if (!present.some((one) => isSame(one, taxId))) {
      await addTaxId(connection, { key: `${key}-after-${added.id}`, customerId, taxId });
    }
  }
}

export async function readMissingTaxSettings({
  stripe,
}: Connection): Promise<readonly string[] | null> {
  const { status, status_details } = await stripe.tax.settings.retrieve();
  return status === 'active' ? null : (status_details.pending?.missing_fields ?? []);
}

/** A restricted key may not read rates (403); the figures then say of a tax no more than its amount. */
export async function readTaxRate(
  { stripe }: Connection,
  id: string,
): Promise<TaxRate | undefined> {
  try {
    const { percentage, country, state } = await stripe.taxRates.retrieve(id);
    return { id, percent: percentage, country, state };
  } catch (error) {
    if (isMissing(error) || error instanceof Stripe.errors.StripePermissionError) {
      return undefined;
    }
    throw error;
  }
}

/** A schedule has settings of its own, which count from its next phase on. */
export async function resumeTaxes(
  { stripe }: Connection,
  { key, id }: Parameters<PaymentProvider['resumeTaxes']>[0],
): Promise<void> {
  const automatic_tax = { enabled: true };
  const { schedule } = await withTaxErrors(() =>
    stripe.subscriptions.update(id, { automatic_tax }, { idempotencyKey: key }),
  );
  const scheduleId = toId(schedule);
  if (scheduleId !== undefined) {
    const default_settings = { automatic_tax };
    const idempotencyKey = `${key}-${scheduleId}`;
    await stripe.subscriptionSchedules.update(scheduleId, { default_settings }, { idempotencyKey });
  }
}

const statuses: readonly TaxIdStatus[] = ['pending', 'verified', 'unverified', 'unavailable'];

/** A status that is newer than this version counts as none that was looked up. */
export async function readTaxIdStatus(
  connection: Connection,
  customerId: string,
): Promise<TaxIdStatus | null> {
  const [newest] = await listTaxIds(connection, customerId);
  const status = newest?.verification?.status;
  return newest ? (statuses.find((known) => known === status) ?? 'unavailable') : null;
}

/** Newest first; none of a customer that was removed. */
async function listTaxIds(
  { stripe }: Connection,
  customerId: string,
): Promise<readonly Stripe.TaxId[]> {
  try {
    const { data } = await stripe.customers.listTaxIds(customerId, { limit: 100 });
    return data;
  } catch (error) {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  }
}

export function toTaxIdParams({ type, value }: TaxId) {
  return { type, value };
}

function isSame(one: Pick<Stripe.TaxId, 'type' | 'value'>, other: TaxId): boolean {
  return one.type === other.type && one.value === other.value;
}

/** Parameters of a preview without a customer. */
export function previewedBuyer(buyer: TaxedBuyer) {
  return { automatic_tax: { enabled: true }, ...customerDetails(buyer) };
}

/**
 * Parameters of a preview for the buyer whose details are saved first, in place of what the customer has; none without
 * one. Stopped taxes go on with them. A tax id of the customer cannot be taken out, so one that is going to be removed
 * still counts here.
 */
export function nextBuyer(
  { automatic_tax: { disabled_reason } }: Pick<Stripe.Subscription, 'automatic_tax'>,
  buyer: TaxedBuyer | undefined,
) {
  return {
    ...(buyer && customerDetails(buyer)),
    ...(buyer && disabled_reason !== null && { automatic_tax: { enabled: true } }),
  };
}

function customerDetails({ place, taxId }: TaxedBuyer) {
  const address = place && {
    ...(place.line1 && { line1: place.line1 }),
    ...(place.city && { city: place.city }),
    country: place.country,
    postal_code: place.postalCode,
    state: place.state,
  };
  return (
    (address || taxId) && {
      customer_details: {
        ...(address && { address }),
        ...(taxId && { tax_ids: [toTaxIdParams(taxId)] }),
      },
    }
  );
}

/** Turns Stripe's objection to the place or to the tax id into our errors. */
export async function withTaxErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw toTaxError(error) ?? error;
  }
}

function toTaxError(error: unknown): ProviderRejected | undefined {
  if (!isInvalidRequest(error)) {
    return undefined;
  }
  switch (error.code) {
    case 'customer_tax_location_invalid':
      return new PlaceUnknown('Stripe cannot tell which taxes apply at the address.');
    case 'tax_id_invalid':
      return new TaxIdRefused('Stripe does not take the tax id.');
    default:
      return undefined;
  }
}
