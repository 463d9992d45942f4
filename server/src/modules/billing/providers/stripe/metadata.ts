import type Stripe from 'stripe';
import type { Connection } from './connection.ts';

/** Names what this installation makes; two installations may share an account. */
export function ownMetadata(
  { installation }: Connection,
  subscriptionId: string,
): Record<string, string> {
  return { subscriptionId, ...(installation !== undefined && { installation }) };
}

/** Our subscription; null for an object that somebody else or another installation has made. */
export function subscriptionOf(
  connection: Pick<Connection, 'installation'>,
  metadata: Stripe.Metadata | null | undefined,
): string | null {
  return isElsewhere(connection, metadata) ? null : (metadata?.subscriptionId ?? null);
}

/** Version 0.1 named no installation; what it made is ours. */
export function isElsewhere(
  { installation }: Pick<Connection, 'installation'>,
  metadata: Stripe.Metadata | null | undefined,
): boolean {
  const maker = metadata?.installation;
  return maker !== undefined && installation !== undefined && maker !== installation;
}
