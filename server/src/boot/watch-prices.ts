import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceCheck, PriceFault } from '../modules/billing/index.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';

interface PriceWatch {
  /** One check, and what there is to say of it; whether the provider could be asked. */
  check(): Promise<boolean>;
  /** Checks in the background until stopped. */
  start(): void;
  stop(): Promise<void>;
}

interface Waits {
  readonly againMs: number;
  /** Doubles until it is as long as the other. */
  readonly retryMs: number;
}

const usualWaits: Waits = { againMs: 5 * 60_000, retryMs: 5_000 };

/** A plan whose price was corrected is sold again without a restart, and a provider that is away stops nothing. */
export function createPriceWatch(
  prices: Pick<PriceCheck, 'check' | 'listFaults'>,
  log: Pick<JobLog, 'error' | 'warn'>,
  { againMs, retryMs } = usualWaits,
): PriceWatch {
  const stopping = new AbortController();
  let watching: Promise<void> | undefined;

  async function check(): Promise<boolean> {
    const before = prices.listFaults();
    try {
      await prices.check();
    } catch (error) {
      log.warn({ err: error }, 'price check deferred');
      return false;
    }
    const now = prices.listFaults();
    for (const found of now) {
      log.error(found, 'price fault found');
    }
    for (const cleared of before.filter(isMissingIn(now))) {
      log.warn(cleared, 'price fault cleared');
    }
    return true;
  }

  async function watch(): Promise<void> {
    let waitMs = retryMs;
    while (!stopping.signal.aborted) {
      const wasAsked = await check();
      await sleep(wasAsked ? againMs : waitMs, undefined, stopping).catch(() => undefined);
      waitMs = wasAsked ? retryMs : Math.min(2 * waitMs, againMs);
    }
  }

  return {
    check,
    start() {
      watching = watch();
    },
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

function isMissingIn(faults: readonly PriceFault[]) {
  return ({ fault, plan }: PriceFault) =>
    !faults.some((other) => other.fault === fault && other.plan === plan);
}
