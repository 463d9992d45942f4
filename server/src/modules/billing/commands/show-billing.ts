import type { HearthConfig } from '@hearth/contract';
import { formatMoney } from '@hearth/contract';
import { findSubscription, listClaims, type Subscription } from '../../subscriptions/index.ts';
import type { PerformContext } from '../port/billing-services.ts';
import { ProviderFailure } from '../port/payment-provider.ts';
import { toItemsText } from '../port/price-item.ts';
import { pricedPlanOf, priceOfItems } from '../port/rules/plan.ts';
import type { BillingAccount } from '../records/billing-account-store.ts';
import { findBillingAccount } from '../records/billing-account-store.ts';
import { type IntentEntry, listIntents } from '../records/intent-history-store.ts';
import { type InvoiceRow, listInvoiceRows } from '../records/invoice-store.ts';
import { listWaitingEvents } from '../records/provider-event-store.ts';
import { findDrift } from '../sync/drift.ts';
import { toSentence } from '../sync/report-drift.ts';
import { getProjectId } from './get-project-id.ts';
import { type Report, toOutcomeText } from './report.ts';

/** Maximum of entries in each list. */
const limit = 10;

/** Shows a project's billing to a person; `name` is an id of a project, an intent or a customer. */
export async function showBilling(name: string, context: PerformContext): Promise<Report> {
  const { db } = context;
  const subscriptionId = await getProjectId(name, context);
  const subscription = await findSubscription(db, subscriptionId);
  const claims = await listClaims(db, subscriptionId);
  const account = await findBillingAccount(db, subscriptionId);
  const { rows } = await listInvoiceRows(db, { subscriptionId, after: undefined, limit });
  const intents = await listIntents(db, { subscriptionId, limit });
  const customerId = account?.customerId;
  const events = customerId ? await listWaitingEvents(db, customerId) : [];
  const isChanging = events.length > 0 || intents.some(({ outcome }) => outcome === null);
  const drift = await compare({ subscriptionId, account, isChanging }, context);
  return {
    lines: [
      ...projectLines(subscriptionId, subscription),
      ...claims.map(
        ({ email, reason, claimedAt }) =>
          `Claimed       by ${email} (${reason}) at ${toTime(claimedAt)}; "subscriptions settle-ownership" decides`,
      ),
      ...accountLines(account, context),
      ...toList('Invoices, newest first:', rows.map(toInvoiceLine)),
      ...toList('Intents, newest first:', intents.map(toIntentLine)),
      ...toList(
        'Waiting events:',
        events.map(({ id, type, createdAt }) => `${id}  ${type}  ${toTime(createdAt)}`),
      ),
      ...toList('Differences from the provider:', drift.lines),
    ],
    isFine: drift.isFine,
    differs: drift.differs === true,
  };
}

function projectLines(id: string, subscription: Subscription | undefined): string[] {
  if (!subscription) {
    return [`Project       ${id}, which was removed`];
  }
  const { name, planId, status, ownerId } = subscription;
  return [
    `Project       ${id} ${name === null ? 'without a name' : toPrintable(name)}`,
    `Plan          ${planId}, ${status}`,
    `Owner         ${ownerId}`,
  ];
}

/** Removes control characters, so that a name cannot control the terminal. */
const toPrintable = (name: string) => `"${name.replace(/\p{C}/gu, ' ')}"`;

function accountLines(account: BillingAccount | undefined, { settings }: PerformContext): string[] {
  if (!account) {
    return ['Customer      none'];
  }
  const { customerId, providerSubscriptionId, isPending, card, next, reading } = account;
  const { periodEnd } = account;
  const pending = isPending ? ', whose first payment waits' : '';
  const total = next && formatMoney(next.total);
  return [
    `Customer      ${customerId ?? 'none'}`,
    `Subscription  ${providerSubscriptionId ?? 'none'}${pending}`,
    `Account       ${toAccountText(account)}`,
    `Price         ${toPriceText(account, settings)}`,
    `Card          ${card ? `${card.brand} ${card.last4}` : 'none'}`,
    `Period ends   ${periodEnd ? toTime(periodEnd) : 'never'}`,
    ...listTrial(account),
    ...listFreeTime(account),
    `Ends          ${toEndText(account)}`,
    ...listScheduled(account, settings),
    `Next total    ${total ?? (next === null ? 'none' : 'not read since the last change')}`,
    `Reading       ${reading}`,
  ];
}

