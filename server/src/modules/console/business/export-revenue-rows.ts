import * as contract from '@hearth/contract';
import { type CsvCell, csvStart, minorDigits, toCsvLine } from '@hearth/contract';
import { refuseUnless } from '../../../platform/refusal.ts';
import { isByInvoice, isPresent, readRows, toMinor } from '../../billing/index.ts';
import { read } from '../operation.ts';
import { findRole } from '../roles/require-operator.ts';
import { requireCurrency } from './list-revenue-rows.ts';
import { listMonths } from './months.ts';

/** The rows behind one figure, as a file that is read and sent piece by piece. */
export const exportRevenueRows = read(contract.exportRevenueRows, async (input, context) => {
  const { from, to, currency, figure, group } = input;
  const { db, clock, settings, caller } = context;
  requireCurrency(input);
  const now = clock.now();
  const months = listMonths(from, to, now);
  const asked = isPresent(figure) ? months.slice(0, 1) : months;
  const rows = readRows(db, settings, { figure, currency, group, months: asked, now });
  const requireRight = async () => {
    const role = await findRole(db, caller, context);
    refuseUnless(role && contract.mayOperate(role, 'revenue'), 'access/denied');
  };
  return toLines(rows, { figure, currency: currency ?? '' }, requireRight);
});

interface Table {
  readonly figure: contract.RevenueFigure;
  /** Empty for trials. */
  readonly currency: string;
}

/** Reading may take minutes, in which the right may be taken away. */
async function* toLines(
  parts: ReturnType<typeof readRows>,
  table: Table,
  requireRight: () => Promise<void>,
): AsyncGenerator<string> {
  yield csvStart + toCsvLine(headsOf(table));
  for await (const part of parts) {
    await requireRight();
    const cells =
      part.kind === 'movements'
        ? part.rows.map((row) => toMovementCells(row, table))
        : part.rows.map((row) => toStoredCells(row, table));
    yield cells.map(toCsvLine).join('');
  }
}

/** Names of columns are those of the API in every language, so that a spreadsheet finds them again next month. */
function headsOf({ figure, currency }: Table): string[] {
  const project = ['month', 'subscription_id', 'name'];
  if (contract.movementFigures.some((one) => one === figure)) {
    return [...project, 'plan_id', 'frequency', 'currency', 'before', 'after'];
  }
  return [
    ...project,
    'at',
    ...(isByInvoice(figure) ? ['invoice'] : []),
    ...(currency ? ['currency', 'amount'] : []),
    ...(isFailure(figure) ? ['recovered'] : []),
    ...(figure === 'tax' ? ['taxable', 'rate', 'country', 'state', 'reverse_charge'] : []),
  ];
}

const isFailure = (figure: contract.RevenueFigure) => figure === 'failed' || figure === 'recovered';

type Rows = ReturnType<typeof readRows> extends AsyncGenerator<infer Part> ? Part : never;
type RowOf<Kind> = Extract<Rows, { readonly kind: Kind }>['rows'][number];

function toMovementCells(row: RowOf<'movements'>, { currency }: Table): CsvCell[] {
  const { month, subscriptionId, name, planId, frequency, from, to } = row;
  const sums = [toMinor(from), toMinor(to)].map((amount) => toAmount(amount, currency));
  return [month, subscriptionId, name ?? '', planId ?? '', frequency, currency, ...sums];
}

function toStoredCells(row: RowOf<'stored'>, { figure, currency }: Table): CsvCell[] {
  const { month, subscriptionId, name, at, invoice, amount, recovered, tax } = row;
  const money = (sum: number | null) => (sum === null ? [] : [toAmount(sum, currency)]);
  return [
    month ?? '',
    subscriptionId,
    name ?? '',
    at.toISOString(),
    ...(isByInvoice(figure) ? [invoice ?? ''] : []),
    ...(currency ? [currency, ...money(amount)] : []),
    ...money(recovered),
    ...(tax
      ? [
          ...money(tax.taxable),
          tax.rate ?? '',
          tax.country ?? '',
          tax.state ?? '',
          String(tax.isReverseCharge),
        ]
      : []),
  ];
}

/** In the unit of the currency; what a month brings has more digits than the currency, so that the rows add up. */
function toAmount(minorUnits: number, currency: string): number {
  const digits = minorDigits(currency);
  return Number((minorUnits / 10 ** digits).toFixed(digits + 4));
}
