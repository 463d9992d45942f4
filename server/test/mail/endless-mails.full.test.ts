import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMails, type MailContent } from '../../src/modules/mail/index.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { createRateLimits } from '../../src/platform/rate-limits.ts';
import { addMember, createTeam } from '../harness/factories.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  identity,
  newAddress,
  type Person,
} from '../harness/wire-client.ts';

type Kind = MailContent['kind'];

/**
 * `asked`: the operation refuses its asker. `owed`: no press alone brings it about. `few`: ten together,
 * then joined. `latest`: always joined.
 */
const expected: Record<Kind, 'asked' | 'owed' | 'few' | 'latest'> = {
  'verify-email': 'asked',
  'reset-password': 'asked',
  'sign-in-link': 'asked',
  'verify-and-change-email': 'asked',
  invitation: 'asked',
  'account-invitation': 'asked',
  'account-unused': 'owed',
  'payment-disputed': 'owed',
  'ownership-frozen': 'owed',
  'ownership-settled': 'owed',
  'ownership-claimed': 'owed',
  'joined-meanwhile': 'owed',
  receipt: 'owed',
  refund: 'owed',
  'refund-failed': 'owed',
  'credit-note': 'owed',
  'payment-failed': 'owed',
  'authentication-needed': 'owed',
  'subscription-unpaid': 'owed',
  'renewal-ahead': 'owed',
  'trial-started': 'owed',
  'trial-ending': 'owed',
  'card-expiring': 'owed',
  'permissions-changed': 'latest',
  'recover-email': 'few',
  'account-recovered': 'few',
  'confirm-email-change': 'few',
  'email-change-planned': 'few',
  'email-changed': 'few',
  'revert-verification': 'few',
  'password-changed': 'few',
  'password-removed': 'few',
  'provider-linked': 'few',
  'provider-unlinked': 'few',
  'factors-changed': 'few',
  'authenticator-removed': 'few',
  'passkey-removed': 'few',
  'account-deleted': 'few',
  'deletion-planned': 'few',
  'account-viewed': 'few',
  'member-viewed': 'few',
  'invite-accepted': 'few',
  'member-removed': 'few',
  'ownership-given': 'few',
  'ownership-received': 'few',
  'webhook-endpoint-off': 'few',
  'card-missing': 'few',
  'free-time': 'few',
  'subscription-ending': 'few',
  'subscription-resumed': 'few',
  'subscription-canceled': 'few',
  'plan-change-scheduled': 'few',
  'plan-change-undone': 'few',
  'plan-changed': 'few',
  app: 'few',
};

const limitedApp = (env = {}) => createOwnTestApp({ env: { RATE_LIMITS: 'on', ...env } });
const link = 'http://localhost:3000/subscription/s1/billing';
/** Values that no rule looks at are left out: nothing here is rendered. */
const contentOf = (kind: Kind) =>
  ({ kind, name: 'Ada', subscriptionId: 's1', subscriptionName: 'Acme', link }) as MailContent;
const dayMs = 24 * 3_600_000;

interface Queued {
  readonly email: string;
  readonly emailVerified: boolean;
}

async function queue(
  app: TestApp,
  to: Queued,
  content: MailContent,
  clock: Clock = app.clock,
): Promise<void> {
  const limits = createRateLimits(clock);
  const mails = createMails({ ...app.config, clock, limits });
  await app.db.transaction().execute((tx) => mails.queue(tx, { to, language: 'en', content }));
}

async function counted(app: TestApp, email: string) {
  const { rows } = await sql<{ going: number; waiting: number }>`
    select count(*) filter (where waits_until is null)::int as going,
      count(*) filter (where waits_until is not null)::int as waiting
    from mails where recipient = ${email}`.execute(app.db);
  return rows[0];
}

