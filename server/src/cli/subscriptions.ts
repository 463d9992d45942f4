import { createServices } from '../boot/services.ts';
import { longestAnswerMs } from '../modules/billing/index.ts';
import { getAccountFor } from '../modules/identity/index.ts';
import { settleOwnership } from '../modules/subscriptions/index.ts';
import type { Command, CommandServices } from './command.ts';

/** Commands about projects apart from their billing. */
export const subscriptionCommands: Readonly<Record<string, Command>> = {
  'subscriptions settle-ownership': {
    argument: '<subscription> --keep, or --to <email or uid>',
    further: [1, 2],
    help: 'Decides who owns a frozen project: its owner, or the account after --to.',
    run: async (subscriptionId, context, further) =>
      await settle({ subscriptionId, newOwner: readOwner(further) }, context),
  },
};

interface Settling {
  readonly subscriptionId: string;
  /** Email or uid; undefined if the owner keeps the project. */
  readonly newOwner: string | undefined;
}

export async function settle(
  { subscriptionId, newOwner }: Settling,
  { config, db, clock, appServer }: Pick<CommandServices, 'config' | 'db' | 'clock' | 'appServer'>,
): Promise<string> {
  const parts = { config, db, clock, appServer, issuers: {}, payments: undefined, longestAnswerMs };
  const services = await createServices(parts);
  const newOwnerId = newOwner === undefined ? undefined : await findNewOwner(newOwner, services);
  const owner = await settleOwnership({ subscriptionId, newOwnerId }, services);
  if (!owner) {
    throw new Error('Nobody claims this project, so there is nothing to decide.');
  }
  return `${owner.email} owns ${subscriptionId}. It is no longer frozen, and both sides are told by email.`;
}

/** Answers the uid; refuses an account whose person may be anybody, or cannot sign in. */
async function findNewOwner(name: string, services: Pick<CommandServices, 'db'>): Promise<string> {
  const { id, email, emailVerified, disabledAt } = await getAccountFor(name, services);
  if (!emailVerified) {
    throw new Error(
      `${email} has not verified its address, so anybody may have signed up with it.`,
    );
  }
  if (disabledAt !== null) {
    throw new Error(`${email} is disabled. Enable the account first.`);
  }
  return id;
}

function readOwner([flag, name]: readonly string[]): string | undefined {
  if (flag === '--keep' && name === undefined) {
    return undefined;
  }
  if (flag === '--to' && name !== undefined) {
    return name;
  }
  throw new Error('Say either --keep, or --to with the email or uid of the new owner.');
}
