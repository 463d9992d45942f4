import type { Language } from '@hearth/contract';
import { actByCommand, readPerson } from '../modules/console/index.ts';
import {
  endEverySession,
  getAccountFor,
  inviteAccount,
  listWaysIn,
  makePasswordLink,
} from '../modules/identity/index.ts';
import { createMails } from '../modules/mail/index.ts';
import { listSubscriptionsOf } from '../modules/subscriptions/index.ts';
import { noRateLimits } from '../platform/rate-limits.ts';
import type { Command, CommandServices } from './command.ts';

/** Commands about one account, and about everybody's sessions. */
export const accountCommands: Readonly<Record<string, Command>> = {
  'accounts show': {
    argument: '<email or uid>',
    help: 'Shows the account, whether it can sign in, and its projects.',
    run: async (name, context) => {
      const { passwordHash, ...account } = await getAccountFor(name, context);
      const projects = await listSubscriptionsOf(context.db, account.id);
      const waysIn = await listWaysIn(context.db, account.id);
      const shown = { ...account, hasPassword: passwordHash !== null, waysIn, projects };
      return JSON.stringify(shown, null, 2);
    },
  },
  'accounts export': {
    argument: '<email or uid>',
    help: 'Prints what is stored about the person, with that of the product in app/.',
    run: async (name, { appServer, ...context }) => {
      const { id } = await getAccountFor(name, context);
      const { clock, config } = context;
      const services = {
        clock,
        settings: config.product,
        exportOwn: appServer.hooks.exportAccount,
      };
      return JSON.stringify(await readPerson(context.db, id, services), null, 2);
    },
  },
  'accounts disable': {
    argument: '<email or uid>',
    help: 'Disables the account and signs it out everywhere.',
    run: async (name, context) => {
      const account = await getAccountFor(name, context);
      await actByCommand({ uid: account.id, act: 'disable' }, withMails(context));
      return `${account.email} is disabled and signed out everywhere.`;
    },
  },
  'accounts enable': {
    argument: '<email or uid>',
    help: 'Lets the account sign in again.',
    run: async (name, context) => {
      const account = await getAccountFor(name, context);
      await actByCommand({ uid: account.id, act: 'enable' }, withMails(context));
      return `${account.email} may sign in again.`;
    },
  },
  'accounts end-sessions': {
    argument: '<email or uid, or --everybody>',
    help: 'Signs one account, or all of them, out on every device.',
    run: async (name, context) => {
      const ended =
        name === '--everybody' ? await endEverySession(context) : await endSessions(name, context);
      return `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`;
    },
  },
  'accounts remove-second-factors': {
    argument: '<email or uid>',
    help: 'Removes lost authenticator apps and recovery codes, signs the account out, and mails it.',
    run: async (name, context) => {
      const account = await getAccountFor(name, context);
      const removed = await actByCommand(
        { uid: account.id, act: 'remove-factors' },
        withMails(context),
      );
      return removed === 0
        ? `${account.email} has no second factor.`
        : `${removed} second ${removed === 1 ? 'factor' : 'factors'} of ${account.email} removed. The account is signed out and told by email.`;
    },
  },
  'accounts set-password-link': {
    argument: '<email or uid>',
    help: 'Prints a link to set a new password; it works for one hour.',
    run: async (name, context) => makePasswordLink(await getAccountFor(name, context), context),
  },
  'accounts invite': {
    argument: '<email> [language]',
    further: [0, 1],
    help: 'Lets the address create an account for 14 days, and mails it a link.',
    run: async (name, context, [language]) => {
      const invitation = { email: name, language: readLanguage(language, context.config) };
      const email = await inviteAccount(invitation, withMails(context));
      return `${email} may create an account within 14 days. The invitation is on its way.`;
    },
  },
};

async function endSessions(name: string, context: CommandServices): Promise<number> {
  const { id: uid } = await getAccountFor(name, context);
  return await actByCommand({ uid, act: 'end-sessions' }, withMails(context));
}

/** The context with mails, which nothing limits: an operator has asked for them. */
function withMails(context: CommandServices) {
  const { config, clock } = context;
  return { ...context, mails: createMails({ ...config, clock, limits: noRateLimits }) };
}

function readLanguage(
  written: string | undefined,
  { product }: CommandServices['config'],
): Language {
  const { languages } = product;
  const language = languages.find((each) => each === (written ?? 'en'));
  if (!language) {
    throw new Error(`There is no language "${written}". Languages are ${languages.join(', ')}.`);
  }
  return language;
}
