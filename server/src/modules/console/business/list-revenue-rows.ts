import * as contract from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { hasCurrency, listRowPage, type readRows, toMinor } from '../../billing/index.ts';
import { read } from '../operation.ts';
import { listMonths } from './months.ts';

const size = 50;

/** One page of the rows behind one figure. */
export const listRevenueRows = read(contract.listRevenueRows, async (input, context) => {
  const { month, to = month, currency, figure, group, page } = input;
  const { db, clock, settings } = context;
  requireCurrency(input);
  const now = clock.now();
  const question = { figure, currency, group, months: listMonths(month, to, now), now };
  const found = await listRowPage(db, settings, question, { skipped: (page - 1) * size, size });
  return { rows: toRows(found), total: found.total };
});

export function requireCurrency({
  figure,
  currency,
}: {
  readonly figure: contract.RevenueFigure;
  readonly currency?: string | undefined;
}): void {
  refuseIf(currency === undefined && hasCurrency(figure), 'operator/no-currency');
}

type Rows = ReturnType<typeof readRows> extends AsyncGenerator<infer Part> ? Part : never;

function toRows(found: Rows): contract.RevenueRow[] {
  return found.kind === 'movements'
    ? found.rows.map(({ subscriptionId, name, planId, frequency, from, to }) => ({
        subscription_id: subscriptionId,
        name,
        plan_id: planId ?? null,
        frequency,
        before: toMinor(from),
        after: toMinor(to),
      }))
    : found.rows.map(({ subscriptionId, name, at, invoice, amount, recovered, tax }) => ({
        subscription_id: subscriptionId,
        name,
        at: at.toISOString(),
        ...(invoice !== null && { invoice }),
        ...(amount !== null && { amount }),
        ...(recovered !== null && { recovered }),
        ...(tax && toTax(tax)),
      }));
}

function toTax({ isReverseCharge, ...tax }: NonNullable<StoredRow['tax']>) {
  return { ...tax, reverse_charge: isReverseCharge };
}

type StoredRow = Extract<Rows, { readonly kind: 'stored' }>['rows'][number];