function listFreeTime({ freeUntil }: BillingAccount): string[] {
  return freeUntil ? [`Free time     until ${toTime(freeUntil)}; renewals cost nothing`] : [];
}

function listTrial({ trialEnd, card }: BillingAccount): string[] {
  const then = card ? 'the first payment is charged then' : 'it ends then, without a card';
  return trialEnd ? [`Trial         until ${toTime(trialEnd)}; ${then}`] : [];
}

function toEndText({ endsAt, periodEnd }: BillingAccount): string {
  if (!endsAt) {
    return 'not by itself';
  }
  const isWithPeriod = endsAt.getTime() === periodEnd?.getTime();
  return `${toTime(endsAt)}${isWithPeriod ? ', with its period' : ''}`;
}

/** Names the plan where the configuration has the prices. */
function listScheduled({ scheduled }: BillingAccount, settings: HearthConfig): string[] {
  if (!scheduled) {
    return [];
  }
  const { items, at } = scheduled;
  const coming = pricedPlanOf(settings, items);
  const frequency = coming?.plan.free ? '' : ` per ${coming?.price.frequency}`;
  const plan = coming ? `${coming.plan.id}${frequency} ` : '';
  return [`Changes       to ${plan}(${toItemsText(items)}) at ${toTime(at)}`];
}

function toAccountText({ provider }: BillingAccount): string {
  return provider ? `${provider.id ?? 'unknown'} in ${provider.mode} mode` : 'not read yet';
}

/** An interval that the configuration does not have is the provider's own. */
function toPriceText({ price, items }: BillingAccount, settings: HearthConfig): string {
  if (!price) {
    return 'none';
  }
  const frequency = priceOfItems(settings, items)?.frequency;
  const per = frequency ? `per ${frequency}` : 'at an interval that is not configured';
  return `${formatMoney(price)} ${per} (${toItemsText(items ?? [])})`;
}

function toInvoiceLine(invoice: InvoiceRow): string {
  const { id, number, status, total, currency, refunded, created_at } = invoice;
  const toText = (amount: number) => formatMoney({ amount, currency });
  const back = refunded ? [`refunded ${toText(refunded)}`] : [];
  const facts = [id, number ?? 'without number', status, toText(total), toTime(created_at)];
  return [...facts, ...back].join('  ');
}

function toIntentLine({ id, kind, outcome, createdAt, leasedUntil }: IntentEntry): string {
  const state = outcome ? toOutcomeText(outcome) : `open, leased until ${toTime(leasedUntil)}`;
  return [id, kind, `opened ${toTime(createdAt)}`, state].join('  ');
}

interface Comparing {
  readonly subscriptionId: string;
  readonly account: BillingAccount | undefined;
  /** Differences are not counted while an intent is open. */
  readonly isChanging: boolean;
}

/** Throws only where nothing could be compared. */
async function compare(
  { subscriptionId, account, isChanging }: Comparing,
  context: PerformContext,
): Promise<Report> {
  const { payments } = context;
  if (!account?.customerId) {
    return { lines: [], isFine: true };
  }
  if (!payments) {
    return { lines: ['not compared: payments are not set up'], isFine: false };
  }
  try {
    const drift = await findDrift(subscriptionId, { ...context, payments });
    const lines = drift?.differences.map(toSentence) ?? [];
    const isOpen = lines.length === 0 && isChanging;
    const differs = lines.length > 0;
    return {
      lines: isOpen ? ['not compared: a change is under way'] : lines,
      isFine: true,
      differs,
    };
  } catch (error) {
    if (error instanceof ProviderFailure) {
      return { lines: [`not compared: ${error.message}`], isFine: false };
    }
    throw error;
  }
}

function toList(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0
    ? [`${heading} none`]
    : [heading, ...entries.map((entry) => `  ${entry}`)];
}

const toTime = (time: Date) => time.toISOString();
