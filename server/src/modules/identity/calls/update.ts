import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import { type Account, toAvatarUrl, toDisplayName } from '../accounts/account.ts';
import { getAccount, setPassword, updateProfile } from '../accounts/account-store.ts';
import { toKnownEmail } from '../accounts/email.ts';
import { listIdentityLinks } from '../accounts/identity-link-store.ts';
import { toWireAccount } from '../accounts/wire-account.ts';
import { codesOf } from '../codes/action-code.ts';
import { removeActionCodes } from '../codes/action-code-store.ts';
import { voidEmailSignIns } from '../codes/email-sign-in-store.ts';
import { mailLanguage } from '../codes/mail-action-code.ts';
import { providerChangeBuckets } from '../limits.ts';
import { type CallerServices, saga } from '../operation.ts';
import { listPasskeys } from '../passkeys/passkey-store.ts';
import { requireAllowedPassword } from '../passwords/password-rules.ts';
import { removeKnownDevices } from '../sessions/known-device-store.ts';
import { lockCaller } from '../sessions/lock-caller.ts';
import { requireRecentSignIn } from '../sessions/recent-sign-in.ts';
import { renewSession } from '../sessions/renew-session.ts';
import { applyActionCode } from './apply-action-code.ts';
import { unlinkProviders } from './unlink-providers.ts';

/** Changes one's own account, or applies a mailed code. */
export const update = saga(contract.update, async (input, context) => {
  if (input.oobCode !== undefined) {
    const { account, isOwn } = await applyActionCode(input.oobCode, context);
    if (!isOwn) {
      const { id: localId, email, emailVerified } = account;
      return { kind, localId, email, emailVerified, providerUserInfo: [] };
    }
    const links = await listIdentityLinks(context.db, account.id);
    return { kind, ...toWireAccount(account, links), newEmail: account.email };
  }
  const { caller, clock, settings } = context;
  refuseUnless(caller, 'auth/invalid-req-type', 'Unsupported request parameters.');
  await refusePrivileged(input, { ...context, caller });
  const wanted = toChange(input);
  if (wanted.password !== undefined || wanted.unlinked.length > 0 || wanted.endsSessions) {
    requireRecentSignIn(caller, clock.now());
  }
  await requireChangeAllowance(wanted, { ...context, caller });
  if (wanted.password !== undefined) {
    await requireAllowedPassword(wanted.password, caller.email, settings);
  }

  const passwordHash = wanted.password && (await context.passwords.hash(wanted.password));
  return await context.transaction(async (tx) => {
    await lockCaller(tx, { ...context, caller });
    await applyProfile(tx, wanted, { ...context, caller });
    const setsPassword = wanted.password !== undefined;
    await unlinkProviders(tx, { unlinked: wanted.unlinked, setsPassword }, { ...context, caller });
    const tokens = passwordHash
      ? await changePassword(tx, passwordHash, { ...context, caller })
      : wanted.endsSessions && (await endSessions(tx, { ...context, caller }));
    const account = await getAccount(tx, caller.uid);
    const links = await listIdentityLinks(tx, caller.uid);
    return { kind, ...toWireAccount(account, links), ...tokens };
  });
});

const kind = 'identitytoolkit#SetAccountInfoResponse' as const;

type Input = contract.InputOf<typeof contract.update>;

async function refusePrivileged(
  input: Input,
  { db, caller }: CallerServices & { readonly db: Database },
): Promise<void> {
  refuseIf(input.disableUser !== undefined, 'auth/disabling-not-allowed');
  refuseIf(input.customAttributes !== undefined, 'auth/insufficient-permission');
  refuseIf(input.localId !== undefined, 'auth/insufficient-permission');
  // SDKs of phones name the account's own address when they add a password to it.
  const names = input.email !== undefined && (await toKnownEmail(db, input.email)) !== caller.email;
  const changesEmail = names || input.deleteAttribute?.includes('EMAIL') === true;
  refuseIf(changesEmail, 'auth/email-change-needs-link');
}

