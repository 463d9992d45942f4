import { sql } from 'kysely';
import { listMovements, readTimelines, sumOf } from '../../../src/modules/billing/index.ts';
import type { PriceItem } from '../../../src/modules/billing/port/price-item.ts';
import { toTwelfths } from '../../../src/modules/billing/port/rules/monthly.ts';
import { priceOfItems } from '../../../src/modules/billing/port/rules/plan.ts';
import type { World } from '../world.ts';

interface Charged {
  readonly id: string;
  /** What discount and tax have left of the newest invoice that charged a price. */
  readonly part: number;
  readonly amount: number;
  readonly currency: string;
  readonly items: PriceItem[];
}

/** What each project is charged by the period now, as it was read at the provider; left out while a change or a trial runs. */
async function listCharged({ app }: World): Promise<{ known: Charged[]; skipped: Set<string> }> {
  const { rows } = await sql<Charged & { isSkipped: boolean; isPaying: boolean }>`
    select s.id, b.price_amount as amount, b.price_currency as currency, b.items,
      s.status in ('active', 'past_due', 'unpaid') and b.price_amount > 0
        and b.trial_ends_at is null and newest.id is not null and exists (
          select from invoices i where i.subscription_id = s.id and i.status = 'paid') as "isPaying",
      (select (sum(l.amount) filter (where kind = 'charge') + coalesce(sum(l.amount) filter (where kind = 'given'), 0))::float8
          / sum(l.gross) from ledger l
        where l.invoice_id = newest.id and (kind = 'given' or l.price_id is not null and l.amount > 0)) as part,
      exists (select from intents i where i.subscription_id = s.id and i.status = 'open')
        or b.awaits_person as "isSkipped"
    from subscriptions s join billing_accounts b on b.subscription_id = s.id
    left join lateral (
      select i.id from invoices i where i.subscription_id = s.id and exists (
        select from ledger l where l.invoice_id = i.id and l.price_id is not null and l.amount > 0)
      order by i.created_at desc, i.id desc limit 1) newest on true`.execute(app.db);
  return {
    known: rows.filter(({ isSkipped, isPaying }) => isPaying && !isSkipped),
    skipped: new Set(rows.filter(({ isSkipped }) => isSkipped).map(({ id }) => id)),
  };
}

const dayMs = 24 * 3_600_000;

/** In sentences, projects whose MRR by their invoices is not what the provider charges them, and spans whose movements do not add up. */
export async function findWrongRevenue(world: World): Promise<string[]> {
  const { db, clock, config } = world.app;
  const now = clock.now();
  const timelines = await readTimelines(db, config.product);
  const { known, skipped } = await listCharged(world);
  const charged = new Map(known.map((one) => [one.id, one]));
  const wrong = timelines.flatMap(({ subscriptionId, steps }) => {
    const step = steps.findLast(({ at }) => at <= now);
    const one = charged.get(subscriptionId);
    const price = one && priceOfItems(config.product, one.items);
    if (skipped.has(subscriptionId) || (one && !price)) {
      return [];
    }
    const expected = one && price ? toTwelfths(one.amount, price.frequency) * one.part : 0;
    const found = step?.twelfths ?? 0;
    return Math.abs(found - expected) < 1e-3
      ? []
      : [
          `${subscriptionId} brings ${found / 12} a month by its invoices, and pays ${expected / 12}.`,
        ];
  });
  let before: ReadonlyMap<string, number> | undefined;
  for (let day = 90; day > 0; day -= 15) {
    const span = {
      start: new Date(now.getTime() - day * dayMs),
      end: new Date(now.getTime() - (day - 15) * dayMs),
    };
    const movements = listMovements(timelines, span);
    const after = new Map<string, number>();
    for (const currency of new Set(movements.map((one) => one.currency))) {
      const sums = sumOf(movements.filter((one) => one.currency === currency));
      const { start, expansion, contraction, churn, end } = sums;
      const isWhole = Math.abs(start + sums.new + expansion - contraction - churn - end) < 1e-6;
      const follows = Math.abs((before?.get(currency) ?? (before ? 0 : start)) - start) < 1e-6;
      wrong.push(
        ...(isWhole && follows ? [] : [`${currency}, ${day} days ago: ${JSON.stringify(sums)}`]),
      );
      after.set(currency, end);
    }
    before = after;
  }
  return wrong;
}
