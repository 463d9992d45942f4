import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Transaction } from '../../../../platform/transaction.ts';
import { type Keyed, ProviderRefusal } from '../../port/payment-provider.ts';
import type { Ledger } from './ledger.ts';
import { once } from './once.ts';
import type { Catalogue } from './rules/catalogue.ts';
import type { SandboxCode } from './rules/promotion-codes.ts';
import { lockLedger, saveLedger, UnknownCustomer } from './stores/ledger-store.ts';
import { inTransaction } from './stores/sandbox-store.ts';

/** Parts that all calls of the sandbox use. */
export interface Sandbox {
  /** Database handle of its own, outside a caller's transaction. */
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
  readonly codes: readonly SandboxCode[];
  readonly publicUrl: string;
  readonly readTimeZone: (id: string) => Promise<string | undefined>;
}

/** Runs one change of money, in one transaction and once for its key. */
export async function withIdempotencyKey<Input extends Keyed, Answer>(
  sandbox: Sandbox,
  { name, input }: { readonly name: string; readonly input: Input },
  work: (tx: Transaction, at: Date) => Promise<Answer>,
): Promise<Answer> {
  const at = sandbox.clock.now();
  const result = await inTransaction(sandbox, (tx) =>
    once(tx, { name, input, at }, () => work(tx, at)),
  );
  if ('refusal' in result) {
    throw new ProviderRefusal(result.refusal);
  }
  return result.answer;
}

export interface LedgerAt {
  readonly customerId: string;
  readonly at: Date;
}

/** Reads the customer's ledger, changes and writes it. */
export async function changeLedger<Answer>(
  { tx, sandbox, ...opening }: LedgerAt & { readonly tx: Transaction; readonly sandbox: Sandbox },
  change: (ledger: Ledger) => Answer | Promise<Answer>,
): Promise<Answer> {
  const ledger = await lockLedger(tx, { ...opening, ...sandbox });
  const answer = await change(ledger);
  await saveLedger(tx, ledger);
  return answer;
}

/** Reads the customer's ledger; changes that the work makes are dropped. */
export function readLedger<Answer>(
  sandbox: Sandbox,
  customerId: string,
  look: (ledger: Ledger) => Answer,
): Promise<Answer> {
  const at = sandbox.clock.now();
  return inTransaction(sandbox, async (tx) =>
    look(await lockLedger(tx, { customerId, at, ...sandbox })),
  );
}

/** Reads a list from the ledger; empty for an unknown customer. */
export async function listFromLedger<Item>(
  sandbox: Sandbox,
  customerId: string,
  list: (ledger: Ledger) => readonly Item[],
): Promise<readonly Item[]> {
  try {
    return await readLedger(sandbox, customerId, list);
  } catch (error) {
    if (error instanceof UnknownCustomer) {
      return [];
    }
    throw error;
  }
}
