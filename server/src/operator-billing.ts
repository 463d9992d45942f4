import { createServices } from './app-services.ts';
import type { Config } from './config.ts';
import {
  asRefusals,
  CommandRefused,
  longestAnswerMs,
  nobodysClient,
  type Report,
  readInstallation,
  relinkCustomer,
  reportDrift,
  resyncBilling,
  settleOpenIntent,
  showBilling,
} from './modules/billing/index.ts';
import { openPayments, type PaymentsParts } from './open-payments.ts';
import type { Clock } from './platform/clock.ts';
import type { DatabaseLocation } from './platform/database.ts';
import { Refusal } from './platform/refusal.ts';
import type { Database } from './platform/transaction.ts';

interface BillingContext {
  readonly config: Config;
  readonly db: Database;
  readonly location: DatabaseLocation;
  readonly clock: Clock;
  /** For tests. */
  readonly wrap?: PaymentsParts['wrap'];
}

/** Compares all billing with what the provider has; a difference makes the command fail. */
export async function tellDrift({ config, db, location, clock }: BillingContext) {
  // Its next call says so.
  const payments = openPayments({
    config,
    location,
    clock,
    installation: await readInstallation(db),
    onError: () => undefined,
  });
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

export function tellBilling(name: string, context: BillingContext) {
  return withServices(context, (services) => showBilling(name, services));
}

export function resync(subscriptionId: string, context: BillingContext) {
  return withPayments(context, (services) => resyncBilling(subscriptionId, services));
}

export function relink(link: Parameters<typeof relinkCustomer>[0], context: BillingContext) {
  return withPayments(context, (services) => relinkCustomer(link, services));
}

export function settle(settling: Parameters<typeof settleOpenIntent>[0], context: BillingContext) {
  return withPayments(context, (services) => settleOpenIntent(settling, services));
}

type Services = Parameters<typeof showBilling>[1];
type PayingServices = Parameters<typeof resyncBilling>[1];

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

/** What the module logs meanwhile is for the operator who waits, and printed after the rest. */
async function withServices(
  { config, db, location, clock, wrap }: BillingContext,
  work: (services: Services) => Promise<Report>,
) {
  const payments = openPayments({
    config,
    location,
    clock,
    installation: await readInstallation(db),
    // Its next call says so.
    onError: () => undefined,
    ...(wrap && { wrap }),
  });
  const logged: string[] = [];
  try {
    const own = await createServices({
      config,
      db,
      clock,
      issuers: {},
      payments: payments.provider,
      longestAnswerMs,
    });
    const error = (details: object, sentence: string) =>
      logged.push(toLine(sentence, 'err' in details ? details.err : undefined));
    const services = { ...own, client: nobodysClient, log: { error } };
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
    return new Error([toLine(error.message, error.cause), ...logged].join('\n'));
  }
  return error instanceof CommandRefused ? new Error([error.message, ...logged].join('\n')) : error;
}

function toLine(sentence: string, cause: unknown): string {
  return cause instanceof Error ? `${sentence} (${cause.message})` : sentence;
}
