import { toCount } from '../platform/quantity.ts';
import type { Finding } from './finding.ts';

/** Findings of the doctor. */
export interface Diagnosis {
  /** The installation, such as `https://app.example.com (production)`; undefined if its settings cannot be read. */
  readonly installation?: string;
  readonly checks: number;
  readonly findings: readonly Finding[];
  /** Checks that could not run. They make the command fail too, since they may hide a fault. */
  readonly notChecked: readonly { readonly check: string; readonly reason: string }[];
  /** Address for which the mail server has accepted a test mail. */
  readonly testMail?: string;
}

export function isHealthy({ findings, notChecked }: Diagnosis): boolean {
  return notChecked.length === 0 && findings.every(({ severity }) => severity === 'warning');
}

/** For programs; the fields and the ids of findings stay as they are. */
export function toJson(diagnosis: Diagnosis): string {
  return JSON.stringify({ healthy: isHealthy(diagnosis), ...diagnosis }, null, 2);
}

export function toText(diagnosis: Diagnosis): string {
  const { installation, checks, findings, notChecked, testMail } = diagnosis;
  const made = `${toCount(checks, 'check')}${installation ? ` of ${installation}` : ''}`;
  const faults = findings.filter(({ severity }) => severity === 'fault');
  const warnings = findings.filter(({ severity }) => severity === 'warning');
  const counts = [
    faults.length > 0 && toCount(faults.length, 'fault'),
    warnings.length > 0 && toCount(warnings.length, 'warning'),
    notChecked.length > 0 && `${notChecked.length} not checked`,
  ].filter((count) => count !== false);
  return [
    ...faults.map((finding) => toLines('Fault', finding)),
    ...warnings.map((finding) => toLines('Warning', finding)),
    ...byReason(notChecked).map(
      ([reason, names]) => `Could not be checked: ${names.join(', ')}: ${reason}.\n`,
    ),
    ...(testMail === undefined
      ? []
      : [`The mail server accepted the test email to ${testMail}. Check that it arrives.\n`]),
    counts.length === 0 ? `Nothing is wrong. ${made}.` : `${made}: ${counts.join(', ')}.`,
  ].join('\n');
}

function toLines(title: string, { id, problem, fix }: Finding): string {
  return `${title} (${id}): ${problem}\n  Fix: ${fix}\n`;
}

/** One database that is away keeps many checks from running. */
function byReason(notChecked: Diagnosis['notChecked']): [string, string[]][] {
  const reasons = new Map<string, string[]>();
  for (const { check, reason } of notChecked) {
    reasons.set(reason, [...(reasons.get(reason) ?? []), check]);
  }
  return [...reasons];
}
