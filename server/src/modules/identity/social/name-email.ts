import type { OutputOf, signInWithIdp } from '@hearth/contract';
import { socialCallbackPath } from '@hearth/contract';
import { randomSecret } from '../../../platform/ids.ts';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { requireAdmittedClaim } from '../accounts/admit-address.ts';
import { toEmail } from '../accounts/email.ts';
import { mailLanguage } from '../codes/mail-action-code.ts';
import { mailBuckets } from '../limits.ts';
import { describeIdentity } from './describe-identity.ts';
import { insertPendingIdentity } from './pending-identity-store.ts';
import type { ConfirmedIdentity } from './provider.ts';
import type { Settling } from './settle-identity.ts';

/**
 * Mails a link that proves the address of a person whose provider gave none. Only the browser that signed in can use it,
 * so strangers' accounts cannot be verified.
 */
export async function nameEmail(
  tx: Transaction,
  { identity, email: written }: { readonly identity: ConfirmedIdentity; readonly email: string },
  context: Settling,
): Promise<OutputOf<typeof signInWithIdp>> {
  const { binding, client, clock, limits, mails, site } = context;
  refuseIf(identity.email !== null || binding === undefined, 'auth/invalid-provider-answer');
  const email = toEmail(written);
  await requireAdmittedClaim(tx, email, context);
  const request = { reason: 'sign-in', recipient: email, address: client.address } as const;
  const allowed = await limits.take(tx, mailBuckets(request));
  refuseUnless(allowed, 'auth/too-many-requests');

  const emailCode = randomSecret();
  const named = { identity: { ...identity, email }, binding, at: clock.now() };
  const pendingToken = await insertPendingIdentity(tx, named, emailCode);
  const link = new URL(socialCallbackPath, site.publicUrl);
  link.searchParams.set('emailCode', emailCode);
  await mails.queue(tx, {
    to: { email, emailVerified: false },
    language: mailLanguage(undefined, client),
    content: { kind: 'verify-email', name: identity.displayName, link: link.href },
  });
  return { ...describeIdentity(identity), needEmail: true, email, pendingToken };
}
