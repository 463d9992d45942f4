import Stripe from 'stripe';
import type { ProviderAccount } from '../../port/payment-provider.ts';
import type { Connection } from './connection.ts';

/** Restricted keys may not read the account (403), but show their mode. */
export async function readAccount(connection: Connection): Promise<ProviderAccount> {
  const mode = connection.isLive ? 'live' : 'test';
  try {
    const { id } = await connection.stripe.accounts.retrieveCurrent();
    connection.account.id = id;
    return { id, mode };
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) {
      return { id: null, mode };
    }
    throw error;
  }
}
