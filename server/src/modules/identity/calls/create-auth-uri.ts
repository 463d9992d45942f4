import * as contract from '@hearth/contract';
import { randomSecret } from '../../../platform/ids.ts';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import type { Database } from '../../../platform/transaction.ts';
import { findAccountByEmail } from '../accounts/account-store.ts';
import { findKnownEmail } from '../accounts/email.ts';
import { listIdentityLinks } from '../accounts/identity-link-store.ts';
import { requireLinkTarget } from '../codes/action-link.ts';
import { socialBuckets } from '../limits.ts';
import { type IdentityServices, saga } from '../operation.ts';
import type { Caller } from '../sessions/caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { emailLinkProvider } from '../sessions/session.ts';
import { toBinding, toFlow } from '../social/flow.ts';
import { insertFlow } from '../social/flow-store.ts';

/** Begins a sign-in at a social provider, or a linking. */
export const createAuthUri = saga(contract.createAuthUri, async (input, context) => {
  const { db, caller, clock, client, limits, site, social } = context;
  const allowed = await limits.take(db, socialBuckets(client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
  if (input.providerId === undefined) {
    return { kind, ...(await listSignInMethods(input, context)) };
  }
  requireLinkTarget(input.continueUri, site);
  const provider = social.require(input.providerId);
  if (caller) {
    // Asked before the person goes to the provider, whose answer works once.
    requireRecentSignIn(caller, clock.now());
  }

  const state = `${stateMark(input, context)}${randomSecret()}`;
  const binding = toBinding(input.sessionId);
  const authUri = await provider.authorizationUri(
    toFlow({ state, binding, publicUrl: site.publicUrl }),
  );
  const accountId = caller?.uid ?? null;
  await insertFlow(db, { state, binding, provider: provider.id, accountId, at: clock.now() });
  return { kind, authUri, providerId: provider.id, sessionId: binding };
});

/** Prefix of `state` that tells the callback page which screen gets the answer. */
function stateMark(
  { continueUri }: Input,
  { caller, site }: Pick<IdentityServices, 'site'> & { readonly caller: Caller | undefined },
): string {
  if (caller) {
    return contract.linkingStatePrefix;
  }
  // The page that Google's SDK opens asks. Its answer must not end at a page of our own web.
  const isForPopup = continueUri === new URL(contract.popupHandlerPath, site.publicUrl).href;
  return isForPopup ? contract.popupStateMark : '';
}

const kind = 'identitytoolkit#CreateAuthUriResponse' as const;

type Input = contract.InputOf<typeof contract.createAuthUri>;

/** Lists nothing while addresses are protected from being asked about. SDKs name a page to go on at, which is not used. */
async function listSignInMethods(
  { identifier, continueUri, sessionId }: Input,
  { db, settings }: Pick<IdentityServices, 'settings'> & { readonly db: Database },
) {
  refuseUnless(identifier, 'auth/missing-identifier');
  refuseUnless(continueUri, 'auth/missing-continue-uri');
  const email = (await findKnownEmail(db, identifier)) ?? refuse('auth/invalid-identifier');
  refuseUnless(URL.canParse(continueUri), 'auth/invalid-continue-uri');
  const binding = toBinding(sessionId);
  if (settings.emailEnumerationProtection) {
    return { sessionId: binding };
  }
  const account = await findAccountByEmail(db, email);
  const links = account ? await listIdentityLinks(db, account.id) : [];
  const hasPassword = account !== undefined && account.passwordHash !== null;
  const hasEmailLink = account?.emailLink === true;
  const providers = links.map((link) => link.provider);
  return {
    sessionId: binding,
    registered: account !== undefined,
    allProviders: [...(hasPassword || hasEmailLink ? ['password'] : []), ...providers],
    signinMethods: [
      ...(hasPassword ? ['password'] : []),
      ...(hasEmailLink ? [emailLinkProvider] : []),
      ...providers,
    ],
  };
}
