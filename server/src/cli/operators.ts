import { type OperatorRole, operatorRoles } from '@hearth/contract';
import { addOperator, dismissOperator, listStoredOperators } from '../modules/console/index.ts';
import { getAccountFor } from '../modules/identity/index.ts';
import type { Command } from './command.ts';

/** Commands about the people who run the product. */
export const operatorCommands: Readonly<Record<string, Command>> = {
  'operators add': {
    argument: '<email or uid> --role support|billing|admin',
    further: [2],
    help: 'Makes a verified account an operator, or gives it another role.',
    run: async (name, context, further) => {
      const role = readRole(further);
      const account = await getAccountFor(name, context);
      if (!account.emailVerified) {
        throw new Error(
          `${account.email} has not verified its address, so anybody may have signed up with it.`,
        );
      }
      await addOperator(account, role, context);
      return `${account.email} is an operator now, with the role ${role}.`;
    },
  },
  'operators remove': {
    argument: '<email or uid>',
    help: 'Takes the role away, from the next request on.',
    run: async (name, context) => {
      const account = await getAccountFor(name, context);
      const wasThere = await dismissOperator(account, context);
      if (context.config.operators.includes(account.email)) {
        throw new Error(
          `OPERATOR_EMAILS names ${account.email}, which stays an operator until you take it out there.`,
        );
      }
      return wasThere
        ? `${account.email} is no longer an operator.`
        : `${account.email} was no operator.`;
    },
  },
  'operators list': {
    help: 'Lists who is an operator, with role and since when.',
    run: async (_name, { db, config }) => {
      const named = config.operators.map((email) => `${email}  admin  by OPERATOR_EMAILS`);
      const stored = (await listStoredOperators(db)).map(
        ({ email, role, addedAt }) => `${email}  ${role}  since ${addedAt.toISOString()}`,
      );
      return [...named, ...stored].join('\n') || 'There is no operator.';
    },
  },
};

function readRole([flag, name]: readonly string[]): OperatorRole {
  const role = operatorRoles.find((one) => one === name);
  if (flag !== '--role' || !role) {
    throw new Error(`Say --role with one of ${operatorRoles.join(', ')}.`);
  }
  return role;
}
