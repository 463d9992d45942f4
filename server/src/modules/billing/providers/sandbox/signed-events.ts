import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { ProviderEvent } from '../../port/payment-provider.ts';

/** Older or newer messages are stale. */
const toleranceSeconds = 300;

const message = z.object({
  id: z.string(),
  type: z.string(),
  /** Seconds since 1970. */
  created: z.int(),
  customer: z.nullable(z.string()),
});

export interface SignedEvent {
  readonly body: Buffer;
  /** `t=<seconds>,v1=<HMAC-SHA256 in hex>`, as Stripe writes it. */
  readonly signature: string;
}

export function signEvent(event: ProviderEvent, eventKey: string, at: Date): SignedEvent {
  const { id, type, customerId, createdAt } = event;
  const created = toSeconds(createdAt);
  const body = Buffer.from(JSON.stringify({ id, type, created, customer: customerId }));
  const t = String(toSeconds(at));
  return { body, signature: `t=${t},v1=${sign(t, body, eventKey).toString('hex')}` };
}

/** Undefined for a message that is forged, stale or unsigned. */
export function readSignedEvent(
  { body, signature }: { readonly body: Buffer; readonly signature: string | undefined },
  eventKey: string,
  at: Date,
): ProviderEvent | undefined {
  const { t, given } = readSignature(signature ?? '');
  if (t === undefined || Math.abs(toSeconds(at) - Number(t)) > toleranceSeconds) {
    return undefined;
  }
  const expected = sign(t, body, eventKey);
  if (!given.some((one) => one.length === expected.length && timingSafeEqual(one, expected))) {
    return undefined;
  }
  const { id, type, created, customer } = message.parse(JSON.parse(body.toString('utf8')));
  return { id, type, createdAt: new Date(created * 1000), customerId: customer };
}

/** Several v1 are fine: secrets may rotate. */
function readSignature(signature: string): { t: string | undefined; given: Buffer[] } {
  const parts = signature.split(',');
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  return {
    t: valuesOf('t').find((value) => /^\d{1,12}$/.test(value)),
    given: valuesOf('v1').map((value) => Buffer.from(value, 'hex')),
  };
}

function sign(t: string, body: Buffer, eventKey: string): Buffer {
  return createHmac('sha256', eventKey).update(`${t}.`).update(body).digest();
}

const toSeconds = (at: Date) => Math.floor(at.getTime() / 1000);
