import { sql } from 'kysely';
import { secretHash } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';

/** Kinds of rows that are kept. */
export type StoredModel = 'Interaction' | 'Grant' | 'AuthorizationCode' | 'RefreshToken';

/** Fields of the package, of which these have a meaning here. */
export interface StoredPayload {
  readonly jti?: string;
  readonly accountId?: string;
  readonly grantId?: string;
  readonly [field: string]: unknown;
}

export interface StoredKey {
  readonly model: StoredModel;
  readonly id: string;
}

interface NewRow extends StoredKey {
  readonly payload: StoredPayload;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Adds or replaces a row. A code or token gets the session of its grant; the id is stored as its hash only. */
export async function upsertRow(db: Database, row: NewRow): Promise<void> {
  const { model, id, at, expiresAt } = row;
  const { jti: _secret, ...payload } = row.payload;
  const grantId = model === 'Grant' ? id : (payload.grantId ?? null);
  await sql`
    insert into hosted_sign_ins
      (model, id_hash, grant_id, account_id, session_id, payload, created_at, expires_at)
    select ${model}, ${secretHash(id)}, ${grantId}, ${ownerOf(row)}::text,
      (select session_id from hosted_sign_ins where model = 'Grant' and grant_id = ${grantId}),
      ${JSON.stringify(payload)}::jsonb, ${at}::timestamptz, ${expiresAt}::timestamptz
    on conflict (model, id_hash) do update
      set payload = excluded.payload, expires_at = excluded.expires_at`.execute(db);
}

/** An interaction is nobody's: the account of its last answer must not take it along. */
function ownerOf({ model, payload }: NewRow): string | null {
  return model === 'Interaction' ? null : (payload.accountId ?? null);
}

export interface StoredRow {
  readonly payload: StoredPayload;
  readonly browserHash: Buffer | null;
  readonly consumedAt: Date | null;
  readonly createdAt: Date;
}

/** Undefined for one that has expired, too. */
export async function findRow(
  db: Database,
  { model, id, at }: StoredKey & { readonly at: Date },
): Promise<StoredRow | undefined> {
  const { rows } = await sql<StoredRow>`
    select payload, browser_hash as "browserHash", consumed_at as "consumedAt",
      created_at as "createdAt"
    from hosted_sign_ins
    where model = ${model} and id_hash = ${secretHash(id)} and expires_at > ${at}`.execute(db);
  return rows[0];
}

interface Use extends StoredKey {
  readonly at: Date;
  /** Earlier uses count; undefined if each does. */
  readonly usableSince: Date | undefined;
}

/** Marks it as used; false if it was used before, also by a concurrent request. */
export async function consumeRow(
  db: Database,
  { model, id, at, usableSince }: Use,
): Promise<boolean> {
  const { rows } = await sql`
    update hosted_sign_ins set consumed_at = coalesce(consumed_at, ${at}::timestamptz)
    where model = ${model} and id_hash = ${secretHash(id)}
      and (consumed_at is null or consumed_at >= ${usableSince ?? null}::timestamptz)
    returning 1`.execute(db);
  return rows.length > 0;
}

export async function removeRow(db: Database, { model, id }: StoredKey): Promise<void> {
  await sql`
    delete from hosted_sign_ins
    where model = ${model} and id_hash = ${secretHash(id)}`.execute(db);
}

/** The grant and all that was given on it. */
export async function removeGrant(db: Database, grantId: string): Promise<void> {
  await sql`delete from hosted_sign_ins where grant_id = ${grantId}`.execute(db);
}

/** From now on the grant ends with the session. */
export async function bindGrant(
  db: Database,
  { grantId, sessionId }: { readonly grantId: string; readonly sessionId: string },
): Promise<void> {
  await sql`
    update hosted_sign_ins set session_id = ${sessionId}
    where model = 'Grant' and grant_id = ${grantId}`.execute(db);
}

export async function findGrantSession(db: Database, grantId: string): Promise<string | undefined> {
  const { rows } = await sql<{ session_id: string | null }>`
    select session_id from hosted_sign_ins
    where model = 'Grant' and grant_id = ${grantId}`.execute(db);
  return rows[0]?.session_id ?? undefined;
}

interface InteractionBrowser {
  readonly id: string;
  /** Name and secret of the browser's cookie. */
  readonly browser: string;
}

/** Only this browser may finish the interaction. */
export async function bindInteraction(
  db: Database,
  { id, browser }: InteractionBrowser,
): Promise<void> {
  await sql`
    update hosted_sign_ins set browser_hash = ${secretHash(browser)}
    where model = 'Interaction' and id_hash = ${secretHash(id)}`.execute(db);
}

/** Stores what the page has answered, for the request that goes on. */
export async function answerInteraction(
  tx: Transaction,
  { id, result }: { readonly id: string; readonly result: object },
): Promise<void> {
  await sql`
    update hosted_sign_ins
    set payload = payload || jsonb_build_object('result', ${JSON.stringify(result)}::jsonb)
    where model = 'Interaction' and id_hash = ${secretHash(id)}`.execute(tx);
}

/** After a restore: any of them may have been used or ended since the backup. */
export async function endHostedSignIns(tx: Transaction): Promise<void> {
  await sql`delete from hosted_sign_ins`.execute(tx);
}

export async function sweepHostedSignIns(db: Database, at: Date): Promise<void> {
  await sql`delete from hosted_sign_ins where expires_at <= ${at}`.execute(db);
}
