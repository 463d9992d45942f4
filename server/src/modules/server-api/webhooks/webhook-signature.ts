import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret in the form of Standard Webhooks: 32 bytes in base64 after a prefix. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

interface Signed {
  /** Id of the event, equal in each attempt. */
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** Header `webhook-signature` of Standard Webhooks: one signature for each secret. */
export function signWebhook({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return signatures.join(' ');
}
