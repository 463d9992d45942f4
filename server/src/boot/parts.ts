import type { Config } from '../config/config.ts';
import { isLinkTarget, isSignInTarget, toAllowedHosts } from '../http/allowed-origin.ts';
import type { ActionSite } from '../modules/identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import { createDatabaseClock, createMovableClock } from '../platform/movable-clock.ts';
import type { Database } from '../platform/transaction.ts';

/** Only local mode has time that can be moved. */
export async function openClock({ mode }: Config, db: Database): Promise<Clock> {
  return mode === 'local' ? await createMovableClock(db) : await createDatabaseClock(db);
}

/** Address that mailed links lead to, and the origins that they may lead on to. */
export function toActionSite(config: Config): ActionSite {
  const { publicUrl, apiKey } = config;
  return {
    publicUrl,
    apiKey,
    isLinkTarget: (origin) => isLinkTarget(origin, config),
    isSignInTarget: (origin) => isSignInTarget(origin, config),
    knownHosts: toAllowedHosts(config),
  };
}
