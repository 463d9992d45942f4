import type { WebhookServices } from './operation.ts';

/** Key by which a repeated request is recognised, separate for each API key; null if it has no idempotency key. */
export function toRequestKey(
  { id }: WebhookServices['key'],
  { idempotencyKey }: WebhookServices['client'],
): string | null {
  return idempotencyKey ? `${id} ${idempotencyKey}` : null;
}
