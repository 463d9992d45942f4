import { openPayments, type PaymentsParts } from '../boot/open-payments.ts';
import { createServices } from '../boot/services.ts';
import type { Config } from '../config/config.ts';
import {
  asRefusals,
  CommandRefused,
  jobClient,
  longestAnswerMs,
  movePrice,
  type Report,
  readInstallation,
  refundInvoice,
  relinkCustomer,
  reportDrift,
  resyncBilling,
  settleOpenIntent,
  showBilling,
  startTaxes,
  toReason,
} from '../modules/billing/index.ts';
import { getAccountFor } from '../modules/identity/index.ts';
import { listSubscriptionsOf } from '../modules/subscriptions/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { DatabaseLocation } from '../platform/database.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Database } from '../platform/transaction.ts';

export interface BillingContext {
  readonly config: Config;
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly clock: Clock;
  readonly anyAccount?: boolean;
  /** For tests. */
  readonly wrap?: PaymentsParts['wrap'];
}

/** Compares all billing with what the provider has; a difference makes the command fail. */
export async function drift(context: BillingContext) {
  const { config, db, clock } = context;
  const payments = await openForCommand(context);
  try {
    if (!payments.provider) {
      return { text: 'Payments are not set up, so there is nothing to compare.', exitCode: 0 };
    }
    const context = { db, clock, settings: config.product, payments: payments.provider };
    const { compared, sentences } = await reportDrift(context);
    const end = `${compared} ${compared === 1 ? 'subscription' : 'subscriptions'} compared.`;
    return sentences.length === 0
      ? { text: `Nothing differs. ${end}`, exitCode: 0 }
      : { text: [...sentences, end].join('\n'), exitCode: 1 };
  } finally {
    await payments.close();
  }
}

/** An email address names all projects that the account owns. */
export function show(name: string, context: BillingContext) {
  return withServices(context, async (services) => {
    const reports: Report[] = [];
    for (const id of await listShown(name, context)) {
      reports.push(await showBilling(id, services));
    }
    return {
      lines: reports.flatMap(({ lines }, place) => (place === 0 ? lines : ['', ...lines])),
      isFine: reports.every(({ isFine }) => isFine),
    };
  });
}

async function listShown(name: string, { db }: BillingContext): Promise<readonly string[]> {
  if (!name.includes('@')) {
    return [name];
  }
  const account = await getAccountFor(name, { db });
  const projects = await listSubscriptionsOf(db, account.id);
  const owned = projects.filter(({ is_owner }) => is_owner).map(({ id }) => String(id));
  if (owned.length === 0) {
    throw new CommandRefused(`${account.email} owns no project.`);
  }
  return owned;
}

export function resync(name: string, context: BillingContext) {
  return withPayments(context, (services) => resyncBilling(name, services));
}

/** With the keys of another account too: it is how a project is given its customer there. */
export function relink(link: Parameters<typeof relinkCustomer>[0], context: BillingContext) {
  return withPayments({ ...context, anyAccount: true }, (services) =>
    relinkCustomer(link, services),
  );
}

export function move(moving: Parameters<typeof movePrice>[0], context: BillingContext) {
  return withPayments(context, (services) => movePrice(moving, services));
}

export function refund(refunding: Parameters<typeof refundInvoice>[0], context: BillingContext) {
  return withPayments(context, (services) => refundInvoice(refunding, services));
}

export function settle(settling: Parameters<typeof settleOpenIntent>[0], context: BillingContext) {
  return withPayments(context, (services) => settleOpenIntent(settling, services));
}

export function tax(starting: Parameters<typeof startTaxes>[0], context: BillingContext) {
  return withPayments(context, (services) => startTaxes(starting, services));
}

type PayingServices = Parameters<typeof settleOpenIntent>[1];
type Services = Awaited<ReturnType<typeof createServices>> &
  Pick<Parameters<typeof showBilling>[1], 'client' | 'log'>;

function withPayments(
  context: BillingContext,
  work: (services: PayingServices) => Promise<Report>,
) {
  return withServices(context, (services) => {
    const { payments } = services;
    if (!payments) {
      throw new CommandRefused('Payments are not set up.');
    }
    return work({ ...services, payments });
  });
}

async function openForCommand(context: BillingContext) {
  const { config, db, location, clock, anyAccount = false, wrap } = context;
  return openPayments({
    config,
    db,
    location,
    clock,
    installation: await readInstallation(db),
    // Its next call says so.
    onError: () => undefined,
    // The command fails with the same sentence.
    log: { error: () => undefined, warn: () => undefined },
    anyAccount,
    ...(wrap && { wrap }),
  });
}

/** Opens the payments for one command. Log lines of the modules are for the waiting operator, and are printed last. */
export async function withServices(
  context: BillingContext,
  work: (services: Services) => Promise<Report>,
) {
  const { config, db, clock } = context;
  const logged: string[] = [];
  const error = (details: object, sentence: string) =>
    logged.push(toLine(sentence, 'err' in details ? details.err : undefined));
  const payments = await openForCommand(context);
  try {
    const own = await createServices({
      config,
      db,
      clock,
      issuers: {},
      payments: payments.provider,
      longestAnswerMs,
    });
    const services = { ...own, client: jobClient, log: { error } };
    const { lines, isFine } = await asRefusals(() => work(services));
    return { text: [...lines, ...logged].join('\n'), exitCode: isFine ? 0 : 1 };
  } catch (error) {
    throw toFailure(error, logged);
  } finally {
    await payments.close();
  }
}

/** The sentences alone; anything else that is thrown is a bug. */
function toFailure(error: unknown, logged: readonly string[]): unknown {
  if (error instanceof Refusal) {
    const reason = toReason(error);
    const line = reason === error.message ? toLine(reason, error.cause) : reason;
    return new Error([line, ...logged].join('\n'));
  }
  return error instanceof CommandRefused ? new Error([error.message, ...logged].join('\n')) : error;
}

function toLine(sentence: string, cause: unknown): string {
  return cause instanceof Error ? `${sentence} (${cause.message})` : sentence;
}
