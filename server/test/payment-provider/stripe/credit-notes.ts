import { describe, expect, it } from 'vitest';
import { newestInvoice, pro, subscribe } from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Cases of credit notes whose money did not become credit. */
export function creditNoteCases(rig: () => EmulatorRig): void {
  describe('a credit note', () => {
    it.each([
      { name: 'refunded to the card', parts: { refund_amount: 400 }, refunded: 400, asCash: 400 },
      {
        name: 'paid back elsewhere',
        parts: { out_of_band_amount: 400 },
        refunded: 400,
        asCash: 400,
      },
      { name: 'kept as credit', parts: { credit_amount: 400 }, refunded: 0, asCash: 0 },
      {
        name: 'of all three',
        parts: { refund_amount: 100, out_of_band_amount: 100, credit_amount: 200 },
        refunded: 200,
        asCash: 200,
      },
    ])('$name counts once', async ({ parts, refunded, asCash }) => {
      const { customerId } = await subscribe(rig(), pro);
      const { id: invoice } = await newestInvoice(rig(), customerId);
      const amounts = Object.entries(parts).map(([name, amount]) => [name, String(amount)]);
      const note = { invoice, amount: '400', ...Object.fromEntries(amounts) };
      await send(rig().emulator.url, '/v1/credit_notes', note);
      expect(await newestInvoice(rig(), customerId)).toMatchObject({ credited: 400 });
      const [returned] = await rig().provider.listReturns(customerId);
      expect([returned?.refunded, returned?.creditedAsCash ?? 0]).toEqual([refunded, asCash]);
    });
  });
}
