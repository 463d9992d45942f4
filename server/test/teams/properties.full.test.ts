import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretHash } from '../../src/platform/ids.ts';
import { chosenSeed } from '../harness/chance.ts';
import { createCrowd, renewTokens, signInAgain, verdictOf, withSeats } from '../harness/crowd.ts';
import { addMember } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import { callable, createFreeSubscription, identity, type Person } from '../harness/wire-client.ts';
import { TeamModel } from './team-model.ts';
import {
  type ModelPerson,
  type ModelTeam,
  modelPermissions,
  modelSeats,
} from './team-model-parts.ts';

const numRuns = process.env.HEARTH_LONG ? 1_000 : 20;
const longWaitMs = 14 * 86_400_000;
const shortWaitMs = 6 * 60_000;
const peopleCount = 7;
/** Addresses without an account. */
const nobodies = ['nobody-1@example.com', 'nobody-2@example.com'];

/** Stands for the owner of the step's team at that moment. */
const ownerThen = -1;

const anybody = fc.nat(peopleCount - 1);
const key = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('access', 'editor', 'billing', 'admin') },
  { weight: 1, arbitrary: fc.constant('no-such-key') },
);
const call = fc.oneof(
  { weight: 5, arbitrary: fc.constant('createInvite' as const) },
  { weight: 6, arbitrary: fc.constant('acceptInvite' as const) },
  { weight: 2, arbitrary: fc.constantFrom('updateUserPermissions', 'removeUser') },
  { weight: 2, arbitrary: fc.constantFrom('rejectInvite', 'revokeInvite') },
  {
    weight: 4,
    arbitrary: fc.constantFrom('getSubscriptionUsers', 'transferSubscriptionOwnership'),
  },
  { weight: 1, arbitrary: fc.constantFrom('wait', 'sweep') },
);

/** Everybody and everything by number, so that a failing sequence can be made smaller. */
const step = fc.record({
  call,
  caller: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(ownerThen, ownerThen, 2) }, anybody),
  team: fc.constantFrom(0, 0, 0, 1),
  person: fc.oneof(fc.constantFrom(0, 2, 3), anybody),
  address: fc.nat(peopleCount + nobodies.length - 1),
  keys: fc.array(key, { maxLength: 3 }),
  /** Counted from the newest. */
  invite: fc.nat(3),
  byInvitee: fc.constantFrom(true, true, true, false),
  withToken: fc.boolean(),
  isLong: fc.boolean(),
  question: fc.record(
    {
      page: fc.integer({ min: 1, max: 3 }),
      pageSize: fc.integer({ min: 1, max: 4 }),
      search: fc.constantFrom('', 'PERSON', '0003', 'nobody', '%', ' person 0001 '),
    },
    { requiredKeys: [] },
  ),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Call = Exclude<Step['call'], 'wait' | 'sweep'>;

/** One call as it goes over the wire, and what the model answers to it. */
interface PredictedCall {
  readonly by: ModelPerson;
  readonly data: object;
  readonly predicted: unknown;
}

