import { findEmail, isBlank, longestName, toLine } from '@hearth/contract';
import { randomId } from '../../../platform/ids.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { isAvatarUrl } from '../accounts/account.ts';
import { findClaimsFault, isStorable } from '../accounts/claims.ts';
import type { Identity, LinkName } from '../accounts/identity-link.ts';
import { readPasswordHash } from '../passwords/password-hash.ts';
import {
  findTaken,
  type ImportedLink,
  type ImportedRow,
  insertImported,
  insertImportedLinks,
  insertKind,
  listKinds,
} from './imported-account-store.ts';
import { commandLine } from './operate-account.ts';

/** An account of another product. A null instant becomes that of the import. */
export interface ForeignAccount {
  /** 1 to 128 printable characters of ASCII; null to get one of ours. */
  readonly uid: string | null;
  /** In any form that a person may write. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string;
  readonly photoUrl: string;
  readonly disabled: boolean;
  readonly createdAt: Date | null;
  readonly lastSignedInAt: Date | null;
  /** In a form of `readPasswordHash`. */
  readonly passwordHash: string | null;
  readonly passwordChangedAt: Date | null;
  readonly links: readonly Identity[];
  /** Custom claims. */
  readonly claims: Readonly<Record<string, unknown>> | null;
}

/** Outcome of one account. */
export type Imported =
  | {
      readonly outcome: 'taken';
      readonly uid: string;
      readonly hasPassword: boolean;
      readonly hasProvider: boolean;
      /** Sentences about parts of it that were not taken. */
      readonly leftOut: readonly string[];
    }
  | { readonly outcome: 'here'; readonly uid: string }
  | { readonly outcome: 'refused'; readonly reason: string };

/** Each further one makes every sign-in that fails slower (see `PasswordHasher.compare`). */
const mostKinds = 8;

const uidForm = /^[!-~]{1,128}$/;

/** Takes accounts of another product, in the order given. An account that is here already stays as it is. */
export async function importAccounts(
  tx: Transaction,
  foreign: readonly ForeignAccount[],
  { at }: { readonly at: Date },
): Promise<Imported[]> {
  const decide = createDecision(await readPresent(tx, foreign, at), at);
  const decisions = foreign.map(decide);
  const wanted = decisions.filter((one): one is Wanted => 'row' in one);

  for (const kind of wanted.flatMap(({ newKind }) => newKind ?? [])) {
    await insertKind(tx, kind);
  }
  const added = await insertImported(
    tx,
    wanted.map(({ row }) => row),
    commandLine,
  );
  await insertImportedLinks(
    tx,
    wanted.flatMap(({ row, links }) => (added.has(row.id) ? links : [])),
  );
  return decisions.map((one) => toOutcome(one, added));
}

/** Accounts that are here already, by the names that no two accounts may share. */
interface Present {
  readonly uidByEmail: Map<string, string>;
  readonly uids: Set<string>;
  /** `provider subject`. */
  readonly links: Set<string>;
  readonly kinds: Set<string>;
  readonly deleted: ReadonlySet<string>;
  readonly held: ReadonlySet<string>;
}

async function readPresent(
  tx: Transaction,
  foreign: readonly ForeignAccount[],
  at: Date,
): Promise<Present> {
  const { accounts, links, deleted, held } = await findTaken(tx, {
    uids: foreign.flatMap(({ uid }) => (uid !== null && uidForm.test(uid) ? uid : [])),
    emails: foreign.flatMap(({ email }) => findEmail(email ?? '') ?? []),
    links: foreign.flatMap((account) => account.links.filter(isStorable)),
    at,
  });
  return {
    uidByEmail: new Map(accounts.map(({ id, email }) => [email, id])),
    uids: new Set(accounts.map(({ id }) => id)),
    links: new Set(links.map(toKey)),
    kinds: new Set(await listKinds(tx)),
    deleted: new Set(deleted),
    held: new Set(held),
  };
}

const toKey = ({ provider, subject }: LinkName) => `${provider} ${subject}`;

/** An account to be added. */
interface Wanted {
  readonly row: ImportedRow;
  readonly links: readonly ImportedLink[];
  readonly leftOut: readonly string[];
  readonly newKind?: { readonly kind: string; readonly decoy: string };
}

type Decision = Wanted | Exclude<Imported, { readonly outcome: 'taken' }>;

/** Decides about one account after the other; each that is wanted counts as present for those after it. */
function createDecision(present: Present, at: Date): (account: ForeignAccount) => Decision {
  return (account) => {
    const email = findEmail(account.email ?? '');
    const holder = present.uidByEmail.get(email ?? '');
    const uid = findOwn(account, holder, present);
    if (uid !== undefined) {
      return { outcome: 'here', uid };
    }
    const reason = findObstacle(account, { email, holder, present });
    return email === undefined || reason !== undefined
      ? { outcome: 'refused', reason: reason ?? '' }
      : want({ ...account, email, uid: account.uid ?? randomId(28) }, present, at);
  };
}

