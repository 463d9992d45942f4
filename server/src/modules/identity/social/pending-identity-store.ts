import type { Selectable } from 'kysely';
import { randomSecret, secretHash } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import { flowLifeMs } from './flow.ts';
import type { ConfirmedIdentity } from './provider.ts';

interface PendingIdentityTable {
  token_hash: Buffer;
  binding_hash: Buffer | null;
  provider: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  email_authoritative: boolean;
  display_name: string;
  photo_url: string;
  email_code_hash: Buffer | null;
  expires_at: Date;
}

const pending = (db: Database) => db.withTables<{ pending_identities: PendingIdentityTable }>();

interface PendingIdentity {
  readonly identity: ConfirmedIdentity;
  /** Secret of the client that signed in; undefined for SDKs, whose pending token is all they have. */
  readonly binding: string | undefined;
  readonly at: Date;
}

/** A mail takes longer than a question on screen. */
const mailLifeMs = 60 * 60_000;

/** Stores the identity and answers its token; `emailCode` is the secret of the mailed link. */
export async function insertPendingIdentity(
  tx: Transaction,
  { identity, binding, at }: PendingIdentity,
  emailCode?: string,
): Promise<string> {
  const token = randomSecret();
  const lifeMs = emailCode === undefined ? flowLifeMs : mailLifeMs;
  await pending(tx)
    .insertInto('pending_identities')
    .values({
      token_hash: secretHash(token),
      binding_hash: binding === undefined ? null : secretHash(binding),
      provider: identity.provider,
      subject: identity.subject,
      email: identity.email,
      email_verified: identity.emailVerified,
      email_authoritative: identity.emailAuthoritative,
      display_name: identity.displayName,
      photo_url: identity.photoUrl,
      email_code_hash: emailCode === undefined ? null : secretHash(emailCode),
      expires_at: new Date(at.getTime() + lifeMs),
    })
    .execute();
  return token;
}

interface Claim {
  readonly binding: string | undefined;
  readonly at: Date;
}

/** Takes the pending identity of a token, if this client may. */
export async function takePendingIdentity(
  tx: Transaction,
  pendingToken: string,
  claim: Claim,
): Promise<ConfirmedIdentity | undefined> {
  const row = await takeable(tx, claim)
    .where('token_hash', '=', secretHash(pendingToken))
    .executeTakeFirst();
  return row && toIdentity(row);
}

/** Takes it by a mailed code, which proves the address that it was sent to. */
export async function takeMailedIdentity(
  tx: Transaction,
  emailCode: string,
  claim: Claim & { readonly binding: string },
): Promise<ConfirmedIdentity | undefined> {
  const row = await takeable(tx, claim)
    .where('email_code_hash', '=', secretHash(emailCode))
    .executeTakeFirst();
  return row && { ...toIdentity(row), emailVerified: true };
}

export async function sweepPendingIdentities(db: Database, at: Date): Promise<void> {
  await pending(db).deleteFrom('pending_identities').where('expires_at', '<=', at).execute();
}

/** Ends all identities that wait. */
export async function removePendingIdentities(tx: Transaction): Promise<void> {
  await pending(tx).deleteFrom('pending_identities').execute();
}

function takeable(tx: Transaction, { binding, at }: Claim) {
  const own = pending(tx).deleteFrom('pending_identities').where('expires_at', '>', at);
  const bound =
    binding === undefined
      ? own.where('binding_hash', 'is', null)
      : own.where((is) =>
          is.or([is('binding_hash', 'is', null), is('binding_hash', '=', secretHash(binding))]),
        );
  return bound.returningAll();
}

function toIdentity(row: Selectable<PendingIdentityTable>): ConfirmedIdentity {
  return {
    provider: row.provider,
    subject: row.subject,
    email: row.email,
    emailVerified: row.email_verified,
    emailAuthoritative: row.email_authoritative,
    displayName: row.display_name,
    photoUrl: row.photo_url,
    profile: {},
  };
}
