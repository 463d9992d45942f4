import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

interface Ours {
  readonly status: string;
  readonly plan_id: string;
  readonly charged: string | null;
  readonly next: string | null;
  readonly card: string | null;
  readonly invoices: string[];
}

interface Theirs {
  readonly id: string;
  readonly status: string;
  readonly price_ids: string[];
  readonly created_at: Date;
  readonly ended_at: Date | null;
  /** Whether its first period was paid. */
  readonly is_paid: boolean;
  readonly owes: boolean;
}

/** In sentences, what is not as the sandbox has it, or what was charged that should not have been. */
export async function findDrift(app: TestApp, subscriptionId: string): Promise<string[]> {
  const [ours, theirs] = [
    await readOurs(app, subscriptionId),
    await readTheirs(app, subscriptionId),
  ];
  const open = await count(
    app,
    sql`select 1 from intents where subscription_id = ${subscriptionId} and status = 'open'`,
  );
  return [
    ...(open > 0 ? [`${open} intents are open.`] : []),
    ...(await findOrphans(app)),
    ...findDoubleCharges(theirs),
    ...(ours ? compare(app, ours, theirs) : living(theirs).map(({ id }) => `${id} is orphaned.`)),
    ...(ours ? await compareRest(app, subscriptionId, ours) : []),
  ];
}

const living = (theirs: readonly Theirs[]) => theirs.filter(({ status }) => status !== 'canceled');

function compare(app: TestApp, ours: Ours, theirs: readonly Theirs[]): string[] {
  const running = living(theirs);
  const wanted = [ours.charged, ours.next];
  const strays = running.filter(({ id }) => !wanted.includes(id));
  const charged = running.find(({ id }) => id === ours.charged);
  const faults = strays.map(({ id }) => `${id} is charged and nobody here knows.`);
  return [
    ...faults,
    ...(charged ? compareCharged(app, ours, charged) : compareUncharged(app, ours)),
  ];
}

function compareCharged(app: TestApp, ours: Ours, charged: Theirs): string[] {
  const plan = app.config.product.plans.find(({ id }) => id === ours.plan_id);
  const isSame = plan?.priceIds.join() === charged.price_ids.join();
  return [
    ...(isSame ? [] : [`The plan is ${ours.plan_id}, and charged is ${charged.price_ids}.`]),
    ...(charged.status === ours.status ? [] : [`${ours.status} here, ${charged.status} there.`]),
    ...(charged.status === 'active' && charged.owes ? [`${charged.id} owes.`] : []),
  ];
}

function compareUncharged(app: TestApp, { plan_id, status }: Ours): string[] {
  const plan = app.config.product.plans.find(({ id }) => id === plan_id);
  const isFree = plan?.free && status === 'active';
  return isFree || status === 'canceled' ? [] : [`${plan_id} is ${status} and nobody charges it.`];
}

/** What was paid for may not overlap: a person pays for one thing at a time. */
function findDoubleCharges(theirs: readonly Theirs[]): string[] {
  const paid = theirs.filter(({ is_paid }) => is_paid);
  return paid.flatMap((one, index) =>
    paid
      .slice(index + 1)
      .filter((other) => one.ended_at === null || other.created_at < one.ended_at)
      .map((other) => `${one.id} and ${other.id} are charged at the same time.`),
  );
}

async function compareRest(app: TestApp, subscriptionId: string, ours: Ours): Promise<string[]> {
  const { rows } = await sql<{ card: string | null; invoices: string[] }>`
    select (select last4 from sandbox.cards where id = c.default_card_id) as card,
      array(select i.id || ' ' || i.status || ' ' || i.total from sandbox.invoices i
        where i.customer_id = c.id order by i.id) as invoices
    from sandbox.customers c
    where c.reference = ${subscriptionId} and c.removed_at is null`.execute(app.db);
  const { card, invoices } = rows[0] ?? { card: null, invoices: [] };
  return [
    ...(card === ours.card ? [] : [`The card is ${ours.card} here, ${card} there.`]),
    ...(invoices.join() === ours.invoices.join()
      ? []
      : [`Invoices: ${ours.invoices.join(', ')} here, ${invoices.join(', ')} there.`]),
  ];
}

async function findOrphans(app: TestApp): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sandbox.customers
    where removed_at is null and reference not in (select id from subscriptions)`.execute(app.db);
  return rows.map(({ id }) => `The customer ${id} is an orphan.`);
}

async function readOurs({ db }: TestApp, id: string): Promise<Ours | undefined> {
  const { rows } = await sql<Ours>`
    select sub.status, sub.plan_id, account.provider_subscription_id as charged,
      account.next_provider_subscription_id as next, account.card ->> 'last4' as card,
      array(select i.id || ' ' || i.status || ' ' || i.total from invoices i
        where i.subscription_id = sub.id order by i.id) as invoices
    from subscriptions sub left join billing_accounts account on account.subscription_id = sub.id
    where sub.id = ${id}`.execute(db);
  return rows[0];
}

async function readTheirs({ db }: TestApp, reference: string): Promise<Theirs[]> {
  const { rows } = await sql<Theirs>`
    select s.id, s.status, s.price_ids, s.created_at, s.ended_at,
      exists (select from sandbox.invoices i where i.subscription_id = s.id
        and i.reason = 'create' and i.status = 'paid') as is_paid,
      exists (select from sandbox.invoices i where i.subscription_id = s.id
        and i.reason <> 'update' and i.status = 'open') as owes
    from sandbox.subscriptions s where s.reference = ${reference}
    order by s.created_at`.execute(db);
  return rows;
}

async function count({ db }: TestApp, query: ReturnType<typeof sql>): Promise<number> {
  return (await query.execute(db)).rows.length;
}
