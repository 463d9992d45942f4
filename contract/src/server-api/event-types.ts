import * as z from 'zod/mini';

/** Types of Hearth's own events: noun and past participle. */
export const eventTypes = [
  'account.created',
  'account.updated',
  'account.deleted',
  'subscription.created',
  'subscription.updated',
  'subscription.canceled',
  'member.added',
  'member.updated',
  'member.removed',
  'invoice.paid',
  'invoice.payment_failed',
  'webhook.test',
] as const;

export type EventType = (typeof eventTypes)[number];

const added = new Set<string>();

/** Throws for one that Hearth has. */
export function addEventTypes(types: readonly string[]): void {
  for (const type of types) {
    if ((eventTypes as readonly string[]).includes(type)) {
      throw new Error(`The event \`${type}\` is Hearth's. Choose another name.`);
    }
    added.add(type);
  }
}

/** A type of Hearth's, or one that the product on it has added. */
export const eventType = z.union([
  z.enum(eventTypes),
  z.string().check(z.refine((type) => added.has(type))),
]);
