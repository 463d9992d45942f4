import { describe, expect, it } from 'vitest';
import { newKey, pro, subscribe, usd, weekMs } from '../contract/steps.ts';
import type { ProviderRig } from '../contract/suite.ts';
import { type StripeEmulator, send } from './emulator.ts';

type EmulatorRig = ProviderRig & { readonly emulator: StripeEmulator };

/** Cases of an end that somebody has set at Stripe, and that we change. */
export function ownEndingCases(rig: () => EmulatorRig): void {
  const set = (id: string, params: Readonly<Record<string, string>>) =>
    send(rig().emulator.url, `/v1/subscriptions/${id}`, params);

  describe('an ending that somebody else has set', () => {
    it.each([
      ['by the flag', (id: string) => set(id, { cancel_at_period_end: 'true' })],
      [
        'by the portal',
        (id: string) => rig().emulator.control('portal_cancel', { subscription: id }),
      ],
    ])('%s is taken back by us', async (_, end) => {
      const { subscription } = await subscribe(rig(), pro);
      const { id } = subscription;
      await end(id);
      const kept = await rig().provider.keepGoing({ key: newKey(), id });
      expect(kept).toMatchObject({ status: 'active', endsAt: null });
      expect(await rig().provider.readNextTotal(id)).toMatchObject({ total: usd(1_000) });
    });

    it('for a later period becomes that of this one where we end it', async () => {
      const { subscription } = await subscribe(rig(), pro);
      const { id, periodEnd } = subscription;
      const later = new Date((periodEnd?.getTime() ?? 0) + weekMs);
      await set(id, { cancel_at: String(later.getTime() / 1_000) });
      const ending = await rig().provider.endAtPeriodEnd({ key: newKey(), id });
      expect(ending).toMatchObject({ endsAt: periodEnd });
    });
  });
}
