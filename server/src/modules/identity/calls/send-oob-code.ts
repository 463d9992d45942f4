import * as contract from '@hearth/contract';
import type { Saga } from '../../../platform/operation.ts';
import type { Bucket } from '../../../platform/rate-limits.ts';
import { refuse, refuseAccount, refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Account } from '../accounts/account.ts';
import { findAccountByEmail, getAccount, isEmailTaken } from '../accounts/account-store.ts';
import { isAdmitted, requireAdmitted } from '../accounts/admit-address.ts';
import { toKnownEmail, toNewEmail } from '../accounts/email.ts';
import { hasValidResetCode, isEmailHeld } from '../codes/action-code-store.ts';
import { requireLinkTarget, requireSignInTarget, toAppSite } from '../codes/action-link.ts';
import { linkLifeMs } from '../codes/email-sign-in.ts';
import { hasUnusedLink } from '../codes/email-sign-in-store.ts';
import { type ActionMail, mailActionCode } from '../codes/mail-action-code.ts';
import { mailSignInLink } from '../codes/mail-sign-in-link.ts';
import {
  type MailReason,
  type MailRequest,
  mailBuckets,
  mailboxBucket,
  mailNetworkBuckets,
} from '../limits.ts';
import { saga, type VisitorServices } from '../operation.ts';
import type { Caller } from '../sessions/caller.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { toBinding } from '../social/flow.ts';

/** Mails a link with a code. */
export const sendOobCode = saga(contract.sendOobCode, async (input, context) => {
  refuseIf(Boolean(input.returnOobLink), 'auth/insufficient-permission');
  const { requestType } = input;
  if (requestType === 'EMAIL_SIGNIN') {
    return { kind, ...(await mailSignIn(input, context)) };
  }
  requireLinkTarget(input.continueUrl, context.site);
  const isNamed = requestType && requestType !== 'OOB_REQ_TYPE_UNSPECIFIED';
  refuseUnless(isNamed, 'auth/missing-req-type');
  const toWanted =
    wantedMails.get(olderNames.get(requestType) ?? requestType) ??
    refuse('auth/invalid-req-type', 'No such type.');
  const { caller, alreadySent = false, ...mail } = await toWanted(input, context);

  if (!alreadySent) {
    await context.transaction(async (tx) => {
      if (caller) {
        await lockCaller(tx, { ...context, caller });
      }
      await mailActionCode(tx, { ...mail, continueUrl: input.continueUrl }, context);
    });
  }

  return { kind, email: mail.email };
});

const kind = 'identitytoolkit#GetOobConfirmationCodeResponse' as const;

type Input = contract.InputOf<typeof contract.sendOobCode>;

/** The mail, and whose session asks for it if one must. */
type WantedMail = ActionMail & {
  readonly caller?: Caller;
  /** A mail with a link that still works is in the mailbox; another one is not sent now. */
  readonly alreadySent?: boolean;
};
type ToWantedMail = (input: Input, context: VisitorServices) => Promise<WantedMail>;

/** The protocol's third version called a change of the address by another name. */
const olderNames = new Map([['NEW_EMAIL_ACCEPT', 'VERIFY_AND_CHANGE_EMAIL']]);

