import type { WebhookServices } from './operation.ts';

/** Key by which a repeated request is known, apart from those of other API keys; null where it has no idempotency key. */
export function toRequestKey(
  { id }: WebhookServices['key'],
  { idempotencyKey }: WebhookServices['client'],
): string | null {
  return idempotencyKey ? `${id} ${idempotencyKey}` : null;
}
