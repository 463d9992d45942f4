import type { IntentOutcome } from '../records/intent.ts';

/** Describes an outcome without its client secret, with which a payment could be confirmed. */
export function toOutcomeText(outcome: IntentOutcome): string {
  if ('refusal' in outcome) {
    const { code, detail } = outcome.refusal;
    return `refused (${[code, detail].filter(Boolean).join(': ')})`;
  }
  const { clientSecret, declined } = outcome.result;
  if (declined) {
    return 'done (what was owed is not paid)';
  }
  return clientSecret === undefined ? 'done' : 'done (the bank asks the owner to confirm)';
}
