import { setTimeout as sleep } from 'node:timers/promises';
import { address, certificate } from './checks/address.ts';
import { clockOfDatabase, clockOutside } from './checks/clock.ts';
import { database, encryption, reachDatabase, schema } from './checks/database.ts';
import { arrivals, openMoney, webhook } from './checks/events.ts';
import { backupFolder, builtWeb, dataFolder, disk, secretFiles } from './checks/folders.ts';
import { mailSender, mailServer, outbox } from './checks/mail.ts';
import { ownership } from './checks/ownership.ts';
import {
  chargedPrices,
  emulator,
  missingTaxes,
  prices,
  stripeAccount,
  taxSettings,
} from './checks/payments.ts';
import { metricsPort } from './checks/ports.ts';
import { proxy } from './checks/proxy.ts';
import { jobs, limits } from './checks/running.ts';
import { otherSecret, weakSecret } from './checks/secrets.ts';
import {
  contentSources,
  localMode,
  newestBackup,
  sites,
  socialProviders,
} from './checks/settings.ts';
import { eventList, webhookEndpoints } from './checks/webhook-endpoints.ts';
import type { Check, DoctorContext } from './context.ts';
import { CouldNotCheck, type Finding } from './finding.ts';
import type { Diagnosis } from './report.ts';

/** In the order in which an operator would look: with another key nothing else is right. */
export const checks: readonly Check[] = [
  otherSecret,
  weakSecret,
  address,
  certificate,
  metricsPort,
  proxy,
  localMode,
  reachDatabase,
  database,
  encryption,
  schema,
  jobs,
  mailServer,
  mailSender,
  outbox,
  ownership,
  stripeAccount,
  emulator,
  prices,
  chargedPrices,
  taxSettings,
  missingTaxes,
  webhook,
  arrivals,
  openMoney,
  webhookEndpoints,
  eventList,
  newestBackup,
  disk,
  dataFolder,
  backupFolder,
  secretFiles,
  clockOutside,
  clockOfDatabase,
  limits,
  sites,
  contentSources,
  socialProviders,
  builtWeb,
];

const longestCheckMs = 10_000;

/** Runs all checks together. A check that fails or takes too long is reported as not checked, and stops no other. */
export async function examine(
  context: DoctorContext,
  { limitMs = longestCheckMs, of = checks } = {},
): Promise<Diagnosis> {
  const results = await Promise.all(of.map((check) => runWithin(limitMs, check, context)));
  const { publicUrl, mode } = context.config;
  return {
    installation: `${publicUrl} (${mode})`,
    checks: of.length,
    findings: results.flatMap((result) => (Array.isArray(result) ? result : [])),
    notChecked: results.flatMap((result, index) =>
      typeof result === 'string' ? [{ check: of[index]?.name ?? '', reason: result }] : [],
    ),
  };
}

/** The findings, or in a sentence why there are none. */
async function runWithin(
  limitMs: number,
  check: Check,
  context: DoctorContext,
): Promise<readonly Finding[] | string> {
  const timer = new AbortController();
  const tooSlow = sleep(limitMs, `it took longer than ${limitMs / 1_000} seconds`, timer).catch(
    () => '',
  );
  try {
    return await Promise.race([check.run(context), tooSlow]);
  } catch (error) {
    return toReason(error);
  } finally {
    timer.abort();
  }
}

/** One line, without the stack. */
function toReason(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  const [line = ''] = words.replace(/\.$/, '').split('\n');
  const code = (error as { code?: unknown }).code;
  const isOurs = error instanceof CouldNotCheck || typeof code !== 'string';
  return isOurs ? line : `${line} (${code})`;
}
