import { createHash } from 'node:crypto';
import type { Transaction } from '../../../../platform/transaction.ts';
import { type Keyed, ProviderRefusal } from '../../port/payment-provider.ts';
import { insertKey, lockKey } from './stores/key-store.ts';

interface Request {
  /** Parameters of the call. */
  readonly name: string;
  readonly input: Keyed;
  readonly at: Date;
}

type Outcome = { readonly value?: unknown } | { readonly refusal: string };

/** Fields of answers that hold one. */
const instants = new Set([
  'periodStart',
  'periodEnd',
  'endsAt',
  'trialEnd',
  'createdAt',
  'retryAt',
  'lastTryAt',
  'paidUntil',
  'at',
]);

/**
 * Does the work on the first call with its key, and repeats that answer or refusal on later ones. The
 * work refuses before it writes anything.
 */
export async function once<Answer>(
  tx: Transaction,
  { name, input, at }: Request,
  work: () => Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly refusal: string }> {
  const requestHash = hash({ name, input });
  const stored = await lockKey(tx, input.key);
  if (stored) {
    if (!stored.requestHash.equals(requestHash)) {
      throw new Error(`The key ${input.key} has named another request.`);
    }
    return replay(stored.answer as Outcome);
  }
  try {
    const answer = await work();
    await insertKey(tx, { key: input.key, requestHash, answer: { value: answer }, createdAt: at });
    return { answer };
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) {
      throw error;
    }
    const refusal = error.message;
    await insertKey(tx, { key: input.key, requestHash, answer: { refusal }, createdAt: at });
    return { refusal };
  }
}

function replay<Answer>(outcome: Outcome): { answer: Answer } | { refusal: string } {
  if ('refusal' in outcome) {
    return outcome;
  }
  // JSON keeps instants as text.
  const answer: unknown = JSON.parse(
    JSON.stringify(outcome),
    (name: string, value: unknown): unknown =>
      instants.has(name) && typeof value === 'string' ? new Date(value) : value,
  ).value;
  return { answer: answer as Answer };
}

/** Normalizes an object, because the order of its fields does not matter. */
function hash(request: object): Buffer {
  const text = JSON.stringify(request, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest();
}
