import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config/config.ts';
import { listUpcoming } from '../../modules/billing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { isMovable, type MovableClock } from '../../platform/movable-clock.ts';
import type { Database } from '../../platform/transaction.ts';
import { parseInput } from '../parse-input.ts';
import { keepToDevSite } from './dev-site.ts';

interface DevClock {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Database;
  readonly runDue: () => Promise<void>;
}

const tenYearsMs = 10 * 365 * 86_400_000;

const body = z.strictObject({ advanceMs: z.int().check(z.minimum(0), z.maximum(tenYearsMs)) });

/** Local mode's time machine: moves all product time ahead and does what is due by then. */
export async function registerDevClock(app: FastifyInstance, parts: DevClock): Promise<void> {
  const { config, clock, db, runDue } = parts;
  if (config.mode === 'local' && isMovable(clock)) {
    await app.register(clockRoutes, { config, clock, db, runDue });
  }
}

/** So many renewals of one week each are half a year; what is left is passed in one step. */
const mostStops = 26;

/** Stops wherever something is due on the way: who jumps over a reminder would never be reminded. */
async function passUntil(
  endMs: number,
  { clock, db, runDue }: Pick<DevClock, 'db' | 'runDue'> & { readonly clock: MovableClock },
): Promise<void> {
  for (let stops = 0; stops < mostStops; stops += 1) {
    const now = clock.now();
    const ahead = (await listUpcoming(db, now)).map(({ at }) => new Date(at).getTime());
    const next = Math.min(...ahead.filter((at) => at > now.getTime()), endMs);
    if (next === endMs) {
      break;
    }
    await clock.advance(next - now.getTime());
    await runDue();
  }
  await clock.advance(Math.max(0, endMs - clock.now().getTime()));
  await runDue();
}

function clockRoutes(
  dev: FastifyInstance,
  { config, clock, db, runDue }: DevClock & { readonly clock: MovableClock },
  done: () => void,
): void {
  keepToDevSite(dev, config);
  const route = { config: { call: 'dev' } };
  dev.get('/dev/clock.json', route, async () => ({ now: clock.now().toISOString() }));
  dev.get('/dev/upcoming.json', route, () => listUpcoming(db, clock.now()));
  dev.post('/dev/clock', route, async (request) => {
    const { advanceMs } = parseInput(body, request.body) as z.infer<typeof body>;
    await passUntil(clock.now().getTime() + advanceMs, { clock, db, runDue });
    return { now: clock.now().toISOString() };
  });
  done();
}
