import type { Clock } from '../../../../platform/clock.ts';
import { deriveKey } from '../../../../platform/derive-key.ts';
import { randomSecret } from '../../../../platform/ids.ts';
import type { Database } from '../../../../platform/transaction.ts';
import type { PaymentProvider, ProviderEvent } from '../../port/payment-provider.ts';
import type { SandboxBrowser } from '../../port/sandbox-browser.ts';
import { endingCalls } from './ending-calls.ts';
import { findHostedInvoice, type HostedInvoice } from './hosted-invoice/hosted-invoice.ts';
import { invoiceCalls } from './invoice-calls.ts';
import { purchaseCalls } from './purchase-calls.ts';
import { refundCalls } from './refunds.ts';
import { createCatalogue, findPriceFaults, type SandboxPlan } from './rules/catalogue.ts';
import { sandboxCodes } from './rules/promotion-codes.ts';
import { runDue } from './run-due.ts';
import { browserCalls } from './sandbox-browser.ts';
import { customerCalls } from './sandbox-customers.ts';
import { dashboardCalls, type SandboxDashboard } from './sandbox-dashboard.ts';
import { subscriptionCalls } from './sandbox-subscriptions.ts';
import type { Sandbox } from './sandbox-work.ts';
import { schedulingCalls } from './scheduling-calls.ts';
import { readSignedEvent, type SignedEvent, signEvent } from './signed-events.ts';
import {
  listEventsSince,
  listUndeliveredEvents,
  markEventsDelivered,
} from './stores/event-store.ts';
import { runQuery } from './stores/sandbox-store.ts';
import { taxCalls } from './tax-calls.ts';
import { trialCalls } from './trial.ts';

export interface SandboxParts {
  /** Database handle of its own. */
  readonly db: Database;
  readonly clock: Clock;
  readonly plans: readonly SandboxPlan[];
  /** Public address of the product, below which invoices have their pages. */
  readonly publicUrl: string;
  /** SECRET_KEY, from which the key for events is derived; random for this process by default. */
  readonly secretKey?: string;
  /** Time zone of the product's subscription with this id; UTC where it says none. */
  readonly readTimeZone?: (id: string) => Promise<string | undefined>;
}

/** A provider that takes no money: Stripe's test cards, renewals by week, month and year, and the product's clock. */
export interface SandboxProvider extends PaymentProvider {
  readonly name: 'sandbox';
  readonly browser: SandboxBrowser;
  readonly dashboard: SandboxDashboard;
  /** Runs renewals, retries and expiries that are due by then, oldest first. */
  runDue(until: Date): Promise<void>;
  findHostedInvoice(secret: string): Promise<HostedInvoice | undefined>;
  /** Events that were not delivered yet, oldest first. */
  listUndelivered(limit: number): Promise<readonly ProviderEvent[]>;
  markDelivered(eventIds: readonly string[]): Promise<void>;
  /** Makes a message for readWebhook. */
  signEvent(event: ProviderEvent): SignedEvent;
}

export function createSandboxProvider(parts: SandboxParts): SandboxProvider {
  const { db, clock, publicUrl, readTimeZone = async () => undefined } = parts;
  const eventKey = deriveKey(parts.secretKey ?? randomSecret(), 'sandbox events').toString(
    'base64url',
  );
  const catalogue = createCatalogue(parts.plans);
  const codes = sandboxCodes;
  const sandbox: Sandbox = { db, clock, publicUrl, catalogue, codes, readTimeZone };
  return {
    name: 'sandbox',
    publishableKey: '',
    readAccount: async () => ({ id: 'sandbox', mode: 'test' }),
    checkPrices: async (prices) => findPriceFaults(catalogue, prices),
    ...customerCalls(sandbox),
    ...subscriptionCalls(sandbox),
    ...purchaseCalls(sandbox),
    ...taxCalls(sandbox),
    ...endingCalls(sandbox),
    ...schedulingCalls(sandbox),
    ...invoiceCalls(sandbox),
    ...refundCalls(sandbox),
    ...trialCalls(sandbox),
    readWebhook: (body, signature) => readSignedEvent({ body, signature }, eventKey, clock.now()),
    listEvents: (question) => runQuery(() => listEventsSince(db, question)),
    listWebhooks: async () => [],
    browser: browserCalls(sandbox),
    dashboard: dashboardCalls(sandbox),
    runDue: (until) => runDue(sandbox, until),
    findHostedInvoice: (secret) => findHostedInvoice(sandbox, secret),
    listUndelivered: (limit) => runQuery(() => listUndeliveredEvents(db, limit)),
    markDelivered: (ids) => runQuery(() => markEventsDelivered(db, ids, clock.now())),
    signEvent: (event) => signEvent(event, eventKey, clock.now()),
  };
}
