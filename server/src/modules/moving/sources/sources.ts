import type { Readable } from 'node:stream';
import type { FirebaseHashConfig } from './firebase-hash-config.ts';
import { readAuth0 } from './read-auth0.ts';
import { readBetterAuth } from './read-better-auth.ts';
import { readClerk } from './read-clerk.ts';
import { readCsv } from './read-csv.ts';
import { readFirebase } from './read-firebase.ts';
import { readSupabase } from './read-supabase.ts';
import type { SourceRecord } from './source-account.ts';

/** A product whose export can be read. */
export interface Source {
  /** As a person calls it. */
  readonly title: string;
  /** In the order in which a command line takes them. */
  readonly files: readonly SourceFile[];
  /** Passwords need the hash parameters of the project. */
  readonly takesHashConfig: boolean;
  /** Streams stand in the order of `files`; one that is not required may be missing. */
  readonly read: (
    inputs: readonly (Readable | undefined)[],
    options: SourceOptions,
  ) => AsyncGenerator<SourceRecord>;
}

export interface SourceFile {
  readonly name: string;
  readonly contents: string;
  readonly isRequired: boolean;
}

export interface SourceOptions {
  readonly now: Date;
  readonly hashConfig?: FirebaseHashConfig | undefined;
}

const csvOrJsonLines = 'as CSV with a header line or as JSON lines';

/** By the name that the command line takes. */
export const sources = {
  firebase: {
    title: 'Firebase Authentication',
    files: [file('users', 'JSON or CSV that "firebase auth:export" writes')],
    takesHashConfig: true,
    read: ([users], { hashConfig }) => readFirebase(requireFile(users), hashConfig),
  },
  supabase: {
    title: 'Supabase Auth',
    files: [
      file('users', `the table auth.users ${csvOrJsonLines}`),
      file('identities', `the table auth.identities ${csvOrJsonLines}`),
    ],
    takesHashConfig: false,
    read: ([users, identities], { now }) =>
      readSupabase({ users: requireFile(users), identities: requireFile(identities) }, now),
  },
  auth0: {
    title: 'Auth0',
    files: [
      file('users', 'the export of users as JSON lines'),
      { ...file('passwords', "the file of hashes that Auth0's support gives"), isRequired: false },
    ],
    takesHashConfig: false,
    read: ([users, passwords]) => readAuth0({ users: requireFile(users), passwords }),
  },
  clerk: {
    title: 'Clerk',
    files: [file('users', 'the CSV of users that the dashboard exports')],
    takesHashConfig: false,
    read: ([users]) => readClerk(requireFile(users)),
  },
  'better-auth': {
    title: 'better-auth',
    files: [
      file('users', `the table user ${csvOrJsonLines}`),
      file('accounts', `the table account ${csvOrJsonLines}`),
    ],
    takesHashConfig: false,
    read: ([users, accounts]) =>
      readBetterAuth({ users: requireFile(users), accounts: requireFile(accounts) }),
  },
  csv: {
    title: 'CSV',
    files: [file('users', 'the documented columns with a header line')],
    takesHashConfig: false,
    read: ([users]) => readCsv(requireFile(users)),
  },
} as const satisfies Readonly<Record<string, Source>>;

function file(name: string, contents: string): SourceFile {
  return { name, contents, isRequired: true };
}

/** A command line asks for the required files before it reads. */
function requireFile(input: Readable | undefined): Readable {
  if (!input) {
    throw new Error('A required file of the source is missing.');
  }
  return input;
}
