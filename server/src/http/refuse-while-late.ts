import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../platform/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered however late the event loop is. */
    alsoUnderLoad?: boolean;
  }
}

const resolutionMs = 10;
/** Long enough that one pause of the machine, which is over when it is measured, refuses nobody. */
const sampleMs = 3_000;

/** Refuses requests while the event loop is later than this, on average of a sample; 0 for never. */
export function refuseWhileLate(app: FastifyInstance, slowestMs: number): void {
  if (slowestMs === 0) {
    return;
  }
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  let lateMs = 0;
  delay.enable();
  const timer = setInterval(() => {
    // Without any measurement the loop was blocked for all of the time.
    const { mean } = delay;
    lateMs = Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean / 1e6 - resolutionMs;
    delay.reset();
  }, sampleMs);
  timer.unref();
  app.addHook('onRequest', ({ routeOptions }, _reply, done) => {
    const isRefused = lateMs > slowestMs && routeOptions.config.alsoUnderLoad !== true;
    done(isRefused ? new Refusal('server/busy') : undefined);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
