import type { PayingContext } from '../port/billing-services.ts';
import { pullEvents } from './provider-events.ts';

/**
 * Reads the provider's events once in this process before anything is sold. After a backup was
 * restored, only they show the purchases made since then.
 */
export function createCatchUp(
  context: Pick<PayingContext, 'db' | 'clock'> & {
    readonly payments: PayingContext['payments'] | undefined;
  },
): () => Promise<void> {
  const { db, clock, payments } = context;
  let caughtUp: Promise<void> | undefined;
  return async () => {
    if (payments?.name !== 'stripe') {
      return;
    }
    caughtUp ??= pullAll({ db, clock, payments });
    try {
      await caughtUp;
    } catch (error) {
      caughtUp = undefined;
      throw error;
    }
  };
}

async function pullAll(context: Parameters<typeof pullEvents>[0]): Promise<void> {
  while (!(await pullEvents(context))) {
    // Each turn reads the next pages.
  }
}
