import { join } from 'node:path';
import { appCall, member, subscriptionId } from '@hearth/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type AppRoutes, read, sql } from '../../src/for-app.ts';
import { createTeam, type Team } from '../harness/factories.ts';
import { createOperator } from '../harness/operators.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createViewedApp, seeAs } from '../harness/views.ts';
import { document, expectRefusal, type Person } from '../harness/wire-client.ts';
import { notes } from './notes/notes.ts';

const shape = {
  method: 'GET',
  access: member,
  input: z.strictObject({ subscriptionId }),
  output: z.object({ address: z.string() }),
  refusals: [],
  readOnly: true,
} as const;

const calls = {
  getPicture: appCall({ ...shape, path: '/api/subscriptions/{subscriptionId}/picture' }),
  countVisit: appCall({ ...shape, path: '/api/subscriptions/{subscriptionId}/visit' }),
};

const routes: AppRoutes = async (app, { authenticate }) => {
  for (const [path, options] of [
    ['/marked', { readOnly: true }],
    ['/unmarked', {}],
  ] as const) {
    app.route({
      method: ['GET', 'POST'],
      url: `${path}/:subscriptionId`,
      async handler(request) {
        const { caller } = await authenticate(request, member, options);
        return { uid: caller.uid, seenBy: caller.seenBy };
      },
    });
  }
};

const product = {
  ...notes,
  contract: { ...notes.contract, calls: { ...notes.contract.calls, ...calls } },
  operations: {
    ...notes.operations,
    getPicture: read(calls.getPicture, async (input, { caller, signAddress }) => ({
      address: signAddress(`/api/marked/${input.subscriptionId}`, caller),
    })),
    countVisit: read(calls.countVisit, async (input, { db }) => {
      await sql`
        insert into app.notes (subscription_id, text) values (${input.subscriptionId}, 'visit')`.execute(
        db,
      );
      return { address: '' };
    }),
  },
  routes,
};

describe('a view of an operator, in the product on Hearth', () => {
  let app: TestApp;
  let operator: Person;
  let team: Team;
  let view: { readonly idToken: string };
  beforeAll(async () => {
    const folder = `${join(import.meta.dirname, 'notes')}/`;
    app = await createViewedApp({ app: { appServer: product, folder } });
    operator = await createOperator(app);
    team = await createTeam(app);
  });
  beforeEach(async () => {
    view = await seeAs(app, operator, team.owner);
  });
  afterAll(() => app.close());

  it('a call without the mark: is refused', async () => {
    const path = `/api/subscriptions/${team.subscriptionId}/notes` as const;
    expect((await document(app, `GET ${path}`, team.owner)).statusCode).toBe(200);
    expectRefusal(await document(app, `GET ${path}`, view), 'view/read-only');
    const body = { text: 'Hello' };
    expectRefusal(await document(app, `POST ${path}`, { ...view, body }), 'view/read-only');
  });

  it('a marked call that writes all the same: is refused, and nothing is written', async () => {
    const path = `/api/subscriptions/${team.subscriptionId}/visit`;
    const count = async () =>
      (await sql`select from app.notes where text = 'visit'`.execute(app.db)).rows.length;
    expectRefusal(await document(app, `GET ${path}`, view), 'view/read-only');
    expect(await count()).toBe(0);
    expect((await document(app, `GET ${path}`, team.owner)).statusCode).toBe(200);
    expect(await count()).toBe(1);
  });

  it('a route: answers only with the mark, and only to GET', async () => {
    const { owner, subscriptionId: id } = team;
    const answer = await document(app, `GET /api/marked/${id}`, view);
    expect(answer.json()).toEqual({ uid: owner.uid, seenBy: operator.uid });
    expectRefusal(await document(app, `GET /api/unmarked/${id}`, view), 'view/read-only');
    const post = { ...view, body: {} };
    expectRefusal(await document(app, `POST /api/marked/${id}`, post), 'view/read-only');
    expect((await document(app, `POST /api/marked/${id}`, { ...owner, body: {} })).json()).toEqual({
      uid: owner.uid,
    });
  });

  it('an address that was signed in a view: opens what is marked, while the view lasts', async () => {
    const { subscriptionId: id } = team;
    const signed = await document(app, `GET /api/subscriptions/${id}/picture`, view);
    const { address } = signed.json();
    expect((await document(app, `GET ${address}`)).json()).toMatchObject({ seenBy: operator.uid });
    const body = { token: view.idToken };
    await document(app, 'POST /v1/views/end', { body });
    expectRefusal(await document(app, `GET ${address}`), 'view/ended');
  });
});
