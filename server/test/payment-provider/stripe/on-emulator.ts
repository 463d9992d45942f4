import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { type SeenRequest, type StripeEmulator, startEmulator } from './emulator.ts';

/** Cases on an emulator that is reset before each; `sent` collects the requests of all of them. */
export function describeOnEmulator(
  define: (emulator: () => StripeEmulator, sent: readonly SeenRequest[]) => void,
): void {
  describe('on the emulator', () => {
    let emulator: StripeEmulator;
    const sent: SeenRequest[] = [];
    beforeAll(async () => {
      emulator = await startEmulator();
    });
    // Time passes slowly at a provider that keeps the subscriptions of all cases.
    beforeEach(() => emulator.control('reset', { cfg: { final: 'unpaid' } }));
    afterEach(async () => {
      sent.push(...(await emulator.requests()));
    });
    afterAll(() => emulator.stop());

    define(() => emulator, sent);
  });
}
