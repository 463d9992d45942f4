import { type AppServer, noApp } from '../app/index.ts';
import { openExistingPostgres } from '../boot/open-postgres.ts';
import { openClock, toActionSite } from '../boot/parts.ts';
import type { Config, Reading } from '../config/config.ts';
import { rotateSigningKey } from '../modules/identity/index.ts';
import { migrate } from '../platform/migrations.ts';
import { accountCommands } from './accounts.ts';
import * as apiKeys from './api-keys.ts';
import { backUp, restore, verify } from './backup.ts';
import { drift, move, refund, relink, resync, settle, show, tax } from './billing.ts';
import { callCommands } from './call.ts';
import type { Command, CommandServices, Outcome, Run } from './command.ts';
import { doctorUsage, readDoctorLine, runDoctor } from './doctor.ts';
import { importCommands } from './import.ts';
import { operatorCommands } from './operators.ts';
import { subscriptionCommands } from './subscriptions.ts';
import { listMissing } from './texts.ts';

const commands: Record<string, Command> = {
  ...accountCommands,
  'keys rotate': {
    help: 'Creates a new signing key for ID tokens; no one is signed out.',
    run: async (_name, context) => {
      const { secretKey } = context.config;
      const { id, signsFrom } = await rotateSigningKey({ ...context, secretKey });
      return `Key ${id} is published, and signs from ${signsFrom.toISOString()} on.`;
    },
  },
  'api-keys create': {
    argument: apiKeys.apiKeyArguments,
    further: [1, 2],
    help: 'Prints a new key for the server API, which is shown once.',
    run: (name, context, further) => apiKeys.create(name, further, context),
  },
  'api-keys list': {
    help: 'Lists all API keys with their scopes and when each was last used.',
    run: (_name, context) => apiKeys.list(context),
  },
  'api-keys revoke': {
    argument: '<key id>',
    help: 'Closes an API key from its next call on.',
    run: (id, context) => apiKeys.revoke(id, context),
  },
  'billing drift': {
    help: 'Lists differences from the payment provider; repairs nothing.',
    run: (_name, context) => drift(context),
  },
  'billing show': {
    argument: '<subscription, intent, customer or email>',
    help: 'Shows the billing of one project, or of all that the account with the address owns.',
    run: show,
  },
  'billing resync': {
    argument: '<subscription or intent>',
    help: 'Reads the project from the payment provider again, and prints what changed here.',
    run: resync,
  },
  'billing relink': {
    argument: '<subscription or intent> <customer> [provider subscription]',
    further: [1, 2],
    help: 'Sets which customer and subscription at the payment provider belong to the project.',
    run: (name, context, [customerId = '', chargedId]) =>
      relink({ name, customerId, chargedId }, context),
  },
  'billing settle': {
    argument: '<subscription or intent> [--refuse]',
    further: [0, 1],
    help: 'Completes an open billing change now, or ends it as refused.',
    run: (name, context, [flag]) => settle({ name, isRefused: isSet(flag, '--refuse') }, context),
  },
  'billing move': {
    argument: '<subscription> [--yes]',
    further: [0, 1],
    help: "Shows what the plan's current price would cost the project; --yes moves it there.",
    run: (name, context, [flag]) => move({ name, isMeant: isSet(flag, '--yes') }, context),
  },
  'billing refund': {
    argument: '<invoice> [amount] [--again]',
    further: [0, 1, 2],
    help: 'Gives a payment, or a part such as 12.50, back to the card that made it.',
    run: (name, context, further) => refund({ name, ...readRefund(further) }, context),
  },
  'billing tax': {
    argument: '<subscription, or --all> [--yes]',
    further: [0, 1],
    help: 'Lists projects bought before taxes were computed; --yes has their renewals taxed.',
    run: (name, context, [flag]) => tax({ name, isMeant: isSet(flag, '--yes') }, context),
  },
  ...subscriptionCommands,
  ...operatorCommands,
  ...callCommands,
  ...importCommands,
  'texts missing': {
    argument: '<language> [--json]',
    further: [0, 1],
    help: 'Lists the texts that are English in a language of config/locales; --json writes them for translation.',
    run: {
      alone: async (language, config, [flag]) =>
        listMissing({ language, isJson: isSet(flag, '--json') }, config),
    },
  },
  backup: {
    argument: '<file>',
    help: 'Writes all data to a new file; a server may be running meanwhile.',
    run: { alone: backUp },
  },
  'backup verify': {
    argument: '<file>',
    help: 'Checks that the file is a complete, unaltered backup made with this SECRET_KEY.',
    run: { alone: verify },
  },
  restore: {
    argument: '<file>',
    help: 'Loads a backup into an empty database; no server may be running.',
    run: { alone: restore },
  },
};

const usage = [
  'Usage: npm run hearth -- <command>',
  `  ${doctorUsage.line.padEnd(68)} ${doctorUsage.help}`,
  ...Object.entries(commands).map(
    ([name, { argument = '', help }]) => `  ${`${name} ${argument}`.padEnd(68)} ${help}`,
  ),
].join('\n');

/** Whether the one flag of a command is given. */
function isSet(given: string | undefined, flag: string): boolean {
  if (given !== undefined && given !== flag) {
    throw new Error(usage);
  }
  return given !== undefined;
}

function readRefund(further: readonly string[]) {
  const [amount, flag] = further;
  return { amount, isAgain: isSet(flag, '--again') };
}

/** The named command with its arguments, or undefined when the line is not one. */
function parse(line: readonly string[]) {
  const words = line.slice(0, 2).join(' ') in commands ? 2 : 1;
  const command = commands[line.slice(0, words).join(' ')];
  const rest = line.slice(words);
  const [argument = '', ...further] = rest;
  const counts = command?.argument === undefined ? [0] : (command.further ?? [0]).map((n) => n + 1);
  if (!command || !counts.includes(rest.length)) {
    throw new Error(usage);
  }
  return { command, argument, further };
}

type ParsedLine = ReturnType<typeof parse>;

interface LineParts {
  readonly appServer?: AppServer;
  readonly tell?: CommandServices['tell'];
}

/** Runs one command against the database of this configuration, beside a running server or without one. */
export async function runLine(
  line: readonly string[],
  config: (reading?: Reading) => Config,
  { appServer = noApp, tell = () => undefined }: LineParts = {},
): Promise<Outcome> {
  const wanted = readDoctorLine(line);
  if (wanted) {
    return await runDoctor(wanted, config);
  }
  const parsed = parse(line);
  const { run } = parsed.command;
  const told =
    'alone' in run
      ? await run.alone(parsed.argument, config(), parsed.further)
      : await operate(run, parsed, { config: config(), appServer, tell });
  return typeof told === 'string' ? { text: told, exitCode: 0 } : told;
}

async function operate(
  run: Run,
  { argument, further }: ParsedLine,
  { config, appServer, tell }: Pick<CommandServices, 'config' | 'appServer' | 'tell'>,
): Promise<string | Outcome> {
  const postgres = await openExistingPostgres(config, () => {});
  try {
    const { migrations, appMigrations } = config.folders;
    await migrate(postgres, migrations, appMigrations);
    const { db, location } = postgres;
    const clock = await openClock(config, db);
    const context = { db, location, clock, site: toActionSite(config), config, appServer, tell };
    return await run(argument, context, further);
  } finally {
    await postgres.close();
  }
}
