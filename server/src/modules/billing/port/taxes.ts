import { type HearthConfig, type TaxId, type TaxIdType, toTaxId } from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import { ProviderRejected } from './provider-failure.ts';
import type { BillingDetails } from './provider-objects.ts';

export type { TaxId } from '@hearth/contract';

/** The part of an address by which taxes are computed. */
export interface Place {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  readonly postalCode: string;
  readonly state: string;
  /** Street and city, where they are known: some postal codes have several rates. */
  readonly line1?: string;
  readonly city?: string;
}

/** The buyer, as far as taxes depend on them. */
export interface TaxedBuyer {
  /** Undefined where nothing is known of the place. */
  readonly place: Place | undefined;
  readonly taxId: TaxId | undefined;
}

/** A rate that taxes of invoices name; the provider never changes it. */
export interface TaxRate {
  readonly id: string;
  readonly percent: number;
  /** ISO 3166-1 alpha-2, upper case; null for a rate that an operator made without one. */
  readonly country: string | null;
  readonly state: string | null;
}

/** State of the provider's look-up of a tax id; `unavailable` where it looks such ids up nowhere. */
export type TaxIdStatus = 'pending' | 'verified' | 'unverified' | 'unavailable';

/** The provider cannot tell which taxes apply at the address. */
export class PlaceUnknown extends ProviderRejected {}

/** The provider does not take the tax id, because of its form. */
export class TaxIdRefused extends ProviderRejected {}

/** Names one step of an intent; the same key never does the same thing twice. */
interface Keyed {
  readonly key: string;
}

/** Calls of a provider about the taxes of a customer and its subscription. */
export interface TaxCalls {
  /**
   * Makes it the only tax id of the customer; null removes it. A customer who has just that one keeps it, with its
   * look-up. Throws TaxIdRefused, and changes nothing then.
   */
  setTaxId(
    customer: Keyed & { readonly customerId: string; readonly taxId: TaxId | null },
  ): Promise<void>;
  /** Computes the taxes of a running subscription again. Throws PlaceUnknown where the place is still not known. */
  resumeTaxes(subscription: Keyed & { readonly id: string }): Promise<void>;
  /** State of the tax id's look-up; null where the customer has none, or was removed. */
  readTaxIdStatus(customerId: string): Promise<TaxIdStatus | null>;
  /** Lists the tax settings that the account lacks, by the provider's names; null where the provider computes taxes. */
  readMissingTaxSettings(): Promise<readonly string[] | null>;
  /** Undefined where the provider has no such rate, or does not let this key read it. */
  readTaxRate(id: string): Promise<TaxRate | undefined>;
}

/** Whether the provider computes taxes for the plan. */
export function isTaxed(
  { billing }: Pick<HearthConfig, 'billing'>,
  { plan }: { readonly plan: Pick<HearthConfig['plans'][number], 'free'> },
): boolean {
  return billing.tax === 'automatic' && !plan.free;
}

interface RunningTaxes {
  readonly price: { readonly amount: number } | null;
  readonly isTaxed?: true;
  readonly isTaxStopped?: true;
}

/** Whether its renewals have no tax because it was bought before taxes were computed; undefined where nothing is charged. */
export function isBoughtUntaxed(
  { billing }: Pick<HearthConfig, 'billing'>,
  charged: RunningTaxes | undefined,
): boolean {
  const isPaid = (charged?.price?.amount ?? 0) > 0;
  return billing.tax === 'automatic' && isPaid && !charged?.isTaxed && !charged?.isTaxStopped;
}

export function toBuyer({ address, taxId }: BillingDetails): TaxedBuyer {
  return { place: address, taxId: taxId ?? undefined };
}

/** A tax id as a person wrote it, with the kind that they chose, if any. */
export interface TypedTaxId {
  readonly tax_id?: string | undefined;
  readonly tax_id_type?: TaxIdType | undefined;
}

/** Reads a typed tax id by the rules of the country; undefined for an empty one. Refuses one in another form. */
export function requireTaxId(
  country: string,
  { tax_id: typed, tax_id_type: type }: TypedTaxId,
): TaxId | undefined {
  return typed === undefined || typed.trim() === ''
    ? undefined
    : (toTaxId(country, typed, type) ?? refuse('billing/tax-id-invalid'));
}
