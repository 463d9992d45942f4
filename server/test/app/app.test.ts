import { join } from 'node:path';
import { defineEvents } from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toReading } from '../../src/boot/load-app.ts';
import { runLine } from '../../src/cli/run-line.ts';
import { readConfig } from '../../src/config/config.ts';
import { defineServer } from '../../src/for-app.ts';
import { insertEvent } from '../../src/modules/server-api/index.ts';
import { enqueue } from '../../src/platform/jobs/job-store.ts';
import { billingInfo } from '../billing/support/payment-scenes.ts';
import { createTeam, joinTeam, setStatus } from '../harness/factories.ts';
import { toUrl } from '../harness/postgres.ts';
import { callServer, makeKey } from '../harness/server-api.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createPerson,
  document,
  expectRefusal,
  identity,
  type Person,
} from '../harness/wire-client.ts';
import { notes } from './notes/notes.ts';

const folder = `${join(import.meta.dirname, 'notes')}/`;

describe('a product on Hearth', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ app: { appServer: notes, folder } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await sql`truncate app.heard, app.notes`.execute(app.db);
  });

  const add = (id: string, { idToken }: Pick<Person, 'idToken'>, text = 'A note') =>
    document(app, `POST /api/subscriptions/${id}/notes`, { idToken, body: { text } });

  const list = (id: string, { idToken }: Pick<Person, 'idToken'>) =>
    document(app, `GET /api/subscriptions/${id}/notes`, { idToken });

  async function heard(hook: string) {
    const { rows } = await sql<{ about: object }>`
      select about from app.heard where hook = ${hook} order by id`.execute(app.db);
    return rows.map(({ about }) => about);
  }

  it('answers its calls, which the permission of its own configuration guards', async () => {
    const team = await createTeam(app);
    const writer = await joinTeam(app, team, ['access', 'writer']);
    const reader = await joinTeam(app, team);

    expect((await add(team.subscriptionId, writer)).statusCode).toBe(200);
    expectRefusal(await add(team.subscriptionId, reader), 'access/denied');
    const answer = await list(team.subscriptionId, reader);
    expect(answer.json()).toEqual({ notes: ['A note'], limits: { notes: 2, search: false } });
    expect(answer.headers['cache-control']).toBe('no-store');
    expectRefusal(await list(team.subscriptionId, { idToken: 'a.b.c' }), 'auth/invalid-id-token');
  });

  it('an owner without the permission: passes its check', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    expect((await add(subscriptionId, owner)).statusCode).toBe(200);
  });

  it('refuses one more than the plan allows, also of two at the same time', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    await add(subscriptionId, owner);
    const answers = await Promise.all([add(subscriptionId, owner), add(subscriptionId, owner)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 403]);
    expectRefusal(await add(subscriptionId, owner), 'plan/limit-reached');
  });

  it.each([
    ['canceled', 'plan/limit-reached', { notes: 0, search: false }],
    ['unpaid', 'subscription/unpaid', { notes: 2, search: false }],
    ['past_due', undefined, { notes: 2, search: false }],
  ] as const)(
    '%s: adding is answered by %s, and the limits are %o',
    async (status, code, limits) => {
      const { owner, subscriptionId } = await createTeam(app);
      await setStatus(app, subscriptionId, status);
      const answer = await add(subscriptionId, owner);
      if (code === undefined) {
        expect(answer.statusCode).toBe(200);
      } else {
        expectRefusal(answer, code);
      }
      expect((await list(subscriptionId, owner)).json().limits).toEqual(limits);
    },
  );

  it('a plan that the configuration has not: allows nothing, by every name of the schema', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    await sql`update subscriptions set plan_id = 'gone' where id = ${subscriptionId}`.execute(
      app.db,
    );
    expect((await list(subscriptionId, owner)).json().limits).toEqual({ notes: 0, search: false });
  });

  it('hears of the founder, of members who join and leave, and of the end', async () => {
    const team = await createTeam(app);
    const { owner, subscriptionId } = team;
    const member = await joinTeam(app, team);
    const gone = { subscriptionId, userId: member.uid };
    await callable(app, 'removeUser', { data: gone, ...owner });
    await callable(app, 'undoRemoveUser', { data: gone, ...owner });
    await callable(app, 'removeUser', { data: gone, ...member });
    const ending = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await callable(app, 'cancelSubscription', { data: ending, ...owner });
    expect(canceled.statusCode, canceled.body).toBe(200);

    const ofMember = { subscriptionId, uid: member.uid };
    const added = [{ subscriptionId, uid: owner.uid }, ofMember, ofMember];
    expect(await heard('onMemberAdded')).toEqual(added);
    expect(await heard('onMemberRemoved')).toEqual([ofMember, ofMember]);
    expect(await heard('onStatusChanged')).toEqual([
      { subscriptionId, from: 'incomplete', to: 'active' },
      { subscriptionId, from: 'active', to: 'canceled' },
    ]);
  });

  it('a project whose first payment is declined: hears that its founder is gone', async () => {
    const founder = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_chargeDeclined') };
    const refused = await callable(app, 'createSubscription', { data, ...founder });
    expectRefusal(refused, 'billing/card-refused', 'Your card was declined.');
    const added = await heard('onMemberAdded');
    expect(added).toMatchObject([{ uid: founder.uid }]);
    expect(await heard('onMemberRemoved')).toEqual(added);
  });

  it('a hook that throws: undoes the whole change, and is answered as a fault of the server', async () => {
    const team = await createTeam(app);
    const member = await joinTeam(app, team);
    await add(team.subscriptionId, team.owner, 'keep me');
    const data = { subscriptionId: team.subscriptionId, userId: member.uid };
    const answer = await callable(app, 'removeUser', { data, ...team.owner });
    expectRefusal(answer, 'server/internal');
    expect((await list(team.subscriptionId, member)).statusCode).toBe(200);
    expect(await heard('onMemberRemoved')).toEqual([]);
  });

  it('refuses a change of plan at its preview, and hears of one that is made', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    await sql`update subscriptions set plan_id = 'pro' where id = ${subscriptionId}`.execute(
      app.db,
    );
    const data = { subscriptionId, planId: 'free' };
    for (const text of ['1', '2', '3']) {
      expect((await add(subscriptionId, owner, text)).statusCode).toBe(200);
    }
    const refused = await callable(app, 'previewPlanChange', { data, ...owner });
    expectRefusal(refused, 'access/denied', 'Access denied Too many notes.');
    expectRefusal(
      await callable(app, 'changeSubscriptionPlan', { data, ...owner }),
      'access/denied',
      'Access denied Too many notes.',
    );

    await sql`delete from app.notes where text = '3'`.execute(app.db);
    const answer = await callable(app, 'changeSubscriptionPlan', { data, ...owner });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(await heard('onPlanChanged')).toEqual([{ subscriptionId, from: 'pro', to: 'free' }]);
  });

  it('a deleted account: has its id cleared, and leaves its projects', async () => {
    const team = await createTeam(app);
    const writer = await joinTeam(app, team, ['access', 'writer']);
    await add(team.subscriptionId, writer);
    const answer = await identity(app, '/v1/accounts:delete', { idToken: writer.idToken });
    expect(answer.statusCode, answer.body).toBe(200);
    const { rows } = await sql`select author_id, text from app.notes`.execute(app.db);
    expect(rows).toEqual([{ author_id: null, text: 'A note' }]);
    expect(await heard('onMemberRemoved')).toEqual([
      { subscriptionId: team.subscriptionId, uid: writer.uid },
    ]);
  });

  it('accounts export: prints what Hearth and the product store about the person', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    await add(subscriptionId, owner);
    const location = await findLocation(app);
    const config = { ...app.config, databaseUrl: toUrl(location) };
    const { text } = await runLine(['accounts', 'export', owner.email], () => config, {
      appServer: notes,
    });
    const told = JSON.parse(text);
    expect(told.account).toMatchObject({ id: owner.uid, email: owner.email });
    expect(text).not.toContain('passwordHash');
    expect(told.subscriptions).toMatchObject([{ id: subscriptionId, is_owner: true }]);
    expect(told.app).toEqual({ notes: [{ text: 'A note' }] });
  });

  it('does its due work, and reads its own variables', async () => {
    await app.app.runDue();
    expect(await heard('due')).toHaveLength(1);
    expect(app.config.app.environment).toEqual({ APP_GREETING: 'Hello' });
  });

  it('runs its job once the change that added it has committed, and never if it was undone', async () => {
    const isUndone = new Error('undone');
    const undone = app.db.transaction().execute(async (tx) => {
      await enqueue(tx, 'app/remind', { text: 'undone' }, { key: 'undone' });
      throw isUndone;
    });
    await expect(undone).rejects.toBe(isUndone);
    await app.db.transaction().execute((tx) => enqueue(tx, 'app/remind', { text: 'kept' }));
    await app.app.runJobs();
    expect(await heard('job')).toEqual([{ text: 'kept', APP_GREETING: 'Hello' }]);
  });

  it('tells the screens and programs of the server API what a project may use', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const { secret } = await makeKey(app);
    await add(subscriptionId, owner);
    const shown = await document(app, `GET /v1/subscriptions/${subscriptionId}`, owner);
    expect(shown.json()).toMatchObject({ limits: { notes: 2, search: false }, used: { notes: 1 } });

    const ask = () =>
      callServer(app, `GET /standing?uid=${owner.uid}&subscription=${subscriptionId}`, { secret });
    const open = { active: true, limits: { notes: 2, search: false } };
    expect((await ask()).json().entitlements).toEqual(open);
    await setStatus(app, subscriptionId, 'canceled');
    const closed = { active: false, limits: { notes: 0, search: false } };
    expect((await ask()).json().entitlements).toEqual(closed);
  });

  it('its own events: are listed, reach endpoints that name their type, and are told only if the change commits', async () => {
    defineEvents(['note.added']);
    const { secret } = await makeKey(app);
    const create = (types: readonly string[]) =>
      callServer(app, 'POST /webhook-endpoints', {
        secret,
        body: { url: 'https://backend.example/hook', types },
      });
    expectRefusal(await create(['note.burnt']), 'request/invalid');
    const { id: endpointId } = (await create(['note.added'])).json();

    const write = (id: string, also: () => Promise<void>) =>
      app.db.transaction().execute(async (tx) => {
        const data = { id, subscription_id: 'project' };
        await insertEvent(tx, { type: 'note.added', subjectId: id, data });
        await also();
      });
    const undone = new Error('undone');
    await expect(write('n1', () => Promise.reject(undone))).rejects.toBe(undone);
    await write('n2', async () => {});

    const listed = await callServer(app, 'GET /events?type=note.added', { secret });
    expect(listed.json().data).toMatchObject([
      { type: 'note.added', data: { id: 'n2', version: expect.any(Number) } },
    ]);
    const path = `/webhook-endpoints/${endpointId}/deliveries` as const;
    const deliveries = await callServer(app, `GET ${path}`, { secret });
    expect(deliveries.json().data).toMatchObject([{ type: 'note.added' }]);
  });

  it('has routes below /api, with the same authentication', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const answer = await document(app, `GET /api/upload/${subscriptionId}`, owner);
    expect(answer.json()).toEqual({ uid: owner.uid, plan: 'free' });
    expectRefusal(await document(app, `GET /api/upload/${subscriptionId}`), 'auth/unauthenticated');
    expect((await document(app, 'GET /api/nothing')).statusCode).toBe(404);
  });

  it('a route of an unpaid project: reads, and changes nothing', async () => {
    const { owner, subscriptionId } = await createTeam(app);
    const upload = () =>
      document(app, `POST /api/upload/${subscriptionId}`, { ...owner, body: {} });
    expect((await upload()).statusCode).toBe(200);
    await setStatus(app, subscriptionId, 'unpaid');
    expect((await document(app, `GET /api/upload/${subscriptionId}`, owner)).statusCode).toBe(200);
    expectRefusal(await upload(), 'subscription/unpaid');
  });

  it('an account that is deleted: has its projects locked before the product clears its id', async () => {
    const team = await createTeam(app);
    const writer = await joinTeam(app, team, ['access', 'writer']);
    await add(team.subscriptionId, writer);
    let deleting: ReturnType<typeof identity> | undefined;
    // A change of the product: its project first, then a row that the deletion changes too.
    await app.db.transaction().execute(async (tx) => {
      await sql`select from subscriptions where id = ${team.subscriptionId} for update`.execute(tx);
      deleting = identity(app, '/v1/accounts:delete', { idToken: writer.idToken });
      await expect.poll(countWaiting).toBe(1);
      await sql`update app.notes set text = 'Changed'`.execute(tx);
    });
    const answer = await deleting;
    expect(answer?.statusCode, answer?.body).toBe(200);
  });

  async function countWaiting(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
    return rows[0]?.count ?? 0;
  }

  it('has the page of its screen, and no other', async () => {
    const { subscriptionId } = await createTeam(app);
    const status = async (page: string) =>
      (await app.server.inject(`/subscription/${subscriptionId}/${page}`)).statusCode;
    expect([await status('notes'), await status('moons')]).toEqual([200, 404]);
  });

  it('shows the limits of plans to visitors', async () => {
    const { plans } = (await app.server.inject('/config.json')).json();
    expect(plans.map(({ limits }: { limits: object }) => limits)).toEqual([
      { notes: 2, search: false },
      { notes: null, search: true },
    ]);
  });
});

