import type { Entry } from '@hearth/contract';
import * as ofOperators from '../modules/console/calls.ts';
import { commandLine } from '../modules/identity/index.ts';
import type { Transaction } from '../platform/transaction.ts';
import { type BillingContext, withServices } from './billing.ts';
import type { Command } from './command.ts';

/** But for who operates, for the lines of a file, and for views, which a browser shows. */
const {
  getOperator: _role,
  exportRevenueRows: _lines,
  startView: _start,
  endView: _end,
  ...calls
} = ofOperators;

type Name = keyof typeof calls;

const names = Object.keys(calls) as Name[];
const mostFields = 8;

/** The console's own calls from the command line, with all rights: fields in, JSON out, as docs/api.md describes them. */
export const callCommands: Readonly<Record<string, Command>> = {
  call: {
    argument: '<call of operators> [--field value]…',
    further: Array.from({ length: mostFields + 1 }, (_, fields) => 2 * fields),
    help: `Answers as JSON: ${names.join(', ')}.`,
    run: (name, context, further) => call({ name, fields: further }, context),
  },
};

interface Calling {
  readonly name: string;
  /** `--field`, value, by turns. */
  readonly fields: readonly string[];
}

export async function call({ name, fields }: Calling, context: BillingContext) {
  const known = names.find((one) => one === name);
  if (!known) {
    throw new Error(`There is no such call. Calls are ${names.join(', ')}.`);
  }
  const operation = calls[known];
  const input = readInput(operation.entry, fields);
  const { db } = context;
  return await withServices(context, async (services) => {
    const operator = { uid: null, role: 'admin' as const };
    const transaction = <Result>(work: (tx: Transaction) => Promise<Result>) =>
      db.transaction().execute(work);
    const run = async (tx: Transaction | undefined) =>
      // Each call has its own input, which the contract has read; the compiler cannot follow it through the list.
      await (operation.run as (input: unknown, context: unknown) => Promise<unknown>)(input, {
        ...services,
        client: commandLine,
        operator,
        db,
        transaction,
        tx,
      });
    const answer = operation.kind === 'change' ? await transaction(run) : await run(undefined);
    return { lines: [JSON.stringify(operation.entry.output.parse(answer), null, 2)], isFine: true };
  });
}

/** Reads the fields as the contract has them: what is no text there is a number. */
function readInput({ input }: Entry, fields: readonly string[]): unknown {
  const pairs = fields.flatMap((field, place) =>
    place % 2 === 0 ? [[field.replace(/^--/, ''), fields[place + 1] ?? ''] as const] : [],
  );
  const texts = input.safeParse(Object.fromEntries(pairs));
  const misread = new Set(texts.error?.issues.map(({ path }) => path[0]));
  const read = input.safeParse(
    Object.fromEntries(
      pairs.map(([name, value]) => [
        name,
        misread.has(name) && /^\d+$/.test(value) ? Number(value) : value,
      ]),
    ),
  );
  if (!read.success) {
    throw new Error(
      read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
    );
  }
  return read.data;
}
