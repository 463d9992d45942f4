import type Stripe from 'stripe';
import type { Connection } from './connection.ts';

/** Metadata of objects that this installation creates; two installations may share an account. */
export function ownMetadata(
  { installation }: Connection,
  subscriptionId: string,
): Record<string, string> {
  return { subscriptionId, ...(installation !== undefined && { installation }) };
}

/** Our id; null for an object that somebody else or another installation created. */
export function subscriptionOf(
  connection: Pick<Connection, 'installation'>,
  metadata: Stripe.Metadata | null | undefined,
): string | null {
  return isElsewhere(connection, metadata) ? null : (metadata?.subscriptionId ?? null);
}

/** Whether another installation created the object. One that names none is ours, as without an installation's id. */
export function isElsewhere(
  { installation }: Pick<Connection, 'installation'>,
  metadata: Stripe.Metadata | null | undefined,
): boolean {
  const maker = metadata?.installation;
  return maker !== undefined && installation !== undefined && maker !== installation;
}
