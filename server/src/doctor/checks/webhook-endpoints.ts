import { findOldestUnlisted, listOverfull, listTurnedOff } from '../../modules/server-api/index.ts';
import { toAge } from '../../platform/quantity.ts';
import type { Check } from '../context.ts';
import { fault, those, warning } from '../finding.ts';

/** Endpoints of programs that Hearth has turned off by itself. */
export const webhookEndpoints: Check = {
  name: 'the webhook endpoints of programs',
  async run({ database }) {
    const hosts = await listTurnedOff(await database());
    const full = await listOverfull(await database());
    return those(
      full.length > 0 &&
        warning(
          'webhook-endpoint-full',
          `So many deliveries waited for ${full.join(', ')} that newer events got none.`,
          'Repair the program that receives them, then let a program send what is missing: replay from `missed_since` of the endpoint.',
        ),
      hosts.length > 0 &&
        warning(
          'webhook-endpoint-off',
          `Hearth sends no events any more to ${hosts.join(', ')}, where every attempt failed for five days or the answer was 410.`,
          'Repair the program that receives them and turn the endpoint on at /operator/webhooks, then let a program send again what it missed (replay); or remove the endpoint.',
        ),
    );
  },
};

/** Events are numbered each minute, and whenever a program reads. */
const longestUnlistedMs = 10 * 60_000;

/** Events that no program can read yet. */
export const eventList: Check = {
  name: 'the list of events',
  async run({ database, productNow }) {
    const since = await findOldestUnlisted(await database());
    const ageMs = since === null ? 0 : (await productNow()).getTime() - since.getTime();
    return those(
      ageMs > longestUnlistedMs &&
        fault(
          'event-list-still',
          `An event has not been listed for ${toAge(ageMs)}, so programs learn nothing of what has changed since.`,
          'Look for other findings about the jobs. If there is none, `select pid, query, xact_start from pg_stat_activity order by xact_start` shows who holds rows of `events`; end that session.',
        ),
    );
  },
};
