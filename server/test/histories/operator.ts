import { sql } from 'kysely';
import { requireReconciling } from '../../src/modules/billing/index.ts';
import type { StripeEmulator } from '../payment-provider/stripe/emulator.ts';
import { backUp, restore } from './backup.ts';
import { readOwnBooks } from './books.ts';
import { count, type Planted } from './planted.ts';
import type { Installation } from './stripe/stripe-installation.ts';

type Price = Installation['app']['config']['product']['plans'][number]['prices'][number];

/** Acts of the person who runs an installation. */
export interface Operator {
  /** Consistent, while everybody goes on. */
  backUp(): Promise<void>;
  /** The product starts again with the rows of the backup; the provider has gone on. */
  restore(): Promise<void>;
  /** New customers pay more for Pro; those of before keep their price. */
  raisePrice(): Promise<void>;
  /** The product is started with the key of another account. */
  takeWrongKey(): Promise<void>;
  /** And with the right one again; answers what the wrong one has changed here. */
  takeRightKey(): Promise<string[]>;
}

interface Running {
  readonly installation: Installation;
  readonly planted: Planted;
  readonly apiBase: string;
  /** Another account, whose key is taken for a while. */
  readonly wrongAccount: StripeEmulator | undefined;
}

export function createOperator({
  installation,
  planted,
  apiBase,
  wrongAccount,
}: Running): Operator {
  let before: readonly string[] = [];
  let isWrong = false;
  return {
    async backUp() {
      await backUp(installation.app);
      count(planted, 'backup');
    },
    async restore() {
      await installation.restart({}, async () => {
        const forgotten = await readOwnBooks(installation.app);
        const { db, clock } = installation.app;
        await restore(installation.app);
        // The command does the same: nothing is charged until all is compared.
        const at = clock.now();
        await db.transaction().execute((tx) => requireReconciling(tx, { takenAt: at, at }));
        const left = new Set(
          (await readOwnBooks(installation.app)).subscriptions.map(({ id }) => id),
        );
        for (const { id } of forgotten.subscriptions.filter((one) => !left.has(one.id))) {
          planted.projects.add(id);
        }
        for (const intent of forgotten.intents) {
          planted.intents.set(intent.id, intent);
        }
      });
      count(planted, 'restored backup');
    },
    async raisePrice() {
      const plans = installation.app.config.product.plans.map((plan) =>
        plan.id === 'pro' ? { ...plan, prices: plan.prices.map(raise) } : plan,
      );
      await installation.restart({ plans });
      count(planted, 'raised price');
    },
    async takeWrongKey() {
      // Without a customer, one account looks like another.
      if (!wrongAccount || !(await hasCustomers(installation))) {
        return;
      }
      isWrong = true;
      await installation.restart({ apiBase: wrongAccount.url }, async () => {
        before = await describeMoney(installation);
      });
      count(planted, 'wrong key');
    },
    async takeRightKey() {
      if (!isWrong) {
        return [];
      }
      isWrong = false;
      let after: readonly string[] = [];
      await installation.restart({ apiBase }, async () => {
        after = await describeMoney(installation);
      });
      const changed = after.filter((row) => !before.includes(row) && !isAllowed(row, before));
      const requests = (await wrongAccount?.requests()) ?? [];
      const written = requests.filter(({ method, path }) => method !== 'GET' && isOfApi(path));
      return [
        ...changed.map((row) => `Under the wrong key this became: ${row}`),
        ...written.map(({ method, path }) => `The wrong account was asked to ${method} ${path}.`),
      ];
    },
  };
}

const raise = (price: Price): Price =>
  price.frequency === 'week' && price.currency === 'usd'
    ? { ...price, price: 13, priceIds: ['price_pro_raised_week'], retired: [price.priceIds] }
    : price;

/** A free project needs no payments, and may be founded all the same. */
function isAllowed(row: string, before: readonly string[]): boolean {
  const [kind, id] = row.split(' ');
  const isNew = !before.some((one) => one.startsWith(`${kind} ${id} `));
  return isNew && (kind === 'intent' || row === `project ${id} active free`);
}

const isOfApi = (path: string) => path.startsWith('/v1/');

async function hasCustomers({ app }: Installation): Promise<boolean> {
  const { rows } = await sql`
    select from billing_accounts where customer_id is not null limit 1`.execute(app.db);
  return rows.length > 0;
}

/** Projects with a customer, their charges, intents and invoices: a wrong key must not change them. */
async function describeMoney({ app }: Installation): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select 'project ' || id || ' ' || status || ' ' || plan_id as row from subscriptions s
      where exists (select from billing_accounts b
        where b.subscription_id = s.id and b.customer_id is not null)
    union all
    select 'account ' || subscription_id || ' ' || coalesce(customer_id, '') || ' ' ||
      coalesce(provider_subscription_id, '') from billing_accounts where customer_id is not null
    union all
    select 'intent ' || id || ' ' || status from intents i
      where exists (select from billing_accounts b
        where b.subscription_id = i.subscription_id and b.customer_id is not null)
    union all
    select 'invoice ' || id || ' ' || status from invoices`.execute(app.db);
  return rows.map(({ row }) => row);
}
