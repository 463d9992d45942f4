import { describe, expect, it } from 'vitest';
import { newestInvoice, pro, subscribe, weekMs } from './steps.ts';
import type { ProviderRig } from './suite.ts';

const minuteMs = 60_000;
const documents = ['page', 'pdf', 'receipt'] as const;

/** Documents of an invoice, whose addresses are read anew each time. */
export function documentCases(rig: () => ProviderRig): void {
  describe('the documents of an invoice', () => {
    const readAll = (invoiceId: string) =>
      Promise.all(
        documents.map((document) => rig().provider.readInvoiceLink({ invoiceId, document })),
      );

    it('have an address each, the receipt only where a card was charged', async () => {
      const { customerId } = await subscribe(rig(), pro);
      const { id } = await newestInvoice(rig(), customerId);
      const links = await readAll(id);
      expect(links).toEqual(documents.map(() => expect.stringMatching(/^https?:/)));
      expect(new Set(links).size).toBe(3);

      await rig().createCreditNote(id, 1_000);
      await rig().advance(weekMs + minuteMs);
      const renewal = await newestInvoice(rig(), customerId);
      expect(await readAll(renewal.id)).toEqual([
        expect.any(String),
        expect.any(String),
        undefined,
      ]);
    });

    it('of an invoice that the provider does not have are nowhere', async () => {
      expect(await readAll('in_unheard_of')).toEqual([undefined, undefined, undefined]);
    });
  });
}