describe('faults of a product on Hearth', () => {
  const faultsOf = (read: () => unknown) => {
    try {
      read();
      return '';
    } catch (error) {
      return String(error);
    }
  };

  it('plans without a limit of the schema, and limits without a schema: stop the start in words', () => {
    const reading = toReading(notes, folder);
    const bare = { ...reading, config: `${folder}no-such-folder` };
    const missing = faultsOf(() => readConfig({}, { app: bare }));
    expect(missing).toContain('`limits.notes` of `free` is wrong or missing');
    expect(missing).toContain('no-such-folder/locales/en.json: the text `limits.notes` is missing');

    const alone = defineServer({ contract: { calls: {} }, operations: {} });
    const unknown = faultsOf(() => readConfig({}, { app: toReading(alone, folder) }));
    const empty = defineServer({
      contract: { calls: {}, limits: z.strictObject({}) },
      operations: {},
    });
    expect(faultsOf(() => readConfig({}, { app: toReading(empty, folder) }))).toBe(unknown);
    expect(unknown).toContain(
      `${folder}config/hearth.json: plans: \`free\` has the limit \`notes\`, which the product in app/ does not know. Add \`notes\` to \`limits\` in app/contract/index.ts, or take it out of \`limits\` here.`,
    );
  });

  it("an event of Hearth's: stops the start in words", () => {
    const taken = () => defineEvents(['invoice.paid'] as never);
    expect(taken).toThrow("The event `invoice.paid` is Hearth's. Choose another name.");
  });

  it('a wrong name: stops the start in words', () => {
    const addNote = notes.contract.calls.addNote ?? expect.fail();
    const calls = { signUp: { ...addNote, path: '/v1/notes' } };
    const wrong = {
      ...notes,
      contract: { ...notes.contract, calls, pages: ['billing/x'] },
      jobs: { remind: async () => {} },
    };
    const faults = toReading(wrong, folder).faults;
    expect(faults).toEqual([
      'app: the call `signUp` has a name that Hearth has.',
      'app: the call `signUp` has no operation, or that of another call.',
      'app: the path of `signUp`, /v1/notes, has to begin with /api/.',
      'app: the name of the job `remind` has to begin with app/.',
      'app: a screen cannot have the address `billing/x`.',
    ]);
  });
});
