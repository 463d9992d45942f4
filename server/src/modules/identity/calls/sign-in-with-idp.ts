import * as contract from '@hearth/contract';
import { Refusal, refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { lockAccount } from '../accounts/account-store.ts';
import { findIdentityLink, lockIdentity } from '../accounts/identity-link-store.ts';
import { providerChangeBuckets, socialBuckets } from '../limits.ts';
import { saga } from '../operation.ts';
import type { Caller } from '../sessions/caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { removeSession } from '../sessions/session-store.ts';
import { confirmAnswer, confirmCredential } from '../social/confirm-identity.ts';
import { describeIdentity } from '../social/describe-identity.ts';
import { linkIdentity } from '../social/link-identity.ts';
import { nameEmail } from '../social/name-email.ts';
import {
  insertPendingIdentity,
  takeMailedIdentity,
  takePendingIdentity,
} from '../social/pending-identity-store.ts';
import type { ConfirmedIdentity } from '../social/provider.ts';
import { enter, type Settling, settleIdentity } from '../social/settle-identity.ts';

/** Ends a sign-in at a provider: opens a session, or links the identity to the caller's account. */
export const signInWithIdp = saga(contract.signInWithIdp, async (input, context) => {
  const { db, caller, client, clock, limits } = context;
  const allowed = await limits.take(db, socialBuckets(client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
  if (caller) {
    requireRecentSignIn(caller, clock.now());
    // Else a script in the page could turn the cookie session into one whose token it reads.
    refuseIf(caller.cookieSession && !client.cookieSession, 'request/cross-site');
    const mayLink = await limits.take(db, providerChangeBuckets(caller.uid));
    refuseUnless(mayLink, 'auth/too-many-requests');
  }
  const settling = {
    ...context,
    binding: input.sessionId,
    pendingBinding: client.cookieSession ? input.sessionId : undefined,
    returnIdpCredential: input.returnIdpCredential ?? false,
    given: toGivenTokens(input),
    autoCreate: input.autoCreate ?? true,
  };
  const take = await toTaking(input, settling);

  const answer = await context.transaction(async (tx) => {
    const identity = await take(tx);
    if (input.email !== undefined) {
      return await nameEmail(tx, { identity, email: input.email }, settling);
    }
    return caller
      ? await linkToCaller(
          tx,
          { identity, waited: Boolean(input.pendingToken) },
          { ...settling, caller },
        )
      : await settleIdentity(tx, identity, settling);
  });
  return { ...answer, ...settling.given };
});

type Input = contract.InputOf<typeof contract.signInWithIdp>;
type Answer = contract.OutputOf<typeof contract.signInWithIdp>;

/** A pending identity is spent in the transaction that uses it; providers are asked before one begins. */
type Taking = (tx: Transaction) => Promise<ConfirmedIdentity>;

async function toTaking(
  input: Input,
  context: Settling & { readonly db: Database; readonly caller: Caller | undefined },
): Promise<Taking> {
  const { binding, clock } = context;
  const at = clock.now();
  if (input.pendingToken) {
    const { pendingToken } = input;
    return async (tx) =>
      (await takePendingIdentity(tx, pendingToken, { binding, at })) ??
      refuse('auth/invalid-provider-answer');
  }
  if (input.postBody) {
    const identity = await confirmCredential(input.postBody, context);
    return async () => identity;
  }
  const answer = toAnswer(input);
  const emailCode = answer.get('emailCode');
  if (emailCode !== null) {
    refuseUnless(binding, 'auth/invalid-nonce');
    return async (tx) =>
      (await takeMailedIdentity(tx, emailCode, { binding, at })) ?? refuse('auth/invalid-nonce');
  }
  const identity = await confirmAnswer(answer, input, context);
  return async () => identity;
}

function toGivenTokens({ postBody }: Input) {
  const form = new URLSearchParams(postBody ?? '');
  const [idToken, accessToken] = [form.get('id_token'), form.get('access_token')];
  return {
    ...(idToken && { oauthIdToken: idToken }),
    ...(accessToken && { oauthAccessToken: accessToken }),
  };
}

/** Parameters with which the person came to our page. */
function toAnswer({ requestUri = '' }: Input): URLSearchParams {
  refuseUnless(URL.canParse(requestUri), 'auth/invalid-provider-answer');
  return new URL(requestUri).searchParams;
}

/** A link that is refused gives the credential back, so that the person can sign in with it instead. */
interface GivingBack extends Settling {
  readonly returnIdpCredential: boolean;
  readonly given: Readonly<Record<string, string>>;
}

interface LinkOutcome {
  readonly identity: ConfirmedIdentity;
  /** Whether the identity waited for the account of its address to prove itself; no other account may take it. */
  readonly waited: boolean;
}

/** One more way to sign in, for an account that has just shown its own. */
async function linkToCaller(
  tx: Transaction,
  { identity, waited }: LinkOutcome,
  context: GivingBack & { readonly caller: Caller },
): Promise<Answer> {
  const { uid, sessionId, secondFactor, begunAt } = context.caller;
  await lockIdentity(tx, identity);
  const account = await lockAccount(tx, uid);
  const isMeant = !waited || identity.email === null || identity.email === account.email;
  refuseUnless(isMeant, 'auth/invalid-provider-answer');
  const link = await findIdentityLink(tx, identity);
  if (link !== undefined && link.accountId !== uid) {
    return await giveBack(tx, identity, context);
  }

  if (!link) {
    await linkIdentity(tx, { identity, account }, context);
  }
  // The session may have been ended a moment ago, when the account was recovered.
  const wasActive = await removeSession(tx, { id: sessionId, accountId: uid });
  refuseUnless(wasActive, 'auth/token-expired');
  return await enter(tx, { identity, account, isNewUser: false, secondFactor, begunAt }, context);
}

async function giveBack(
  tx: Transaction,
  identity: ConfirmedIdentity,
  { returnIdpCredential, given, pendingBinding: binding, clock }: GivingBack,
): Promise<Answer> {
  const credential = { ...describeIdentity(identity), ...given };
  if (!returnIdpCredential) {
    throw new Refusal('auth/identity-already-linked', undefined, { fields: credential });
  }
  return {
    ...credential,
    errorMessage: 'FEDERATED_USER_ID_ALREADY_LINKED',
    ...(identity.email !== null && { email: identity.email }),
    pendingToken: await insertPendingIdentity(tx, { identity, binding, at: clock.now() }),
  };
}