/** Sends what waits until then, without rendering it. */
async function pass(app: TestApp, ms: number): Promise<void> {
  app.clock.advance(ms);
  await sql`update mails set sent_at = now(), sealed_content = null where waits_until is null`.execute(
    app.db,
  );
  await sql`update mails set waits_until = null where waits_until <= ${app.clock.now()}`.execute(
    app.db,
  );
}

describe('a mail of each kind, a hundred times', () => {
  const kinds = Object.keys(expected) as Kind[];
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => app.close());

  it.each(kinds)('%s to a proven mailbox: as its kind says', async (kind) => {
    const to = { email: newAddress(), emailVerified: true };
    // One instant for all: of mails a millisecond apart, a later one may fill the bucket first, and then the tenth waits.
    const at = app.clock.now();
    const queueOne = () => queue(app, to, contentOf(kind), { now: () => at });
    await Promise.all(Array.from({ length: 50 }, queueOne));
    for (const _time of Array(50)) {
      await queueOne();
    }
    const is = { asked: [100, 0], owed: [100, 0], few: [10, 1], latest: [1, 0] }[expected[kind]];
    expect(await counted(app, to.email)).toEqual({ going: is[0], waiting: is[1] });
  });

  it('to an unproven one: three of those that a change brings about, then one a day', async () => {
    const to = { email: newAddress(), emailVerified: false };
    const few = kinds.filter((kind) => expected[kind] === 'few');
    for (const kind of [...few, ...few, ...few]) {
      await queue(app, to, contentOf(kind));
    }
    expect(await counted(app, to.email)).toEqual({ going: 3, waiting: 1 });
    for (const day of [1, 2, 3]) {
      await pass(app, dayMs);
      for (const kind of few) {
        await queue(app, to, contentOf(kind));
      }
      const { going = 0, waiting = 0 } = (await counted(app, to.email)) ?? {};
      expect(going + waiting).toBeLessThanOrEqual(4 + 2 * day);
    }
  });

  it('leaves the other mailboxes, and the other kinds of a proven one', async () => {
    const to = { email: newAddress(), emailVerified: true };
    for (const _time of Array(30)) {
      await queue(app, to, contentOf('plan-changed'));
    }
    const other = { email: newAddress(), emailVerified: true };
    await queue(app, other, contentOf('plan-changed'));
    expect(await counted(app, other.email)).toEqual({ going: 1, waiting: 0 });
    await queue(app, to, contentOf('password-changed'));
    expect(await counted(app, to.email)).toEqual({ going: 11, waiting: 1 });
  });
});

describe('a mail that joins a waiting one', () => {
  it('is not put off by later ones, and the last state is sent', async () => {
    const app = await limitedApp();
    const to = { email: newAddress(), emailVerified: true };
    for (let minute = 0; minute < 30; minute += 1) {
      for (const kind of ['subscription-ending', 'subscription-resumed'] as const) {
        await queue(app, to, contentOf(kind));
      }
      await pass(app, 60_000);
    }
    const { rows } = await sql<{ kind: string; since: number }>`
      select kind, extract(epoch from created_at - lag(created_at, 1, created_at) over (order by created_at))::int as since
      from mails where recipient = ${to.email} and waits_until is null order by created_at`.execute(
      app.db,
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.length).toBeLessThan(32);
    expect(Math.max(...rows.map(({ since }) => since))).toBeLessThan(12 * 60);
    await pass(app, 10 * 60_000);
    const { rows: last } = await sql<{ kind: string }>`
      select kind from mails where recipient = ${to.email} order by created_at desc limit 1`.execute(
      app.db,
    );
    expect(last).toEqual([{ kind: 'subscription-resumed' }]);
  });

  it('takes the place of one about the opposite', async () => {
    const app = await limitedApp();
    const to = { email: newAddress(), emailVerified: true };
    for (const _time of Array(11)) {
      await queue(app, to, contentOf('subscription-ending'));
    }
    await queue(app, to, contentOf('subscription-resumed'));
    const { rows } = await sql<{ kind: string }>`
      select kind from mails where recipient = ${to.email} and waits_until is not null`.execute(
      app.db,
    );
    expect(rows).toEqual([{ kind: 'subscription-resumed' }]);
  });

  it('leaves a waiting one about something else', async () => {
    const app = await limitedApp();
    const to = { email: newAddress(), emailVerified: true };
    const linked = (provider: string) =>
      ({ ...contentOf('provider-linked'), provider, providerEmail: '' }) as MailContent;
    for (let index = 0; index < 12; index += 1) {
      await queue(app, to, linked(index < 10 ? 'google.com' : `provider-${index}`));
    }
    expect(await counted(app, to.email)).toEqual({ going: 10, waiting: 2 });
  });
});

