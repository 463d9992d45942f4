import { sql } from 'kysely';
import type { Database } from '../../../platform/transaction.ts';
import { exceedsDelivered } from '../port/rules/returned-money.ts';
import { wholeAmount } from './wide-amount-store.ts';

interface PaidInvoice {
  readonly total: number;
  readonly returned: number;
  readonly isDisputed: boolean;
  readonly from: Date;
  readonly to: Date;
  /** When the next invoice was made; null where there is none. */
  readonly next: Date | null;
}

/**
 * Whether so much of what pays for the present time was refunded or credited, or is disputed, that a plan change
 * could credit it again. Time that an earlier plan change gave up counts until it would have ended, because its
 * credit pays for the present time. A period at the price of 0 was not paid.
 */
export async function hasReturnedMoney(
  db: Database,
  { subscriptionId, at }: { readonly subscriptionId: string; readonly at: Date },
): Promise<boolean> {
  // An invoice's time counts as delivered up to the next one, since a plan change may have credited the rest.
  const { rows } = await sql<PaidInvoice>`
    select ${wholeAmount('i', 'total')} as total,
      coalesce(${wholeAmount('i', 'refunded')}, 0) + coalesce(${wholeAmount('i', 'credited')}, 0) as returned,
      coalesce(i.dispute in ('open', 'lost'), false) as "isDisputed",
      i.created_at as "from", coalesce(i.paid_until, a.period_end, i.created_at + interval '1 year') as "to",
      (select min(later.created_at) from invoices later
        where later.subscription_id = i.subscription_id and later.status = 'paid'
          and later.created_at > i.created_at) as next
    from billing_accounts a join invoices i on i.subscription_id = a.subscription_id
    where a.subscription_id = ${subscriptionId} and a.price_amount > 0 and i.status = 'paid'
      and (i.refunded > 0 or i.credited > 0 or i.dispute in ('open', 'lost'))
      and (i.created_at >= a.period_start or i.paid_until > a.period_start)`.execute(db);
  return rows.some(
    ({ isDisputed, next, ...invoice }) =>
      isDisputed || exceedsDelivered({ ...invoice, at: next && next < at ? next : at }),
  );
}
