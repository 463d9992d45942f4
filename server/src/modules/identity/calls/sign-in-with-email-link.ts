import * as contract from '@hearth/contract';
import { refuse, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type Account, requireEnabled } from '../accounts/account.ts';
import { getAccount, lockAccountByEmail, setEmailLink } from '../accounts/account-store.ts';
import { requireAdmitted } from '../accounts/admit-address.ts';
import { toKnownEmail } from '../accounts/email.ts';
import {
  isAskedBy,
  isCode,
  mostOfDay,
  requireUsableCode,
  requireUsableLink,
} from '../codes/email-sign-in.ts';
import {
  countOfDay,
  countWrongDigits,
  type EmailSignIn,
  findEmailSignIn,
  findLatestOfBrowser,
  lockAddress,
  spendEmailSignIn,
} from '../codes/email-sign-in-store.ts';
import { proveEmail } from '../codes/prove-email.ts';
import { createAccount } from '../create-account.ts';
import { readTypedCode } from '../factors/typed-code.ts';
import { actionCodeBuckets } from '../limits.ts';
import { saga, type VisitorServices } from '../operation.ts';
import type { Caller } from '../sessions/caller.ts';
import { enterAccount } from '../sessions/enter-account.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { emailLinkProvider } from '../sessions/session.ts';
import { removeSession } from '../sessions/session-store.ts';
import { takeOverAccount } from '../social/take-over-account.ts';

/** Signs in the reader of a mailbox, by the mailed link or its code, or proves the address of the caller's account. */
export const signInWithEmailLink = saga(contract.signInWithEmailLink, async (input, context) => {
  const { db, caller, client, clock, limits, settings } = context;
  refuseUnless(settings.policy.emailSignIn, 'auth/email-sign-in-off');
  if (caller) {
    requireRecentSignIn(caller, clock.now());
    // Else a script in the page could turn the cookie session into one whose token it reads.
    refuseIf(caller.cookieSession && !client.cookieSession, 'request/cross-site');
  }
  const allowed = await limits.take(db, actionCodeBuckets(client.address));
  refuseUnless(allowed, 'auth/too-many-requests');
  const shown = await readShown(input, context);
  // To another address, an account moves by a link of its own that the former one can undo.
  const isElsewhere = caller !== undefined && caller.email !== shown.email;
  refuseIf(isElsewhere, 'auth/email-change-needs-link');

  const answer = await context.transaction(async (tx) => {
    await lockAddress(tx, shown.email);
    const signIn = await findShown(tx, shown, context);
    return signIn && (await enter(tx, signIn, context));
  });
  return answer ?? refuse('auth/invalid-verification-code');
});

type Input = contract.InputOf<typeof contract.signInWithEmailLink>;
type Answer = contract.OutputOf<typeof contract.signInWithEmailLink>;

/** The link, or the digits and the secret of the browser that asked for them, and the address that they prove. */
type MailboxProof = { readonly email: string } & (
  | { readonly oobCode: string }
  | { readonly digits: string; readonly binding: string }
);

async function readShown(
  { email: written, oobCode, code, sessionId }: Input,
  { db, client, clock }: VisitorServices,
): Promise<MailboxProof> {
  // Only a cookie shows which browser it is; the body of a request can say anything.
  const binding = client.cookieSession ? sessionId : undefined;
  const email = written ? await toKnownEmail(db, written) : undefined;
  if (code !== undefined) {
    refuseUnless(email, 'auth/missing-email');
    const typed = readTypedCode(code);
    refuseUnless(typed?.kind === 'totp', 'auth/invalid-verification-code');
    refuseUnless(binding, 'auth/mailed-code-over');
    return { email, digits: typed.code, binding };
  }
  refuseUnless(oobCode, 'auth/missing-action-code');
  const found = await findEmailSignIn(db, oobCode);
  requireUsableLink(found, clock.now());
  // A person who was sent somebody else's link does not know its address, and so is not signed in to their account.
  refuseUnless(email ?? isAskedBy(found, binding), 'auth/missing-email');
  refuseUnless((email ?? found.email) === found.email, 'auth/invalid-email');
  return { email: found.email, oobCode };
}

/** Undefined if the digits are wrong, which is counted and has to be committed. */
async function findShown(
  tx: Transaction,
  shown: MailboxProof,
  { clock, limits }: VisitorServices,
): Promise<EmailSignIn | undefined> {
  const at = clock.now();
  if ('oobCode' in shown) {
    const found = await findEmailSignIn(tx, shown.oobCode);
    requireUsableLink(found, at);
    return found;
  }
  const found = await findLatestOfBrowser(tx, shown);
  requireUsableCode(found, at);
  const { tries } = await countOfDay(tx, { email: shown.email, at });
  refuseIf(tries >= mostOfDay.tries && limits.isOn, 'auth/too-many-requests');
  if (isCode(found, shown.binding, shown.digits)) {
    return found;
  }
  await countWrongDigits(tx, found);
  return undefined;
}

async function enter(
  tx: Transaction,
  signIn: EmailSignIn,
  context: VisitorServices,
): Promise<Answer> {
  const { account, isNewUser, ...session } = await openMailbox(tx, signIn, context);
  const entered = await enterAccount(
    tx,
    { account, provider: emailLinkProvider, ...session },
    context,
  );
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: account.id,
    email: account.email,
    isNewUser,
    ...entered,
  };
}

interface Opened {
  readonly account: Account;
  readonly isNewUser: boolean;
  /** Time at which a new account was created. */
  readonly at?: Date;
  /** Like the next one, of the caller's session. */
  readonly secondFactor?: string | null;
  readonly begunAt?: Date;
}

/** The account of the address: the caller's, one that exists, or a new one. Its address is proven from now on. */
async function openMailbox(
  tx: Transaction,
  signIn: EmailSignIn,
  context: VisitorServices,
): Promise<Opened> {
  const { email } = signIn;
  const { caller, client, clock } = context;
  const found = await lockAccountByEmail(tx, email);
  // Asked once the account is locked: what closes it voids the link, perhaps just now.
  refuseUnless(await spendEmailSignIn(tx, signIn, clock.now()), 'auth/invalid-action-code');
  if (!found) {
    refuseIf(caller !== undefined, 'auth/token-expired');
    await requireAdmitted(tx, { email, purpose: 'new-account' }, context);
    const at = clock.now();
    const wanted = { email, emailVerified: true, displayName: '', passwordHash: null };
    const account = await createAccount(tx, { ...wanted, emailLink: true }, { client, at });
    return { account, isNewUser: true, at };
  }
  requireEnabled(found);
  if (caller) {
    await replaceCaller(tx, { ...context, caller });
  } else if (!found.emailVerified) {
    await takeOverAccount(tx, found, context);
  }
  await setEmailLink(tx, { id: found.id, emailLink: true });
  const account = await getAccount(tx, found.id);
  const { secondFactor, begunAt } = caller ?? {};
  return {
    account,
    isNewUser: false,
    ...(secondFactor !== undefined && { secondFactor }),
    ...(begunAt !== undefined && { begunAt }),
  };
}

/** Mailbox and session are in one hand, so the maker of the account is its person. The session goes on in a new one. */
async function replaceCaller(
  tx: Transaction,
  context: VisitorServices & { readonly caller: Caller },
): Promise<void> {
  const { uid, sessionId } = context.caller;
  await proveEmail(tx, await lockCaller(tx, context), context);
  await removeSession(tx, { id: sessionId, accountId: uid });
}
