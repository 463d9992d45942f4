import { expect, it } from 'vitest';
import type { ProviderInvoice } from '../port/payment-provider.ts';
import type { KeptInvoice } from '../records/invoice-store.ts';
import { goneDrafts } from './difference.ts';
import type { Snapshot } from './snapshot.ts';

const on = (day: number) => new Date(Date.UTC(2026, 0, day));
const draft = (id: string, day: number) =>
  ({ id, status: 'draft', createdAt: on(day) }) as KeptInvoice;
const listed = (days: readonly number[], listedAfter: Date | null) =>
  ({
    invoices: days.map((day) => ({ id: `listed-${day}`, createdAt: on(day) }) as ProviderInvoice),
    listedAfter,
  }) as unknown as Snapshot;
const ids = (gone: readonly KeptInvoice[]) => gone.map(({ id }) => id);

const kept = [draft('older', 2), draft('listed-9', 9), draft('newer', 10)];

it.each([
  ['a whole list: every draft that is not in it', listed([12, 9], new Date(0)), ['older', 'newer']],
  ['a list that is cut at the ninth: none that is older', listed([12, 9], on(9)), ['newer']],
  ['a single invoice of an answer: none', listed([9], null), []],
])('deleted drafts, by %s', (_, snapshot, gone) => {
  expect(ids(goneDrafts(kept, snapshot))).toEqual(gone);
});
