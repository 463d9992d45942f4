import { CamelCasePlugin, type Generated } from 'kysely';
import { isUnavailable } from '../../../../../platform/database.ts';
import type { Database, Transaction } from '../../../../../platform/transaction.ts';
import { ProviderUnavailable } from '../../../port/payment-provider.ts';
import type {
  SandboxCard,
  SandboxCustomer,
  SandboxEvent,
  SandboxInvoice,
  SandboxSubscription,
} from '../ledger.ts';

interface SubscriptionTable
  extends Omit<SandboxSubscription, 'priceIds' | 'pendingPriceIds' | 'scheduledPriceIds'> {
  priceIds: string[];
  pendingPriceIds: string[] | null;
  scheduledPriceIds: string[] | null;
  nextStepAt: Date | null;
}

export interface SetupTable {
  clientSecret: string;
  customerId: string;
  cardId: string | null;
  status: 'open' | 'waiting' | 'done';
  createdAt: Date;
}

export interface Redemption {
  subscriptionId: string;
  codeId: string;
  redeemedAt: Date;
}

interface KeyTable {
  key: string;
  requestHash: Buffer;
  answer: unknown;
  createdAt: Date;
}

interface RefundTable {
  id: string;
  invoiceId: string;
  intentId: string;
  amount: number;
  createdAt: Date;
}

type SandboxTables = {
  'sandbox.redemptions': Redemption;
  'sandbox.customers': SandboxCustomer;
  'sandbox.cards': SandboxCard;
  'sandbox.subscriptions': SubscriptionTable;
  'sandbox.invoices': SandboxInvoice & { sequence: Generated<string> };
  'sandbox.refunds': RefundTable;
  'sandbox.setups': SetupTable;
  'sandbox.events': SandboxEvent & { sequence: Generated<string>; deliveredAt: Generated<Date> };
  'sandbox.keys': KeyTable;
};

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** The sandbox's tables, their columns named as in TypeScript. */
export const tables = (db: Database) => db.withPlugin(camelCase).withTables<SandboxTables>();

/** Runs a query. While the database is unreachable, the provider counts as unreachable. */
export async function runQuery<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) {
      throw new ProviderUnavailable('The sandbox cannot reach its database.', { cause: error });
    }
    throw error;
  }
}

export function inTransaction<Answer>(
  { db }: { readonly db: Database },
  work: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return runQuery(() => db.transaction().execute(work));
}