interface Change {
  /** Undefined stays, empty clears. */
  readonly displayName: string | undefined;
  readonly avatarUrl: string | undefined;
  readonly password: string | undefined;
  /** Provider ids, `password` among them. */
  readonly unlinked: readonly string[];
  /** `validSince`, whatever it says: older sessions end now. */
  readonly endsSessions: boolean;
}

function toChange({
  displayName,
  photoUrl,
  password,
  deleteProvider,
  deleteAttribute,
  validSince,
}: Input): Change {
  const cleared = (name: 'DISPLAY_NAME' | 'PHOTO_URL', given: string | null | undefined) =>
    deleteAttribute?.includes(name) || given === null ? '' : given;
  const name = cleared('DISPLAY_NAME', displayName);
  const picture = cleared('PHOTO_URL', photoUrl);
  return {
    displayName: name === undefined ? undefined : toDisplayName(name),
    avatarUrl: picture === undefined ? undefined : toAvatarUrl(picture),
    password,
    unlinked: [
      ...(deleteProvider ?? []),
      ...(deleteAttribute?.includes('PASSWORD') ? ['password'] : []),
    ],
    endsSessions: validSince !== undefined,
  };
}

/** Each one is mailed, and the address may be someone else's: nobody is to be flooded. */
async function requireChangeAllowance(
  { unlinked }: Change,
  { db, caller, limits }: CallerServices & { readonly db: Database },
): Promise<void> {
  const allowed =
    unlinked.length === 0 || (await limits.take(db, providerChangeBuckets(caller.uid)));
  refuseUnless(allowed, 'auth/too-many-requests');
}

async function applyProfile(
  tx: Transaction,
  wanted: Change,
  context: CallerServices,
): Promise<void> {
  const { displayName, avatarUrl } = wanted;
  if (displayName === undefined && avatarUrl === undefined) {
    return;
  }
  const { caller, clock, client } = context;
  const at = clock.now();
  await updateProfile(tx, { id: caller.uid, profile: { displayName, avatarUrl }, at });
  const ids = { actorId: caller.uid, subjectId: caller.uid };
  await recordAudit(tx, { action: 'account.profile-updated', ...ids, at, origin: client });
}

/** Signs every device out; the caller goes on in a new session. */
async function endSessions(tx: Transaction, context: CallerServices) {
  const { caller, clock, client } = context;
  const ids = { actorId: caller.uid, subjectId: caller.uid };
  await recordAudit(tx, {
    action: 'session.others-ended',
    ...ids,
    at: clock.now(),
    origin: client,
  });
  const account = await getAccount(tx, caller.uid);
  return await renewSession(tx, { account, reason: 'ended-elsewhere' }, context);
}

/** Ends every session and forgets every device; the caller goes on in a new session, on a known device. */
export async function changePassword(
  tx: Transaction,
  passwordHash: string,
  context: CallerServices,
) {
  const { caller, clock, client, mails } = context;
  const at = clock.now();
  await setPassword(tx, { id: caller.uid, passwordHash, at });
  await removeActionCodes(tx, { accountId: caller.uid, types: codesOf('password') });
  await voidEmailSignIns(tx, { accountId: caller.uid, at });
  await removeKnownDevices(tx, caller.uid);
  const ids = { actorId: caller.uid, subjectId: caller.uid };
  await recordAudit(tx, { action: 'account.password-changed', ...ids, at, origin: client });
  const account: Account = await getAccount(tx, caller.uid);
  const tokens = await renewSession(tx, { account, reason: 'password-changed' }, context);
  const links = await listIdentityLinks(tx, caller.uid);
  const passkeys = await listPasskeys(tx, caller.uid);
  await mails.queue(tx, {
    to: account,
    language: mailLanguage(account, client),
    content: {
      kind: 'password-changed',
      name: account.displayName,
      providers: [
        ...links.map((link) => link.provider),
        ...(passkeys.length > 0 ? ['passkey'] : []),
      ],
    },
  });
  return tokens;
}
