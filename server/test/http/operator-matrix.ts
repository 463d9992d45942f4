import { type OperatorRole, wire } from '@hearth/contract';
import { sql } from 'kysely';
import { createCrowd, renewTokens, signInAgain } from '../harness/crowd.ts';
import {
  giveRole,
  operatedEnv,
  operatorAddress,
  otherOperatorAddress,
} from '../harness/operators.ts';
import { production } from '../harness/production-environment.ts';
import { createTestApp, type TestApp, type TestSettings } from '../harness/test-app.ts';
import type { Answer, Person } from '../harness/wire-client.ts';
import {
  accountActTable,
  actsOnCustomersOnly,
  callTable,
  subscriptionActTable,
} from './operator-table.ts';

const minuteMs = 60_000;

/** Each caller with the role that counts. All have signed in 50 minutes ago with a second factor, unless said otherwise. */
const roleOf = {
  anonymous: undefined,
  stranger: undefined,
  'unproven admin': undefined,
  'unproven named one': undefined,
  support: 'support',
  billing: 'billing',
  admin: 'admin',
  'named one': 'admin',
  'admin without a factor': 'admin',
  'admin of an hour ago': 'admin',
} as const satisfies Record<string, OperatorRole | undefined>;

export type OperatorCaller = keyof typeof roleOf;
export const operatorCallers = Object.keys(roleOf) as OperatorCaller[];

/** One request that a caller makes, and the answer that it must get. */
export interface OperatorCell {
  /** `refund on a project`, or the name of a call. */
  readonly request: string;
  readonly caller: OperatorCaller;
  readonly expected: string;
  send(idToken: string | undefined): Promise<Answer>;
}

const reasonsForFactor = {
  policy: { env: operatedEnv, product: { policy: { secondFactor: 'admins' } } },
  production: {
    env: { ...production, ...operatedEnv, RATE_LIMITS: 'on' },
    product: { policy: { secondFactor: 'off' } },
  },
} as const satisfies Record<string, TestSettings>;

export type ReasonForFactor = keyof typeof reasonsForFactor;

/** A product in which operators need a second factor for this reason, and a person for each caller. */
export async function createOperatorMatrix(reason: ReasonForFactor = 'policy') {
  const app = await createTestApp({ logger: false, ...reasonsForFactor[reason] });
  const { people, colleague } = await createCallers(app);
  const cells = listCells(app, colleague);
  return {
    cells,
    close: () => app.close(),
    /** The cells with another answer than expected, with that answer. */
    async listMisjudged(asked: readonly OperatorCell[] = cells): Promise<string[]> {
      const misjudged: string[] = [];
      for (const { request, caller, expected, send } of asked) {
        const verdict = judge(await send(people.get(caller)?.idToken));
        if (verdict !== expected) {
          misjudged.push(`${request}, ${caller}: ${verdict} instead of ${expected}`);
        }
      }
      return misjudged;
    },
  };
}

export type OperatorMatrix = Awaited<ReturnType<typeof createOperatorMatrix>>;

async function createCallers(app: TestApp) {
  const callers = operatorCallers.filter((caller) => caller !== 'anonymous');
  const crowd = await createCrowd(app, callers.length + 1);
  const [colleague, ...others] = crowd as [Person, ...Person[]];
  const uidOf = (caller: OperatorCaller) => others[callers.indexOf(caller as never)]?.uid ?? '';
  await giveRole(app, colleague, 'support');
  for (const [index, person] of others.entries()) {
    const caller = callers[index];
    const role = caller === 'unproven admin' ? 'admin' : caller && roleOf[caller];
    if (role && caller !== 'named one') {
      await giveRole(app, person, role);
    }
  }
  const named = [uidOf('named one'), uidOf('unproven named one')];
  const unproven = [uidOf('unproven admin'), uidOf('unproven named one')];
  await sql`
    update accounts set email_verified = not (id = any(${unproven}::text[])), email = case id
      when ${named[0]} then ${operatorAddress} when ${named[1]} then ${otherOperatorAddress}
      else email end`.execute(app.db);

  const now = app.clock.now().getTime();
  await signInAgain(app, others);
  await sql`
    update sessions set second_factor = case when account_id = ${uidOf('admin without a factor')}
        then null else 'totp' end,
      signed_in_at = case when account_id = ${uidOf('admin of an hour ago')}
        then ${new Date(now - 61 * minuteMs)}::timestamptz
        else ${new Date(now - 50 * minuteMs)}::timestamptz end`.execute(app.db);
  const people = await renewTokens(app, others);
  return {
    colleague,
    people: new Map(callers.map((caller, index) => [caller as OperatorCaller, people[index]])),
  };
}

