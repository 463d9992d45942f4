import { sql } from 'kysely';
import type { SandboxProvider } from '../../../src/modules/billing/providers/sandbox/index.ts';
import type { TestApp } from '../../harness/test-app.ts';
import type { BookedReturn } from '../books.ts';
import type { OutsideActionOf } from '../outside-actions.ts';
import type { Planted } from '../planted.ts';

interface Place {
  readonly app: TestApp;
  readonly planted: Planted;
  readonly dashboard: SandboxProvider;
  readonly customerId: string;
}

type Return =
  | OutsideActionOf<'refund'>
  | OutsideActionOf<'dispute'>
  | OutsideActionOf<'credit note'>;

interface Charged {
  readonly id: string;
  readonly total: number;
  /** Cents that the card paid and that have not gone back. */
  readonly left: number;
  readonly credited: number;
  readonly dispute: 'open' | 'won' | 'lost' | null;
}

/** Money of the newest invoice that a card has paid goes back, is asked back, or becomes credit. False where there is none. */
export async function giveBack(place: Place, action: Return): Promise<boolean> {
  const { rows } = await sql<Charged>`
    select id, total, amount_due - refunded as left, credited, dispute from sandbox.invoices
    where customer_id = ${place.customerId} and status = 'paid' and paid_card is not null
    order by sequence desc limit 1`.execute(place.app.db);
  const [invoice] = rows;
  if (!invoice) {
    return false;
  }
  switch (action.what) {
    case 'refund':
      return await refund(place, invoice, action);
    case 'dispute':
      return await dispute(place, invoice, action);
    case 'credit note':
      return await createCreditNote(place, invoice);
  }
}

async function refund(
  place: Place,
  { id, left, dispute }: Charged,
  { part, hasFailed }: OutsideActionOf<'refund'>,
): Promise<boolean> {
  if (left <= 0 || dispute === 'open' || dispute === 'lost') {
    return false;
  }
  const { dashboard } = place.dashboard;
  const cents = part === 'all' ? left : Math.ceil(left / 3);
  await dashboard.refund(id, cents);
  if (hasFailed) {
    await dashboard.refund(id, -cents);
  } else {
    note(place, id, (returns, at) => [...returns, { kind: 'refund', cents, at }]);
  }
  return true;
}

/** The first time it is opened, and the next time it ends. */
async function dispute(
  place: Place,
  { id, left, dispute: state }: Charged,
  { end }: OutsideActionOf<'dispute'>,
): Promise<boolean> {
  if (state === 'won' || state === 'lost') {
    return false;
  }
  await place.dashboard.dashboard.dispute(id, state === 'open' ? end : 'open');
  note(place, id, (returns, at) => {
    if (state === null) {
      return [...returns, { kind: 'dispute', cents: left, at }];
    }
    return end === 'won' ? returns.filter(({ kind }) => kind !== 'dispute') : returns;
  });
  return true;
}

async function createCreditNote(
  place: Place,
  { id, total, left, credited }: Charged,
): Promise<boolean> {
  const cents = Math.floor(total / 4);
  if (cents === 0 || credited + cents > Math.min(total, left)) {
    return false;
  }
  await place.dashboard.dashboard.createCreditNote(id, cents);
  note(place, id, (returns, at) => [...returns, { kind: 'credit note', cents, at }]);
  return true;
}

function note(
  { app, planted }: Place,
  invoiceId: string,
  change: (returns: readonly BookedReturn[], at: Date) => readonly BookedReturn[],
): void {
  const before = planted.returns.get(invoiceId) ?? [];
  planted.returns.set(invoiceId, change(before, app.clock.now()));
}