async function changePassword(app: TestApp, { email, ...person }: Person): Promise<Person> {
  const password = randomUUID();
  const body = { idToken: person.idToken, password, returnSecureToken: true };
  const answer = await identity(app, '/v1/accounts:update', body);
  expect(answer.statusCode, answer.body).toBe(200);
  return { ...person, ...answer.json(), email, password };
}

const countTo = async (app: TestApp, email: string, kind: Kind) =>
  (await receivedMails(app, email)).filter((mail) => mail.kind === kind).length;

describe('a person who has mails sent to a stranger', () => {
  it('by changing the password again and again: three', async () => {
    const app = await limitedApp();
    let person = await createPerson(app);
    for (const _time of Array(40)) {
      person = await changePassword(app, person);
    }
    expect(await countTo(app, person.email, 'password-changed')).toBe(3);
  });

  it('by deleting the account and signing up again: three', async () => {
    const app = await limitedApp();
    const email = newAddress();
    for (const _time of Array(30)) {
      const body = { email, password: 'correct horse' };
      const signedUp = await identity(app, '/v1/accounts:signUp', body);
      const { idToken } = signedUp.json();
      expect((await identity(app, '/v1/accounts:delete', { idToken })).statusCode).toBe(200);
    }
    expect(await countTo(app, email, 'account-deleted')).toBe(3);
  });

  it('by creating and canceling free projects: three', async () => {
    const app = await limitedApp({ PAYMENT_PROVIDER: 'sandbox' });
    const person = await createPerson(app);
    for (const _time of Array(12)) {
      const subscriptionId = await createFreeSubscription(app, person);
      const data = { subscriptionId, confirmationId: subscriptionId };
      const answer = await callable(app, 'cancelSubscription', { ...person, data });
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect(await countTo(app, person.email, 'subscription-canceled')).toBe(3);
  });
});

describe('a person with a proven mailbox', () => {
  it('who hands a project to and fro: ten mails of each kind, and the last one later', async () => {
    const app = await limitedApp();
    const { owner, subscriptionId } = await createTeam(app);
    const others = [owner, await createVerifiedPerson(app)];
    await sql`update accounts set email_verified = true`.execute(app.db);
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: others[1]?.uid ?? '', permissions });
    for (let round = 0; round < 30; round += 1) {
      const [from, to] = round % 2 === 0 ? others : others.toReversed();
      const data = { subscriptionId, newOwnerId: to?.uid };
      const call = { data, idToken: from?.idToken ?? '' };
      const answer = await callable(app, 'transferSubscriptionOwnership', call);
      expect(answer.statusCode, answer.body).toBe(200);
    }
    expect(await countTo(app, owner.email, 'ownership-given')).toBe(10);
    expect(await countTo(app, owner.email, 'ownership-received')).toBeLessThanOrEqual(10);
  });

  it('whose password is changed eleven times: the last change is mailed ten minutes later', async () => {
    const app = await limitedApp();
    let person = await createVerifiedPerson(app);
    for (const _time of Array(14)) {
      person = await changePassword(app, person);
    }
    expect(await countTo(app, person.email, 'password-changed')).toBe(10);
    app.clock.advance(10 * 60_000);
    await app.app.runDue();
    expect(await countTo(app, person.email, 'password-changed')).toBe(11);
  });
});
