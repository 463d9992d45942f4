import type { PaymentProvider, ProviderSubscription } from '../../port/payment-provider.ts';
import { endSubscription } from './invoices.ts';
import {
  type Ledger,
  recordEvent,
  requireSubscription,
  type SandboxSubscription,
} from './ledger.ts';
import { toProviderSubscription } from './provider-shapes.ts';
import { changeLedger, type Sandbox, withIdempotencyKey } from './sandbox-work.ts';
import { getCustomerId } from './stores/subscription-row-store.ts';

type EndingCalls = Pick<
  PaymentProvider,
  'endSubscription' | 'endAtPeriodEnd' | 'keepGoing' | 'giveUpSubscription'
>;

/** Calls that end a subscription, now or later, and that take an end back. */
export function endingCalls(sandbox: Sandbox): EndingCalls {
  const call =
    <Answer>(
      name: keyof EndingCalls,
      end: (ledger: Ledger, subscription: SandboxSubscription) => Answer,
    ) =>
    (input: { readonly key: string; readonly id: string }) =>
      withIdempotencyKey(sandbox, { name, input }, async (tx, at) => {
        const customerId = await getCustomerId(tx, input.id);
        return changeLedger({ tx, sandbox, customerId, at }, (ledger) =>
          end(ledger, requireSubscription(ledger, input.id)),
        );
      });
  return {
    endSubscription: call('endSubscription', endUnlessEnded),
    endAtPeriodEnd: call('endAtPeriodEnd', (ledger, subscription) =>
      setEnd(ledger, subscription, true),
    ),
    keepGoing: call('keepGoing', (ledger, subscription) => setEnd(ledger, subscription, false)),
    giveUpSubscription: call('giveUpSubscription', giveUpSubscription),
  };
}

function endUnlessEnded(ledger: Ledger, subscription: SandboxSubscription): ProviderSubscription {
  if (subscription.status !== 'canceled') {
    endSubscription(ledger, subscription);
  }
  return toProviderSubscription(ledger, subscription);
}

function setEnd(
  ledger: Ledger,
  subscription: SandboxSubscription,
  cancelAtPeriodEnd: boolean,
): ProviderSubscription {
  const { status } = subscription;
  const isAllowed = cancelAtPeriodEnd ? status === 'active' : status !== 'canceled';
  if (isAllowed && subscription.cancelAtPeriodEnd !== cancelAtPeriodEnd) {
    subscription.cancelAtPeriodEnd = cancelAtPeriodEnd;
    subscription.scheduledPriceIds = null;
    recordEvent(ledger, 'customer.subscription.updated');
  }
  return toProviderSubscription(ledger, subscription);
}

function giveUpSubscription(ledger: Ledger, subscription: SandboxSubscription): boolean {
  const { status } = subscription;
  if (status === 'incomplete') {
    endUnlessEnded(ledger, subscription);
  }
  return status === 'incomplete' || status === 'canceled';
}
