/** Names of all findings, for machines; docs/operating.md has a row for each. */
export const findingIds = [
  'configuration',
  'not-running',
  'public-url-dns',
  'public-url-unreachable',
  'public-url-other',
  'public-url-redirect',
  'cookies-over-http',
  'certificate-invalid',
  'certificate-expiring',
  'metrics-port',
  'proxy-not-trusted',
  'proxy-missing',
  'proxy-count',
  'proxy-lets-forge',
  'proxy-changes-host',
  'proxy-changes-scheme',
  'clock-database',
  'clock-outside',
  'mail-server',
  'mail-sender-example',
  'mail-sender-unproven',
  'mails-waiting',
  'mails-given-up',
  'ownership-claimed',
  'webhook-missing',
  'webhook-disabled',
  'webhook-version',
  'webhook-types',
  'webhook-silent',
  'events-silent',
  'webhook-endpoint-off',
  'webhook-endpoint-full',
  'event-list-still',
  'stripe-unreachable',
  'stripe-account',
  'stripe-mode',
  'stripe-emulator',
  'stripe-tax',
  'price',
  'price-unknown',
  'untaxed',
  'bought-untaxed',
  'intents-stuck',
  'events-stuck',
  'disk',
  'backup-folder',
  'data-folder',
  'files-open-to-others',
  'secret-weak',
  'secret-other',
  'database-unreachable',
  'database-old',
  'database-rights',
  'database-search',
  'database-not-encrypted',
  'database-connections',
  'schema-older',
  'schema-newer',
  'backup-not-set',
  'backup-old',
  'node-old',
  'memory',
  'open-files',
  'jobs-stopped',
  'jobs-given-up',
  'social-keys',
  'social-unreachable',
  'local-mode-public',
  'cors-http',
  'links-example',
  'content-sources',
  'web-not-built',
] as const;

export type FindingId = (typeof findingIds)[number];

/** One thing that is wrong, and what to do. */
export interface Finding {
  readonly id: FindingId;
  /** A warning may be meant so; anything else makes the command fail. */
  readonly severity: 'fault' | 'warning';
  readonly problem: string;
  readonly fix: string;
}

/** A check that has nothing to ask, because something else is away or wrong. */
export class CouldNotCheck extends Error {}

export function fault(id: FindingId, problem: string, fix: string): Finding {
  return { id, severity: 'fault', problem, fix };
}

export function warning(id: FindingId, problem: string, fix: string): Finding {
  return { id, severity: 'warning', problem, fix };
}

/** Findings of a list without its false and undefined entries. */
export function those(...findings: readonly (Finding | false | undefined)[]): Finding[] {
  return findings.filter((finding) => finding !== undefined && finding !== false);
}
