import { isTaxId } from '@hearth/contract';
import type { BillingDetails } from '../../port/payment-provider.ts';
import {
  PlaceUnknown,
  type TaxCalls,
  type TaxId,
  TaxIdRefused,
  type TaxIdStatus,
} from '../../port/taxes.ts';
import {
  type Ledger,
  recordEvent,
  requireSubscription,
  type SandboxSubscription,
} from './ledger.ts';
import { findTaxRule } from './rules/tax-rules.ts';
import { changeLedger, readLedger, type Sandbox, withIdempotencyKey } from './sandbox-work.ts';
import { getCustomerId } from './stores/subscription-row-store.ts';

/** Calls about the tax id of a customer. */
export function taxCalls(sandbox: Sandbox): TaxCalls {
  return {
    setTaxId: (input) =>
      withIdempotencyKey(sandbox, { name: 'setTaxId', input }, (tx, at) =>
        changeLedger({ tx, sandbox, customerId: input.customerId, at }, (ledger) =>
          setTaxId(ledger, input.taxId),
        ),
      ),

    resumeTaxes: (input) =>
      withIdempotencyKey(sandbox, { name: 'resumeTaxes', input }, async (tx, at) => {
        const customerId = await getCustomerId(tx, input.id);
        await changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          resumeTaxes(ledger, requireSubscription(ledger, input.id)),
        );
      }),

    readMissingTaxSettings: async () => null,
    readTaxIdStatus: (customerId) =>
      readLedger(sandbox, customerId, ({ customer }) => customer.taxId?.status ?? null),
  };
}

function setTaxId(ledger: Ledger, taxId: TaxId | null): void {
  const { customer } = ledger;
  if (taxId && !isTaxId(taxId)) {
    throw new TaxIdRefused('The sandbox does not take the tax id.');
  }
  const isSame = customer.taxId?.type === taxId?.type && customer.taxId?.value === taxId?.value;
  if (isSame || customer.removedAt) {
    return;
  }
  customer.taxId = taxId && { type: taxId.type, value: taxId.value, status: statusOf(taxId) };
  recordEvent(ledger, 'customer.updated');
}

function resumeTaxes(ledger: Ledger, subscription: SandboxSubscription): void {
  subscription.taxes = 'automatic';
  const address = ledger.customer.details?.address;
  requireTaxable(ledger, { address: address ?? nowhere });
  recordEvent(ledger, 'customer.subscription.updated');
}

const nowhere = { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' };

/** Looks the id up as Stripe's test values do. */
function statusOf({ type, value }: TaxId): TaxIdStatus {
  if (!['eu_vat', 'gb_vat', 'au_abn'].includes(type)) {
    return 'unavailable';
  }
  if (value.includes('222222222')) {
    return 'pending';
  }
  return value.includes('111111111') ? 'unverified' : 'verified';
}

/** Refuses an address for which the taxes of a running subscription cannot be computed. */
export function requireTaxable(
  { customer, subscriptions }: Ledger,
  { address }: Pick<BillingDetails, 'address'>,
): void {
  const isTaxed = subscriptions.some(
    ({ status, taxes }) => status !== 'canceled' && taxes === 'automatic',
  );
  const taxId = customer.taxId ?? undefined;
  if (isTaxed && !findTaxRule({ place: address, taxId })) {
    throw new PlaceUnknown('The sandbox cannot tell which taxes apply at the address.');
  }
}