function toPredictedCall(call: Call, step: Step, model: TeamModel): PredictedCall {
  const team = model.teams[step.team] ?? expect.fail();
  const owner = model.people.find((person) => person.uid === team.owner);
  const by = (step.caller === ownerThen ? owner : model.people[step.caller]) ?? expect.fail();
  const { uid } = model.people[step.person] ?? expect.fail();
  const { keys } = step;
  const subscriptionId = team.id;
  const invite = model.invites.at(-1 - step.invite);
  const inviteId = invite?.id ?? 'no-such-invite';
  const invitee = model.people.find(({ email }) => email === invite?.email);
  const answerer = (step.byInvitee && invitee) || by;
  const answer = { caller: answerer, invite, withToken: step.withToken };
  const token = { inviteId, ...(step.withToken && { token: `token of ${inviteId}` }) };
  const email =
    model.people[step.address]?.email ?? nobodies[step.address - peopleCount] ?? expect.fail();
  const permissions = keys;
  const predictedCalls: Record<Call, () => PredictedCall> = {
    createInvite: () => ({
      by,
      data: { subscriptionId, email: email.toUpperCase(), permissions },
      predicted: model.createInvite(by, team, { email, keys }),
    }),
    acceptInvite: () => ({ by: answerer, data: token, predicted: model.acceptInvite(answer) }),
    rejectInvite: () => ({ by: answerer, data: token, predicted: model.rejectInvite(answer) }),
    revokeInvite: () => ({
      by,
      data: { subscriptionId, inviteId },
      predicted: model.revokeInvite(by, team, invite),
    }),
    getSubscriptionUsers: () => ({
      by,
      data: { subscriptionId, ...step.question },
      predicted: model.getSubscriptionUsers(by, team, step.question),
    }),
    updateUserPermissions: () => ({
      by,
      data: { subscriptionId, userId: uid, permissions },
      predicted: model.updateUserPermissions(by, team, { uid, keys }),
    }),
    removeUser: () => ({
      by,
      data: { subscriptionId, userId: uid },
      predicted: model.removeUser(by, team, uid),
    }),
    transferSubscriptionOwnership: () => ({
      by,
      data: { subscriptionId, newOwnerId: uid },
      predicted: model.transferSubscriptionOwnership(by, team, uid),
    }),
  };
  return predictedCalls[call]();
}

