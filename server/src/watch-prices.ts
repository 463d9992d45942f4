import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceCheck } from './modules/billing/index.ts';
import type { JobLog } from './platform/job-log.ts';

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

/** A price that was mended sells again by itself, and a provider that is away stops nothing. */
export function createPriceWatch(
  prices: PriceCheck,
  log: JobLog,
  { againMs, retryMs } = usualWaits,
): PriceWatch {
  const stopping = new AbortController();
  let watching: Promise<void> | undefined;

  async function check(): Promise<boolean> {
    const wereWrong = prices.faults.length > 0;
    try {
      await prices.check();
    } catch (error) {
      log.warn({ err: error }, 'prices could not be checked');
      return false;
    }
    for (const fault of prices.faults) {
      log.error({ fault }, 'a price is wrong, so no paid plan is sold');
    }
    if (wereWrong && prices.faults.length === 0) {
      log.warn({}, 'the prices are right again, and paid plans are sold');
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
