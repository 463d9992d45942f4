import {
  type Document,
  mayOperate,
  type OperatorRight,
  type OperatorRole,
  operatorRoles,
  wire,
} from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dismissOperator } from '../../src/modules/console/index.ts';
import { enrollApp } from '../harness/authenticator.ts';
import {
  callAs,
  createOperator,
  createRole,
  giveRole,
  operatedEnv,
  otherOperatorAddress,
} from '../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  createPerson,
  document,
  expectRefusal,
  type Person,
  refresh,
  signIn,
} from '../harness/wire-client.ts';

type OperatorCall = Document & { readonly access: { readonly right: OperatorRight } };

const calls: readonly [string, OperatorCall][] = Object.entries(wire.documents).flatMap(
  ([name, entry]) =>
    entry.access.kind === 'operator' ? [[name, entry as OperatorCall] as const] : [],
);

const minuteMs = 60_000;

const codeOf = (answer: Answer): string =>
  answer.statusCode === 200 ? 'in' : answer.json().error?.details?.code;

describe('a call of operators', () => {
  let app: TestApp;
  const people = new Map<OperatorRole, Person>();
  beforeAll(async () => {
    app = await createTestApp({ logger: false, env: operatedEnv });
    for (const role of operatorRoles) {
      people.set(role, await createRole(app, role));
    }
  });
  afterAll(() => app.close());

  function send({ method, path }: OperatorCall, who?: Person) {
    const filled = path.replace(/\{\w+\}/g, '1');
    const token = who && { idToken: who.idToken };
    // No call takes this body, so that none changes anything.
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: { nothing: 'of this' } };
    return document(app, `${method} ${filled}`, { ...body, ...token });
  }

  it.each(calls)(
    '%s: lets in the roles with its right, and is not there for others',
    async (_name, entry) => {
      for (const role of operatorRoles) {
        const code = codeOf(await send(entry, people.get(role)));
        const isIn = code !== 'access/denied' && code !== 'request/unknown-path';
        expect([role, isIn]).toEqual([role, mayOperate(role, entry.access.right)]);
      }
      const nothing = await document(app, 'GET /v1/nothing', {});
      for (const who of [undefined, await createPerson(app)]) {
        const answer = await send(entry, who);
        expect([answer.statusCode, answer.body]).toEqual([nothing.statusCode, nothing.body]);
      }
    },
  );

  it('takes a proven address, whatever role the account has', async () => {
    const person = await createRole(app, 'admin');
    await sql`update accounts set email_verified = false where id = ${person.uid}`.execute(app.db);
    expectRefusal(await callAs(app, person, 'GET '), 'request/unknown-path');
  });

  it('takes a sign-in of the last hour', async () => {
    const person = await createRole(app, 'support');
    app.clock.advance(59 * minuteMs);
    const renewed = (await refresh(app, person.refreshToken)).json();
    const later = { ...person, idToken: renewed.id_token };
    expect((await callAs(app, later, 'GET ')).statusCode).toBe(200);
    app.clock.advance(minuteMs + 1);
    expectRefusal(await callAs(app, later, 'GET '), 'auth/requires-recent-login');
    expect((await callAs(app, await signIn(app, person), 'GET ')).statusCode).toBe(200);
  });

  it('is closed from the next request on, once the role is taken away or the account is gone', async () => {
    const person = await createRole(app, 'support');
    expect((await callAs(app, person, 'GET ')).statusCode).toBe(200);
    expect(await dismissOperator({ id: person.uid }, app)).toBe(true);
    expectRefusal(await callAs(app, person, 'GET '), 'request/unknown-path');
    expect(await dismissOperator({ id: person.uid }, app)).toBe(false);
  });

  it('answers the last role that was given', async () => {
    const person = await createRole(app, 'support');
    await giveRole(app, person, 'billing');
    expect((await callAs(app, person, 'GET ')).json()).toEqual({ role: 'billing' });
  });
});

describe('operators if a second factor is needed', () => {
  it('have shown one with the sign-in', async () => {
    const product = { policy: { secondFactor: 'admins' as const } };
    const app = await createOwnTestApp({ logger: false, env: operatedEnv, product });
    const operator = await createOperator(app, { email: otherOperatorAddress });
    expectRefusal(await callAs(app, operator, 'GET '), 'access/second-factor-required');
    const { person } = await enrollApp(app, operator);
    expect((await callAs(app, person, 'GET ')).statusCode).toBe(200);
  });
});