function listCells(app: TestApp, colleague: Person): OperatorCell[] {
  const rows = [
    ...Object.entries(callTable).map(([name, roles]) => ({
      request: name,
      roles,
      inside: 'in',
      send: (idToken: string | undefined) => sendCall(app, name, idToken),
    })),
    ...Object.entries(accountActTable).flatMap(([act, roles]) => [
      {
        request: `${act} on a person`,
        roles,
        inside: 'in',
        send: (idToken: string | undefined) => sendAct(app, { act, on: 'accounts/1' }, idToken),
      },
      {
        request: `${act} on an operator`,
        roles,
        inside: actsOnCustomersOnly.some((one) => one === act) ? 'operator/is-operator' : 'in',
        send: (idToken: string | undefined) =>
          sendAct(app, { act, on: `accounts/${colleague.uid}` }, idToken),
      },
    ]),
    ...Object.entries(subscriptionActTable).map(([act, roles]) => ({
      request: `${act} on a project`,
      roles,
      inside: 'in',
      send: (idToken: string | undefined) => sendAct(app, { act, on: 'subscriptions/1' }, idToken),
    })),
  ];
  return rows.flatMap(({ request, roles, inside, send }) =>
    operatorCallers.map((caller) => {
      const refusal = refusalOf(caller, roles);
      return { request, caller, expected: refusal ?? inside, send };
    }),
  );
}

function refusalOf(caller: OperatorCaller, roles: readonly OperatorRole[]): string | undefined {
  const role: OperatorRole | undefined = roleOf[caller];
  if (!role) {
    return 'request/unknown-path';
  }
  if (!roles.includes(role)) {
    return 'access/denied';
  }
  return {
    'admin without a factor': 'access/second-factor-required',
    'admin of an hour ago': 'auth/requires-recent-login',
  }[caller as string];
}

/** With an input that no call takes, so that none reads or changes anything. */
function sendCall(app: TestApp, name: string, idToken: string | undefined): Promise<Answer> {
  const { method, path } = wire.documents[name as keyof typeof wire.documents];
  const url = path.replace(/\{\w+\}/g, '1');
  return method === 'GET'
    ? send(app, { method, url: `${url}?nothing=known` }, idToken)
    : send(app, { method, url, payload: { nothing: 'known' } }, idToken);
}

/** As if the operator had seen later acts, so that none is done. */
function sendAct(
  app: TestApp,
  { act, on }: { readonly act: string; readonly on: string },
  idToken: string | undefined,
): Promise<Answer> {
  const payload = { act, reason: 'Ticket 12', seen: 99 };
  return send(app, { method: 'POST', url: `/v1/operator/${on}/acts`, payload }, idToken);
}

function send(
  { server }: TestApp,
  request: { readonly method: string; readonly url: string; readonly payload?: object },
  idToken: string | undefined,
): Promise<Answer> {
  const headers = idToken === undefined ? {} : { authorization: `Bearer ${idToken}` };
  return server.inject({ ...(request as { method: 'GET'; url: string }), headers });
}

const refusals = [
  'request/unknown-path',
  'auth/unauthenticated',
  'access/denied',
  'access/second-factor-required',
  'auth/requires-recent-login',
  'operator/is-operator',
];

/** Any answer but a refusal of access counts as let in. */
function judge(answer: Answer): string {
  const code = answer.statusCode === 200 ? undefined : answer.json().error?.details?.code;
  return refusals.includes(code) ? code : 'in';
}
