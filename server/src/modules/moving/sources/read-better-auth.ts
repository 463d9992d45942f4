import type { Readable } from 'node:stream';
import { buildAccount, type WrittenLink } from './build-account.ts';
import { toProviderId } from './link-providers.ts';
import { readTable } from './read-table.ts';
import type { SourceAccount, SourceRecord } from './source-account.ts';
import { type Fields, readBeside, toRecords } from './source-row.ts';
import { toBoolean, toText } from './written-values.ts';

/**
 * Reads the tables `user` and `account` of better-auth, each as JSON lines or as CSV with a header line. The accounts are in
 * memory together, about 500 bytes each.
 */
export async function* readBetterAuth(files: {
  readonly users: Readable;
  readonly accounts: Readable;
}): AsyncGenerator<SourceRecord> {
  const ways = new Map<string, WaysIn>();
  const accounts = readTable(files.accounts, ['userid', 'providerid', 'accountid'], toPlainName);
  const isWhole = yield* readBeside(accounts, 'accounts', (row) => keepAccount(row, ways));
  if (isWhole) {
    const users = readTable(files.users, ['id', 'email'], toPlainName);
    yield* toRecords(users, (user) => toAccount(user, ways.get(toText(user.id)) ?? noWays));
  }
}

interface WaysIn {
  readonly password?: { readonly stored: string; readonly changedAt: unknown };
  readonly links: readonly WrittenLink[];
}

const noWays: WaysIn = { links: [] };

/** Adapters of databases write `userId` or `user_id`. */
const toPlainName = (written: string) => written.replaceAll('_', '').toLowerCase();

function keepAccount(row: Fields, ways: Map<string, WaysIn>): string | undefined {
  const userId = toText(row.userid);
  const provider = toText(row.providerid);
  if (userId === '' || provider === '') {
    return 'The account has no userId or no providerId.';
  }
  const { links, ...rest } = ways.get(userId) ?? noWays;
  if (provider === 'credential') {
    const password = { stored: toText(row.password), changedAt: row.updatedat };
    ways.set(userId, { links, password });
  } else {
    const link = { provider: toProviderId(provider), subject: row.accountid };
    ways.set(userId, { ...rest, links: [...links, link] });
  }
  return undefined;
}

function toAccount(user: Fields, { password, links }: WaysIn): SourceAccount | string {
  if (toText(user.id) === '') {
    return 'The user has no id.';
  }
  const role = toText(user.role);
  return buildAccount({
    uid: user.id,
    email: user.email,
    emailVerified: user.emailverified,
    displayName: user.name,
    photoUrl: user.image,
    disabled: user.banned,
    createdAt: user.createdat,
    passwordHash: toPhcForm(password?.stored ?? ''),
    passwordChangedAt: password?.changedAt,
    links,
    leftOut: [
      toText(user.phonenumber) !== '' && 'The phone number is not taken.',
      toBoolean(user.twofactorenabled) === true && 'The second factor is not taken.',
      toBoolean(user.isanonymous) === true && 'The user is anonymous there.',
      toBoolean(user.banned) === true &&
        toText(user.banexpires) !== '' &&
        'The ban is taken as one without an end.',
      role !== '' && role !== 'user' && `The role ${role} is not taken.`,
    ],
  });
}

const storedForm = /^([0-9a-f]{1,256}):([0-9a-f]{128})$/i;

/**
 * `salt:hash` with the parameters of packages/better-auth/src/crypto/password.ts. The salt is the text of the hex digits.
 * Applications may store hashes of another product; those are PHC strings already.
 */
function toPhcForm(stored: string): string {
  const [, salt, hash] = storedForm.exec(stored) ?? [];
  if (!salt || !hash) {
    return stored;
  }
  const salt64 = Buffer.from(salt).toString('base64');
  return `$scrypt$ln=14,r=16,p=1,n=nfkc$${salt64}$${Buffer.from(hash, 'hex').toString('base64')}`;
}
