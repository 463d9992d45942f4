import { CamelCasePlugin, type Generated } from 'kysely';
import type { Database } from '../../../../platform/transaction.ts';
import type {
  SandboxCard,
  SandboxCustomer,
  SandboxEvent,
  SandboxInvoice,
  SandboxSubscription,
} from './ledger.ts';

interface SubscriptionTable extends Omit<SandboxSubscription, 'priceIds' | 'pendingPriceIds'> {
  priceIds: string[];
  pendingPriceIds: string[] | null;
  nextStepAt: Date | null;
}

export interface SetupTable {
  clientSecret: string;
  customerId: string;
  cardId: string | null;
  status: 'open' | 'waiting' | 'done';
  createdAt: Date;
}

interface KeyTable {
  key: string;
  requestHash: Buffer;
  answer: unknown;
  createdAt: Date;
}

type SandboxTables = {
  'sandbox.customers': SandboxCustomer;
  'sandbox.cards': SandboxCard;
  'sandbox.subscriptions': SubscriptionTable;
  'sandbox.invoices': SandboxInvoice & { sequence: Generated<string> };
  'sandbox.setups': SetupTable;
  'sandbox.events': SandboxEvent & { sequence: Generated<string>; deliveredAt: Generated<Date> };
  'sandbox.keys': KeyTable;
};

const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true });

/** The sandbox's tables, their columns named as in TypeScript. */
export const tables = (db: Database) => db.withPlugin(camelCase).withTables<SandboxTables>();
