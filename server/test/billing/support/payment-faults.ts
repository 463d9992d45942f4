import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { ProviderUnavailable } from '../../../src/modules/billing/port/payment-provider.ts';
import type { openDatabase } from '../../../src/platform/database.ts';

/** One step to the provider or to the database that goes wrong. */
export interface Fault {
  readonly place: 'provider' | 'database';
  /** Counted from 1, since the work began; or all of them. */
  readonly step: number | 'each';
  readonly moment: 'before it acted' | 'after it acted';
  /** A crash is the end of whoever is at work; `away` is what the product is prepared for. */
  readonly kind: 'away' | 'crash' | 'slow';
  /** Time that goes by while a slow one is waited for; a moment by itself. */
  readonly meanwhile?: () => Promise<unknown>;
}

export interface Faulted<Result> {
  readonly result: Result;
  readonly hasHappened: boolean;
  /** How many there were. */
  readonly steps: Readonly<Record<Fault['place'], number>>;
}

class Crash extends Error {}

interface Mishap {
  readonly fault: Fault | undefined;
  readonly steps: Record<Fault['place'], number>;
  hasHappened: boolean;
  /** After a crash nobody is there to clean up. */
  isDead: boolean;
}

const slowMs = 40;
const mishaps = new AsyncLocalStorage<Mishap>();
let ofJobs: Mishap | undefined;

/** Does the work, all that it sets going included, with one step that goes wrong or with none. */
export async function withFault<Result>(
  fault: Fault | undefined,
  work: () => Promise<Result>,
): Promise<Faulted<Result>> {
  const steps = { provider: 0, database: 0 };
  const mishap: Mishap = { fault, steps, hasHappened: false, isDead: false };
  // Awaited inside: an injected request begins only when somebody waits for it.
  const result = await mishaps.run(mishap, async () => await work());
  return { result, hasHappened: mishap.hasHappened, steps };
}

/** Faults of jobs, whose worker does not know who has set it going; one such work at a time. */
export async function withFaultInJobs<Result>(
  fault: Fault | undefined,
  work: () => Promise<Result>,
): Promise<Faulted<Result>> {
  return await withFault(fault, async () => {
    ofJobs = mishaps.getStore();
    try {
      return await work();
    } finally {
      ofJobs = undefined;
    }
  });
}

/** Stands between the product and its provider. */
export function wrapPayments(real: PaymentProvider): PaymentProvider {
  return new Proxy(real, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      return typeof value === 'function' && !unasked.includes(String(name))
        ? (...args: unknown[]) => takeStep('provider', () => Reflect.apply(value, target, args))
        : value;
    },
  });
}

const unasked = ['name', 'publishableKey', 'readWebhook'];

/** Like `openDatabase`, and each statement is a step. */
export const openFaultyDatabase: typeof openDatabase = (location, onError, { max = 10 } = {}) => {
  const pool = new pg.Pool({ ...location, max, Client: FaultyClient });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) });
  return { db, location, close: () => db.destroy() };
};

class FaultyClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's eleven overloads of `query` have no common type.
  override query(...args: any[]): any {
    const ask = () => Reflect.apply(super.query, this, args);
    const text = String(args[0]);
    // PostgreSQL itself rolls back whoever died, and a transaction that just began is nothing yet.
    return /^(begin|start|rollback)/i.test(text) ? ask() : takeStep('database', ask);
  }
}

async function takeStep<Result>(
  place: Fault['place'],
  act: () => Promise<Result>,
): Promise<Result> {
  const mishap = mishaps.getStore() ?? ofJobs;
  if (!mishap) {
    return await act();
  }
  mishap.steps[place] += 1;
  const step = mishap.steps[place];
  await strike(mishap, { place, step, moment: 'before it acted' });
  const result = await act();
  await strike(mishap, { place, step, moment: 'after it acted' });
  return result;
}

/** Throws when it is this step's turn, and in every step of the dead. */
async function strike(mishap: Mishap, at: Omit<Fault, 'kind'>): Promise<void> {
  if (mishap.isDead) {
    throw new Crash('dead');
  }
  const { fault } = mishap;
  if (!fault || !isAt(fault, at)) {
    return;
  }
  mishap.hasHappened = true;
  if (fault.kind === 'slow') {
    await (fault.meanwhile?.() ?? sleep(slowMs));
    return;
  }
  mishap.isDead = fault.kind === 'crash';
  throw mishap.isDead ? new Crash('crashed') : awayErrors[at.place]();
}

function isAt(fault: Fault, { place, step, moment }: Omit<Fault, 'kind'>): boolean {
  const isTurn = fault.step === 'each' || fault.step === step;
  return isTurn && fault.place === place && fault.moment === moment;
}

const awayErrors = {
  provider: () => new ProviderUnavailable('away'),
  database: () => Object.assign(new Error('away'), { code: '57P01' }),
};
