import { Webhook } from 'standardwebhooks';
import { HearthError } from './hearth-error.ts';
import type { HearthEvent } from './types.ts';

/** Headers as Node, Express or `fetch` give them. */
export type WebhookHeaders =
  | Iterable<[string, string]>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Checks signature and time (five minutes) with any of the secrets. */
export function createVerifyWebhook(secrets: readonly string[]) {
  const checks = secrets.map((secret) => new Webhook(secret));
  return (headers: WebhookHeaders, rawBody: string | Uint8Array): HearthEvent => {
    if (checks.length === 0) {
      throw new Error('createHearth needs `webhookSecret` to verify webhooks.');
    }
    const body = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
    const plain = toPlain(headers);
    if (!checks.some((check) => isSigned(check, body, plain))) {
      throw new HearthError(401, 'webhook/invalid-signature', 'The webhook is not signed, or old.');
    }
    return JSON.parse(body);
  };
}

function isSigned(check: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    check.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

function toPlain(headers: WebhookHeaders): Record<string, string> {
  const entries = isIterable(headers) ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

function isIterable(headers: WebhookHeaders): headers is Iterable<[string, string]> {
  return Symbol.iterator in headers;
}
