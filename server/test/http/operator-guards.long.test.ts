import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Mutation, withMutant } from '../harness/mutant.ts';
import type { ReasonForFactor } from './operator-matrix.ts';

const requireOperator = 'modules/console/roles/require-operator.ts';
const actOnAccount = 'modules/console/acts/act-on-account.ts';
const actOnSubscription = 'modules/console/acts/act-on-subscription.ts';
const execute = 'http/execute.ts';

const ofRole = "refuseUnless(role, 'request/unknown-path');";
const ofRight = "refuseUnless(mayOperate(role, right), 'access/denied');";
const ofFactor = `refuseIf(
    rules.needsOperatorFactor && caller.secondFactor === null,
    'access/second-factor-required',
  );`;
const ofSignIn = "refuseIf(age > recentMs, 'auth/requires-recent-login');";
const ofAct = "refuseUnless(contract.mayOperate(operator.role, right), 'access/denied');";

const ofInput = `entry.access.kind === 'operator'
        ? await requireAccessContext(db, toAccessQuestion(operation, claims, undefined), parts)
        : undefined`;
const ofOperator = "refuseIf(role !== undefined, 'operator/is-operator');";

interface Guard extends Mutation {
  readonly name: string;
  /** Is in the report of the matrix once the guard is changed. */
  readonly report: string;
  readonly reason?: ReasonForFactor;
}

const guards: readonly Guard[] = [
  {
    name: 'of the role',
    file: requireOperator,
    from: ofRole,
    to: '',
    report: 'stranger: access/denied',
  },
  {
    name: 'of the right',
    file: requireOperator,
    from: ofRight,
    to: '',
    report: 'exportAccount, support: in',
  },
  {
    name: 'of the second factor',
    file: requireOperator,
    from: ofFactor,
    to: '',
    report: 'admin without a factor: in',
  },
  {
    name: 'of the recent sign-in',
    file: requireOperator,
    from: ofSignIn,
    to: '',
    report: 'admin of an hour ago: in',
  },
  {
    name: 'of the hour, if it were two',
    file: requireOperator,
    from: 'recentMs = 60 *',
    to: 'recentMs = 120 *',
    report: 'admin of an hour ago: in',
  },
  {
    name: 'of the hour, if it were half of one',
    file: requireOperator,
    from: 'recentMs = 60 *',
    to: 'recentMs = 30 *',
    report: 'support: auth/requires-recent-login',
  },
  {
    name: 'of the proven address',
    file: requireOperator,
    from: 'if (!emailVerified)',
    to: 'if (false)',
    report: 'unproven admin: in',
  },
  {
    name: 'of the named addresses, if all were named',
    file: requireOperator,
    from: 'operators.includes(email)',
    to: 'true',
    report: 'stranger: in',
  },
  {
    name: 'of the named addresses, if none were named',
    file: requireOperator,
    from: 'operators.includes(email)',
    to: 'false',
    report: 'named one: request/unknown-path',
  },
  {
    name: 'of the policy for second factors',
    file: 'boot/services.ts',
    from: "['admins', 'everyone'].includes(product.policy.secondFactor)",
    to: 'false',
    report: 'admin without a factor: in',
  },
  {
    name: 'of the second factor in production',
    file: 'boot/services.ts',
    from: "config.mode === 'production' ||",
    to: '',
    report: 'admin without a factor: in',
    reason: 'production',
  },
  {
    name: 'of people who are not signed in',
    file: execute,
    from: 'refuseUnless(claims || isOpen(access), missing);',
    to: '',
    report: 'anonymous: in',
  },
  {
    name: 'that hides the calls from people who are not signed in',
    file: execute,
    from: "access.kind === 'operator' ? 'request/unknown-path' :",
    to: '',
    report: 'anonymous: auth/unauthenticated',
  },
  {
    name: 'that hides from others what a call takes',
    file: execute,
    from: ofInput,
    to: 'undefined',
    report: 'stranger: in',
  },
  {
    name: 'of all calls',
    file: execute,
    from: 'await requireOperator(db, { caller, right: access.right }, parts)',
    to: "'admin'",
    report: 'stranger: in',
  },
  {
    name: 'of acts on a person',
    file: actOnAccount,
    from: ofAct,
    to: '',
    report: 'end-sessions on a person, billing: in',
  },
  {
    name: 'of acts on an operator',
    file: actOnAccount,
    from: ofOperator,
    to: '',
    report: 'disable on an operator, admin: in',
  },
  {
    name: 'of acts on an operator, for each act',
    file: actOnAccount,
    from: "right === 'admin'",
    to: 'false',
    report: 'disable on an operator, admin: in',
  },
  {
    name: 'of acts on a project',
    file: actOnSubscription,
    from: ofAct,
    to: '',
    report: 'refund on a project, support: in',
  },
];

async function listMisjudged(mutation: Mutation, reason?: ReasonForFactor): Promise<string[]> {
  const load = () => import('./operator-matrix.ts');
  return await withMutant(mutation, load, async ({ createOperatorMatrix }) => {
    const matrix = await createOperatorMatrix(reason);
    try {
      return await matrix.listMisjudged();
    } finally {
      await matrix.close();
    }
  });
}

describe('the matrix of operators', () => {
  it('is tried below without each refusal of requireOperator', () => {
    const path = join(import.meta.dirname, '../../src', requireOperator);
    const refusals = readFileSync(path, 'utf8').match(/^ {2}refuse\w*\([\s\S]*?\);$/gm);
    const removed = guards.filter(({ file, to }) => file === requireOperator && to === '');
    expect(refusals?.map((one) => one.trim())).toEqual(removed.map(({ from }) => from));
  });

  it('holds if a file is replaced by its own text', async () => {
    for (const { file, from } of new Map(guards.map((guard) => [guard.file, guard])).values()) {
      expect(await listMisjudged({ file, from, to: from }), file).toEqual([]);
    }
  });

  it.each(guards)('fails without the guard $name', async ({ report, reason, ...mutation }) => {
    expect((await listMisjudged(mutation, reason)).join('\n')).toContain(report);
  });
});
