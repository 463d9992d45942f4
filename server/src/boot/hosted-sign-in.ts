import type { HearthConfig } from '@hearth/contract';
import type { Config } from '../config/config.ts';
import { createFaultAnswer, type HostedSignIn } from '../http/hosted-sign-in.ts';
import { createSignInServer, createSuccession } from '../modules/hosted-sign-in/index.ts';
import type { IdTokens } from '../modules/identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Database } from '../platform/transaction.ts';

interface HostedSignInParts {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: HearthConfig;
  readonly idTokens: IdTokens;
  readonly limits: RateLimits;
  readonly log: Pick<JobLog, 'error'>;
}

/** OpenID Connect for other front ends. Its package is loaded only if a client is configured. */
export async function openHostedSignIn({
  config,
  ...services
}: HostedSignInParts): Promise<HostedSignIn | undefined> {
  const { clients, publicUrl } = config;
  if (clients.length === 0) {
    return undefined;
  }
  const { db, clock, settings, idTokens, limits, log } = services;
  const parts = { db, clock, settings, idTokens, clients, publicUrl };
  const answerFault = createFaultAnswer(config);
  const successorOf = createSuccession(config.secretKey);
  const server = await createSignInServer({ ...parts, log, answerFault, successorOf });
  return { ...parts, limits, server };
}