/** The account itself, if it is here already; one that comes without a uid is known by its address. */
function findOwn({ uid }: ForeignAccount, holder: string | undefined, { uids }: Present) {
  if (uid === null) {
    return holder;
  }
  return uids.has(uid) ? uid : undefined;
}

interface Place {
  readonly email: string | undefined;
  /** Account that has the address. */
  readonly holder: string | undefined;
  readonly present: Present;
}

function findObstacle(
  { uid, email: written }: ForeignAccount,
  { email, holder, present }: Place,
): string | undefined {
  if (uid !== null && !uidForm.test(uid)) {
    return 'Its uid is not 1 to 128 printable characters of ASCII.';
  }
  if (email === undefined) {
    return written === null || written.trim() === ''
      ? 'It has no email address.'
      : `"${written}" is no email address.`;
  }
  if (uid !== null && present.deleted.has(uid)) {
    return 'This account was deleted here.';
  }
  if (holder !== undefined) {
    return `The account ${holder} has its address here.`;
  }
  return present.held.has(email)
    ? 'The former owner of its address may still take the address back.'
    : undefined;
}

type Named = ForeignAccount & { readonly uid: string; readonly email: string };

/** Leaves out each part that cannot be taken, and says so. */
function want(account: Named, present: Present, at: Date): Wanted {
  const { uid, email, createdAt, lastSignedInAt } = account;
  const leftOut: string[] = [];
  const keep = <Value>(value: Value, empty: Value, reason: string | undefined): Value => {
    leftOut.push(...(reason === undefined ? [] : [reason]));
    return reason === undefined ? value : empty;
  };
  const name = toLine(account.displayName);
  const hash = findHash(account, present);
  const passwordHash = keep(account.passwordHash, null, hash.reason);
  const row: ImportedRow = {
    id: uid,
    email,
    email_verified: account.emailVerified,
    display_name: keep(name, '', findNameFault(name)),
    avatar_url: keep(account.photoUrl, '', findPictureFault(account.photoUrl)),
    password_hash: passwordHash,
    password_changed_at: passwordHash === null ? null : account.passwordChangedAt,
    disabled_at: account.disabled ? at : null,
    last_signed_in_at: lastSignedInAt ?? createdAt ?? at,
    created_at: createdAt ?? at,
    updated_at: at,
    claims: keep(account.claims, null, findClaimsFault(account.claims)),
  };
  const links = takeLinks(account, present, { at, leftOut });
  present.uids.add(uid);
  present.uidByEmail.set(email, uid);
  return { row, links, leftOut, ...(hash.newKind && { newKind: hash.newKind }) };
}

function findHash({ passwordHash }: Named, { kinds }: Present): HashDecision {
  if (passwordHash === null) {
    return {};
  }
  const hash = readPasswordHash(passwordHash);
  if (!hash) {
    return { reason: 'Its password hash is of no form or cost that is accepted.' };
  }
  const { kind } = hash;
  if (kinds.has(kind)) {
    return {};
  }
  if (kinds.size >= mostKinds) {
    return {
      reason: `Its password hash (${kind}) would be the ninth kind; each makes sign-ins slower.`,
    };
  }
  kinds.add(kind);
  return { newKind: { kind, decoy: hash.toDecoy() } };
}

interface HashDecision {
  readonly reason?: string;
  readonly newKind?: { readonly kind: string; readonly decoy: string };
}

function findNameFault(name: string): string | undefined {
  const isShown = name === '' || (!isBlank(name) && isStorable(name));
  return name.length <= longestName && isShown
    ? undefined
    : `Its name has more than ${longestName} characters, or none that can be seen.`;
}

function findPictureFault(address: string): string | undefined {
  return isAvatarUrl(address) && isStorable(address)
    ? undefined
    : 'Its picture has no http address.';
}

/** One sign-in of each provider, and none that opens another account. */
function takeLinks(
  { uid, links }: Named,
  present: Present,
  { at, leftOut }: { readonly at: Date; readonly leftOut: string[] },
): ImportedLink[] {
  const taken = new Map<string, ImportedLink>();
  for (const link of links) {
    const { provider, subject, email, displayName, photoUrl } = link;
    if (!isStorable(link)) {
      leftOut.push(`Its sign-in with ${provider} has characters that cannot be stored.`);
    } else if (present.links.has(toKey(link))) {
      leftOut.push(`Its sign-in with ${provider} opens another account here.`);
    } else if (taken.has(provider)) {
      leftOut.push(`It has a second sign-in with ${provider}.`);
    } else {
      present.links.add(toKey(link));
      const shown = { email, display_name: displayName, photo_url: photoUrl };
      taken.set(provider, { account_id: uid, provider, subject, ...shown, linked_at: at });
    }
  }
  return [...taken.values()];
}

function toOutcome(decision: Decision, added: ReadonlySet<string>): Imported {
  if (!('row' in decision)) {
    return decision;
  }
  const { row, links, leftOut } = decision;
  const [hasPassword, hasProvider] = [row.password_hash !== null, links.length > 0];
  return added.has(row.id)
    ? { outcome: 'taken', uid: row.id, hasPassword, hasProvider, leftOut }
    : { outcome: 'refused', reason: 'Somebody took its address at this moment.' };
}
