import type { JobLog } from '../../../platform/job-log.ts';
import type { Database } from '../../../platform/transaction.ts';
import {
  type PaymentProvider,
  type ProviderAccount,
  ProviderUnknown,
  WrongAccount,
} from '../port/payment-provider.ts';
import { findOtherAccount, listUnconfirmedCustomers } from '../records/provider-account-store.ts';

interface GuardParts {
  readonly db: Database;
  readonly payments: PaymentProvider;
  readonly log: Pick<JobLog, 'error'>;
  /** Whether a command is to give rows another account. */
  readonly anyAccount?: boolean;
}

export interface AccountGuard {
  /** The provider, which is asked only while its keys reach the account that our rows name. */
  readonly payments: PaymentProvider;
  /** Why payments are off; undefined while they are on, and before the first check. */
  fault(): string | undefined;
}

/**
 * Checks the account before the first request of this process, with each check of prices, and when
 * the provider does not know what we ask about. With the keys of another account every call fails as
 * if the provider were away, so that nothing is changed and all that is open goes on later.
 */
export function guardAccount(parts: GuardParts): AccountGuard {
  const { payments } = parts;
  let verdict: Verdict | undefined;
  let judging: Promise<Verdict> | undefined;

  async function judgeAgain(): Promise<Verdict> {
    judging ??= judge(parts).finally(() => {
      judging = undefined;
    });
    verdict = await judging;
    return verdict;
  }

  async function readAccount(): Promise<ProviderAccount> {
    return requireRight(verdict ?? (await judgeAgain()));
  }

  const instead: Partial<PaymentProvider> = {
    readAccount,
    async checkPrices(prices) {
      const faults = await payments.checkPrices(prices);
      // A key that is not accepted cannot say whose it is.
      if (faults.account.length === 0) {
        requireRight(await judgeAgain());
      }
      return faults;
    },
  };

  const ask = async (call: () => Promise<unknown>, name: string): Promise<unknown> => {
    await readAccount();
    try {
      const answer = await call();
      if (answer === undefined && name === 'readSubscription') {
        requireRight(await judgeAgain());
      }
      return answer;
    } catch (error) {
      if (error instanceof ProviderUnknown) {
        requireRight(await judgeAgain());
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
        ((...args: unknown[]) => ask(() => Reflect.apply(value, target, args), String(name)))
      );
    },
  });
  return { payments: guarded, fault: () => verdict?.fault };
}

interface Verdict {
  readonly account: ProviderAccount;
  /** A sentence; undefined where the account is ours. */
  readonly fault: string | undefined;
}

function requireRight({ account, fault }: Verdict): ProviderAccount {
  if (fault !== undefined) {
    throw new WrongAccount(fault);
  }
  return account;
}

/** One known customer is proof enough; a few are asked for, since some may have been deleted. */
const mostCustomers = 5;

async function judge({ db, payments, log, anyAccount }: GuardParts): Promise<Verdict> {
  const account = await payments.readAccount();
  const found = anyAccount ? undefined : await findFault({ db, payments }, account);
  if (found === undefined) {
    return { account, fault: undefined };
  }
  const fault = `${found} Payments are off until the keys of that account are back; "Another account" in docs/operating.md says more.`;
  log.error({ account: account.id, mode: account.mode, fault }, 'payment account mismatch');
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
  const customers = await listUnconfirmedCustomers(db, account, mostCustomers);
  for (const customerId of customers) {
    if (await isKnown(customerId, payments)) {
      return undefined;
    }
  }
  return customers.length === 0
    ? undefined
    : `The keys reach ${toText(account)}, which knows none of the customers here (${customers.join(', ')}).`;
}

/** One that was removed is known, too. */
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