describe('a team after any sequence of calls', () => {
  let app: TestApp;
  let crowd: Person[];
  beforeAll(async () => {
    app = await createTestApp({
      product: { ...withSeats(modelSeats), permissions: modelPermissions },
    });
    crowd = await createCrowd(app, peopleCount);
  });
  afterAll(() => app.close());

  /** Two teams of their own for each run: a proven owner, an admin and a member in the first one. */
  async function start(): Promise<TeamModel> {
    crowd = await signInAgain(app, crowd);
    const people = crowd.map(({ uid, email }, index) => ({
      uid,
      email,
      name: `Person 000${index}`,
      verified: index < peopleCount - 1,
    }));
    const uids = people.filter(({ verified }) => verified).map(({ uid }) => uid);
    await sql`update accounts set email_verified = id = any(${uids}::text[])`.execute(app.db);
    const model = new TeamModel(people, [await foundTeam(0), await foundTeam(1)]);
    const [first] = model.teams as [ModelTeam];
    await join(first, 2, ['access', 'admin']);
    await join(first, 3, ['access']);
    return model;
  }

  async function foundTeam(index: number): Promise<ModelTeam> {
    const owner = crowd[index] ?? expect.fail();
    const id = await createFreeSubscription(app, owner);
    const members = new Map([[owner.uid, ['access', 'billing', 'admin']]]);
    return { id, owner: owner.uid, members, events: 1 };
  }

  async function join({ id, members }: ModelTeam, index: number, permissions: string[]) {
    const { uid } = crowd[index] ?? expect.fail();
    await addMember(app, { subscriptionId: id, uid, permissions });
    members.set(uid, permissions);
  }

  async function take(one: Step, model: TeamModel): Promise<void> {
    if (one.call === 'wait') {
      await wait(one.isLong, model);
    } else if (one.call === 'sweep') {
      await app.app.runDue();
      model.sweep();
    } else {
      await judge(one.call, toPredictedCall(one.call, one, model), model);
    }
  }

  async function wait(isLong: boolean, model: TeamModel): Promise<void> {
    const ms = isLong ? longWaitMs : shortWaitMs;
    app.clock.advance(ms);
    model.wait(ms);
    crowd = await (isLong ? signInAgain : renewTokens)(app, crowd);
    if (isLong) {
      model.signIn();
    }
  }

  async function judge(
    call: Call,
    { by, data, predicted }: PredictedCall,
    model: TeamModel,
  ): Promise<void> {
    const { idToken } = crowd.find(({ uid }) => uid === by.uid) ?? expect.fail();
    const answer = await callable(app, call, { data, idToken });
    const verdict = verdictOf(answer);
    if (call === 'getSubscriptionUsers' && verdict === 'ok') {
      const { users, ...counts } = answer.json().data;
      const ids = users.map(({ id }: { id: string }) => id);
      expect({ users: ids, ...counts }).toEqual(predicted);
      return;
    }
    expect(verdict, `${call} ${JSON.stringify(data)}`).toBe(predicted);
    const fresh = model.invites.at(-1);
    if (call === 'createInvite' && verdict === 'ok' && fresh) {
      fresh.id = answer.json().data.inviteId;
      await knowToken(fresh.id);
    }
  }

  /** Makes the secret known, as if the mail had been read. */
  async function knowToken(inviteId: string): Promise<void> {
    const hash = secretHash(`token of ${inviteId}`);
    await sql`update invites set token_hash = ${hash} where id = ${inviteId}`.execute(app.db);
  }

  interface Truth {
    readonly owner: string;
    readonly members: Record<string, string[]>;
    readonly invites: Record<string, string>;
    readonly seats: number;
    readonly events: number;
  }

  async function readTruth({ id }: ModelTeam): Promise<Truth> {
    const { rows } = await sql<Truth>`
      select owner_id as owner,
        (select jsonb_object_agg(account_id, permissions) from memberships
          where subscription_id = sub.id) as members,
        coalesce((select jsonb_object_agg(id, status) from invites
          where subscription_id = sub.id), '{}') as invites,
        (select count(*)::int from memberships where subscription_id = sub.id)
          + (select count(*)::int from invites where subscription_id = sub.id
            and status = 'pending' and expires_at > ${app.clock.now()}) as seats,
        (select count(*)::int from audit_events where subscription_id = sub.id) as events
      from subscriptions sub where id = ${id}`.execute(app.db);
    return rows[0] ?? expect.fail();
  }

  async function expectSound(team: ModelTeam, model: TeamModel): Promise<void> {
    const { seats, ...truth } = await readTruth(team);
    const invites = model.invites.filter((one) => one.team === team);
    expect(truth).toEqual({
      owner: team.owner,
      members: Object.fromEntries(team.members),
      invites: Object.fromEntries(invites.map(({ id, status }) => [id, status])),
      events: team.events,
    });
    expect(seats).toBeLessThanOrEqual(modelSeats);
    expect(truth.members[truth.owner]).toEqual(
      expect.arrayContaining(['access', 'billing', 'admin']),
    );
    const known = modelPermissions.map((permission) => permission.key);
    for (const held of Object.values(truth.members)) {
      expect(held).toContain('access');
      expect(known).toEqual(expect.arrayContaining(held));
    }
  }

  it('is what a model of it says, step by step', { timeout: 1_800_000 }, async () => {
    const sequence = fc.array(step, { maxLength: 60, size: 'max' });
    const property = fc.asyncProperty(sequence, async (sequenceOfSteps) => {
      const before = app.clock.now().getTime() - Date.now();
      const model = await start();
      try {
        for (const one of sequenceOfSteps) {
          await take(one, model);
          for (const team of model.teams) {
            await expectSound(team, model);
          }
        }
      } finally {
        await sql`delete from subscriptions`.execute(app.db);
        app.clock.advance(before - (app.clock.now().getTime() - Date.now()));
      }
    });
    await fc.assert(property, { numRuns, seed: chosenSeed() });
  });

  it('is listed whole when it is canceled and its owner has deleted their account', async () => {
    const [gone, admin, member] = (await createCrowd(app, 3)) as [Person, Person, Person];
    const subscriptionId = await createFreeSubscription(app, gone);
    await addMember(app, { subscriptionId, uid: admin.uid, permissions: ['access', 'admin'] });
    await addMember(app, { subscriptionId, uid: member.uid });
    await sql`update subscriptions set status = 'canceled' where id = ${subscriptionId}`.execute(
      app.db,
    );
    const deleted = await identity(app, '/v1/accounts:delete', { idToken: gone.idToken });
    expect(verdictOf(deleted)).toBe('ok');

    const { idToken } = admin;
    const answer = await callable(app, 'getSubscriptionUsers', {
      data: { subscriptionId },
      idToken,
    });

    const { users, total } = answer.json().data;
    expect(users.map(({ id }: { id: string }) => id)).toEqual([admin.uid, member.uid]);
    expect(total).toBe(2);
  });
});
