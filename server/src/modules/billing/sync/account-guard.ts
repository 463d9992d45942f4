import type { Clock } from '../../../platform/clock.ts';
import type { JobLog } from '../../../platform/jobs/job-log.ts';
import type { Database } from '../../../platform/transaction.ts';
import {
  KeyRefused,
  type PaymentProvider,
  type ProviderAccount,
  ProviderUnknown,
  WrongAccount,
} from '../port/payment-provider.ts';
import { findOtherAccount, listUnconfirmedCustomers } from '../records/provider-account-store.ts';
import { createChargeGuard } from './charge-guard.ts';

interface GuardParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly payments: PaymentProvider;
  readonly log: Pick<JobLog, 'error'>;
  /** Skips the check, for a command that writes another account into the rows. */
  readonly anyAccount?: boolean;
}

export interface AccountGuard {
  /** The provider, which is called only while its keys belong to the account that our rows name. */
  readonly payments: PaymentProvider;
  /** Why payments are off; undefined while they are on, and before the first check. */
  fault(): string | undefined;
  /** Why the provider refuses the key; undefined once it has answered again. */
  keyFault(): string | undefined;
}

/**
 * Checks the account before the first request of this process, with each check of prices, and when
 * the provider does not have an object of ours. With the keys of another account every call fails as
 * if the provider were unreachable, so that nothing changes and open intents wait.
 */
export function guardAccount(parts: GuardParts): AccountGuard {
  const { payments } = parts;
  let lastCheck: AccountCheck | undefined;
  let checking: Promise<AccountCheck> | undefined;
  let keyFault: string | undefined;

  /** Logs a refused key at once: nobody can pay until it is replaced. */
  async function noteKey<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await work();
      keyFault = undefined;
      return answer;
    } catch (error) {
      if (error instanceof KeyRefused && keyFault === undefined) {
        keyFault = error.message;
        parts.log.error({ fault: keyFault }, 'payment key refused');
      }
      throw error;
    }
  }

  async function checkAgain(): Promise<AccountCheck> {
    checking ??= noteKey(() => checkAccount(parts)).finally(() => {
      checking = undefined;
    });
    lastCheck = await checking;
    return lastCheck;
  }

  async function readAccount(): Promise<ProviderAccount> {
    return requireOurAccount(lastCheck ?? (await checkAgain()));
  }

  const instead: Partial<PaymentProvider> = {
    readAccount,
    async checkPrices(prices) {
      const faults = await payments.checkPrices(prices);
      // A key that the provider does not accept cannot read its account.
      if (faults.account.length === 0) {
        requireOurAccount(await checkAgain());
      }
      return faults;
    },
  };

  const requireReconciled = createChargeGuard(parts.db);

  const ask = async ({
    name,
    args,
    run,
  }: {
    readonly name: string;
    readonly args: readonly unknown[];
    readonly run: () => Promise<unknown>;
  }): Promise<unknown> => {
    await readAccount();
    await requireReconciled(name, args[0]);
    try {
      const answer = await noteKey(run);
      if (answer === undefined && name === 'readSubscription') {
        requireOurAccount(await checkAgain());
      }
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnknown) {
        requireOurAccount(await checkAgain());
      }
      throw error;
    }
  };

  const guarded = new Proxy(payments, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function' || name === 'readWebhook') {
        return value;
      }
      return (
        Reflect.get(instead, name) ??
        ((...args: unknown[]) =>
          ask({ name: String(name), args, run: () => Reflect.apply(value, target, args) }))
      );
    },
  });
  return { payments: guarded, fault: () => lastCheck?.fault, keyFault: () => keyFault };
}

interface AccountCheck {
  readonly account: ProviderAccount;
  /** Fault in a sentence; undefined where the account is ours. */
  readonly fault: string | undefined;
}

function requireOurAccount({ account, fault }: AccountCheck): ProviderAccount {
  if (fault !== undefined) {
    throw new WrongAccount(fault);
  }
  return account;
}

/** One known customer is enough. A few are tried, because some may have been deleted. */
const maxCustomers = 5;

async function checkAccount({ db, payments, log, anyAccount }: GuardParts): Promise<AccountCheck> {
  const account = await payments.readAccount();
  const found = anyAccount ? undefined : await findFault({ db, payments }, account);
  if (found === undefined) {
    return { account, fault: undefined };
  }
  const fault = `${found} Payments are off until the keys of that account are back; "Another account" in docs/operating.md says more.`;
  log.error({ account: account.id, mode: account.mode, fault }, 'payment account mismatch found');
  return { account, fault };
}

async function findFault(
  { db, payments }: Pick<GuardParts, 'db' | 'payments'>,
  account: ProviderAccount,
): Promise<string | undefined> {
  const other = await findOtherAccount(db, account);
  if (other) {
    const projects = other.projects === 1 ? '1 project is' : `${other.projects} projects are`;
    return `The keys reach ${toText(account)}, but ${projects} in ${toText(other.account)}.`;
  }
  const customers = await listUnconfirmedCustomers(db, account, maxCustomers);
  for (const customerId of customers) {
    if (await isKnown(customerId, payments)) {
      return undefined;
    }
  }
  return customers.length === 0
    ? undefined
    : `The keys reach ${toText(account)}, which knows none of the customers here (${customers.join(', ')}).`;
}

/** Whether the account has the customer, or had it before its removal. */
async function isKnown(customerId: string, payments: PaymentProvider): Promise<boolean> {
  try {
    await payments.readCustomer(customerId);
    return true;
  } catch (error) {
    if (error instanceof ProviderUnknown) {
      return false;
    }
    throw error;
  }
}

function toText({ id, mode }: ProviderAccount): string {
  return id === null ? `an account in ${mode} mode` : `the account ${id} in ${mode} mode`;
}
