import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { readPasswordHash } from '../modules/identity/index.ts';
import {
  type FirebaseHashConfig,
  type ImportCounts,
  importPeople,
  readFirebaseHashConfig,
  type Source,
  type SourceAccount,
  type SourceRecord,
  sources,
} from '../modules/moving/index.ts';
import { toCount } from '../platform/quantity.ts';
import type { Command, CommandServices, Outcome } from './command.ts';
import { readSecret } from './read-secret.ts';

/** One command for each product whose export can be read. */
export const importCommands: Readonly<Record<string, Command>> = Object.fromEntries(
  Object.entries<Source>(sources).map(([name, source]) => [
    `import ${name}`,
    {
      argument: toUsage(source),
      further: [0, 1, 2, 3, 4, 5, 6],
      help: `Takes the people of ${source.title} with their passwords. What is here stays as it is.`,
      run: (first, context, further) => importFrom(source, [first, ...further], context),
    },
  ]),
);

function toUsage({ files, takesHashConfig }: Source): string {
  return [
    ...files.map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`)),
    ...(takesHashConfig ? ['[--hash-config <file>]'] : []),
    '[--check <email>]',
    '[--dry-run]',
  ].join(' ');
}

interface ImportLine {
  readonly files: readonly string[];
  readonly hashConfigFile: string | undefined;
  /** Address of a person whose password the operator knows. */
  readonly check: string | undefined;
  readonly isDryRun: boolean;
}

async function importFrom(
  source: Source,
  words: readonly string[],
  context: CommandServices,
): Promise<Outcome> {
  const line = readLine(source, words);
  const hashConfig = line.hashConfigFile && (await readHashConfig(line.hashConfigFile));
  const read = async () =>
    source.read(await openFiles(line.files), { now, hashConfig: hashConfig || undefined });
  const now = context.clock.now();
  if (line.check !== undefined) {
    return await checkPassword(await read(), line.check);
  }
  const counts = await importPeople(
    context.db,
    { records: await read(), isDryRun: line.isDryRun, tell: context.tell },
    context.clock,
  );
  return { text: toSummary(counts, line), exitCode: 0 };
}

/** The files in their order, and the options anywhere among them. */
function readLine(source: Source, words: readonly string[]): ImportLine {
  const files: string[] = [];
  const options = new Map<string, string>();
  const valued = new Set(['--check', ...(source.takesHashConfig ? ['--hash-config'] : [])]);
  const rest = words.values();
  for (const word of rest) {
    if (valued.has(word)) {
      options.set(word, rest.next().value ?? '');
    } else if (word === '--dry-run') {
      options.set(word, word);
    } else {
      files.push(word);
    }
  }
  const required = source.files.filter(({ isRequired }) => isRequired).length;
  const unknown = files.find((file) => file.startsWith('--'));
  const isEmpty = [...options.values(), ...files].includes('');
  if (unknown || isEmpty || files.length < required || files.length > source.files.length) {
    const list = source.files.map(({ name, contents }) => `  <${name}>: ${contents}`);
    throw new Error([`Usage: ${toUsage(source)}`, ...list].join('\n'));
  }
  return {
    files,
    hashConfigFile: options.get('--hash-config'),
    check: options.get('--check'),
    isDryRun: options.has('--dry-run'),
  };
}

async function readHashConfig(file: string): Promise<FirebaseHashConfig> {
  const found = readFirebaseHashConfig(await readFile(resolve(file), 'utf8'));
  if ('fault' in found) {
    throw new Error(found.fault);
  }
  return found.config;
}

/** Opened before anything is read, so that a missing file is told by its name. */
async function openFiles(files: readonly string[]): Promise<Readable[]> {
  for (const file of files) {
    await (await open(resolve(file))).close();
  }
  return files.map((file) => createReadStream(resolve(file)));
}

/** With wrong hash parameters every first sign-in would fail, so one known password is compared before the import. */
async function checkPassword(
  records: AsyncIterable<SourceRecord>,
  email: string,
): Promise<Outcome> {
  const found = await findPerson(records, email);
  if (!found) {
    return { text: `Nobody in the file has the address ${email}.`, exitCode: 1 };
  }
  const hash = found.passwordHash === null ? undefined : readPasswordHash(found.passwordHash);
  if (!hash) {
    return { text: `The file has no password of ${email}.`, exitCode: 1 };
  }
  return (await hash.matches(await readSecret(`Password of ${email}: `)))
    ? { text: 'The password is right: the hashes of this file can be compared.', exitCode: 0 }
    : {
        text: 'The password does not match. Either it is wrong, or the hash parameters are those of another project.',
        exitCode: 1,
      };
}

async function findPerson(
  records: AsyncIterable<SourceRecord>,
  email: string,
): Promise<SourceAccount | undefined> {
  for await (const record of records) {
    if ('account' in record && record.account.email?.toLowerCase() === email.toLowerCase()) {
      return record.account;
    }
  }
  return undefined;
}

function toSummary(counts: ImportCounts, { isDryRun }: ImportLine): string {
  const { taken, here, notTaken, unreadable, withPassword, withProvider, withoutPart } = counts;
  return [
    `${isDryRun ? 'Would be taken' : 'Taken'}: ${toCount(taken, 'account')}, ${withPassword} with a password, ${withProvider} with a provider, ${withoutPart} without a part that is listed above.`,
    `Here already, and left as they are: ${here}.`,
    `Not taken: ${notTaken}. Not read: ${unreadable}.`,
    ...(isDryRun ? ['This was a dry run: nothing was kept.'] : []),
  ].join('\n');
}
