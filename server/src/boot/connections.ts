import type { Config } from '../config/config.ts';
import { requestConnections } from '../platform/database.ts';
import { countQueueConnections } from '../platform/jobs/jobs.ts';
import type { toJobGroups } from './jobs.ts';

/** Its own connection for /metrics, which answers even if those for requests are all in use. */
export const metricsConnections = 1;
export const sandboxConnections = 3;

/** The compiler compares it with the groups. */
const jobGroups: ReturnType<typeof toJobGroups>['length'] = 5;

/** Most connections to the database that a process opens. */
export function countConnections(provider: Config['payments']['provider']): number {
  const own = requestConnections + countQueueConnections(jobGroups) + metricsConnections;
  return own + (provider === 'sandbox' ? sandboxConnections : 0);
}