// A Map: an object would also know `constructor`.
const wantedMails = new Map<string, ToWantedMail>([
  [
    'VERIFY_EMAIL',
    async (_input, context) => {
      const { db, caller } = context;
      refuseUnless(caller, 'auth/missing-id-token');
      const account = await getAccount(db, caller.uid);
      await requireAllowance('verification', account.email, context);
      return { type: 'VERIFY_EMAIL', account, email: account.email, caller };
    },
  ],
  [
    'PASSWORD_RESET',
    async ({ email: written }, context) => {
      refuseUnless(written, 'auth/missing-email');
      const email = await toKnownEmail(context.db, written);
      const at = context.clock.now();
      const alreadySent =
        !(await hasRoom({ reason: 'reset', recipient: email }, context)) &&
        (await hasValidResetCode(context.db, { email, at }));
      const account = await findAccountByEmail(context.db, email);
      const silent = context.settings.emailEnumerationProtection;
      refuseUnless(account || silent, 'auth/user-not-found');
      return { type: 'PASSWORD_RESET', account, email, alreadySent };
    },
  ],
  [
    'VERIFY_AND_CHANGE_EMAIL',
    async ({ newEmail: written }, context) => {
      const { db, caller, clock } = context;
      refuseUnless(written, 'auth/missing-new-email');
      refuseUnless(caller, 'auth/missing-id-token');
      const newEmail = toNewEmail(written);
      const account = await getAccount(db, caller.uid);
      refuseUnless(account.emailVerified, 'auth/email-verification-required');
      requireRecentSignIn(caller, clock.now());
      await requireAllowance('address-change', newEmail, context);
      await requireAdmitted(db, { email: newEmail, purpose: 'address-change' }, context);
      const question = { email: newEmail, accountId: account.id, at: clock.now() };
      const isFree = !(await isEmailTaken(db, newEmail)) && !(await isEmailHeld(db, question));
      refuseUnless(isFree, 'auth/email-already-in-use');
      const change = { type: 'VERIFY_AND_CHANGE_EMAIL', account, email: account.email } as const;
      return { ...change, newEmail, undoesSince: toUndoneTime(caller, account), caller };
    },
  ],
]);

/** A session that goes back to the sign-up is its holder's own: only what comes after the change is undone. */
function toUndoneTime({ begunAt }: Caller, { createdAt }: Account): Date | null {
  return begunAt.getTime() === createdAt.getTime() ? null : begunAt;
}

/** Counted before anything is said about the address, or one could ask about all of them. */
async function requireAllowance(
  reason: MailReason,
  recipient: string,
  context: VisitorServices,
): Promise<void> {
  const { address } = context.client;
  await requireRoom(mailBuckets({ reason, recipient, address }), recipient, context);
}

async function requireRoom(
  buckets: readonly Bucket[],
  recipient: string,
  { db, caller, limits }: VisitorServices,
): Promise<void> {
  if (!(await limits.take(db, buckets))) {
    const uid = caller?.uid ?? (await findAccountByEmail(db, recipient))?.id;
    refuseAccount('auth/too-many-requests', uid);
  }
}

/**
 * False if the mailbox gets no more of these mails for now, since others asked too often. The owner can use the newest
 * link. Unknown addresses count too, so nothing is revealed.
 */
async function hasRoom(
  { reason, recipient }: Pick<MailRequest, 'reason' | 'recipient'>,
  context: VisitorServices,
): Promise<boolean> {
  const { db, client, limits } = context;
  const request = { reason, recipient, address: client.address };
  await requireRoom(mailNetworkBuckets(request), recipient, context);
  return await limits.take(db, [mailboxBucket(request)]);
}

/** Mails a link to sign in with and, if a page of our own asks, a code for its browser. Nobody is told whether the address has an account. */
async function mailSignIn(
  { email: written, continueUrl, sessionId }: Input,
  context: VisitorServices & Saga,
) {
  const { db, client, clock, settings, site } = context;
  refuseUnless(settings.policy.emailSignIn, 'auth/email-sign-in-off');
  requireSignInTarget(continueUrl, site);
  refuseUnless(written, 'auth/missing-email');
  const email = await toKnownEmail(db, written);
  const account = await findAccountByEmail(db, email);
  const isFull = !(await hasRoom({ reason: 'sign-in-link', recipient: email }, context));
  const mayEnter = await isAdmitted(db, { email, purpose: 'new-account' }, context);
  const isRecipient = account !== undefined || mayEnter;
  refuseUnless(
    isRecipient || settings.emailEnumerationProtection,
    'auth/admin-restricted-operation',
  );

  const binding = client.cookieSession ? toBinding(sessionId) : undefined;
  const answer = { email, ...(binding !== undefined && { sessionId: binding }) };
  const since = new Date(clock.now().getTime() - linkLifeMs);
  const link = { email, site: toAppSite(continueUrl, site), since };
  if (isFull && (await hasUnusedLink(db, link))) {
    return { ...answer, hasCode: false };
  }
  const mail = { email, account, isRecipient, binding, continueUrl };
  return {
    ...answer,
    hasCode: await context.transaction((tx) => mailSignInLink(tx, mail, context)),
  };
}
