import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addMember, createTeam, invite, removeMember, setStatus } from '../harness/factories.ts';
import { createFrozen, plantClaim } from '../harness/frozen-project.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  createPerson,
  createVerifiedPerson,
  disable,
  expectIdentityRefusal,
  identity,
  lookup,
  newAddress,
  type Person,
  receivedCode,
  refresh,
  signIn,
} from '../harness/wire-client.ts';

const day = 86_400_000;
const kind = 'account-unused';

/** Removes after 30 days, so warns after 23. */
const sweepingApp = () => createOwnTestApp({ product: { removeUnverifiedAfterDays: 30 } });

async function pass(app: TestApp, days: number): Promise<void> {
  app.clock.advance(days * day);
  await app.app.runDue();
}

async function exists(app: TestApp, { uid }: Pick<Person, 'uid'>): Promise<boolean> {
  const { rows } = await sql`select 1 from accounts where id = ${uid}`.execute(app.db);
  return rows.length > 0;
}

async function warnings(app: TestApp, { email }: Pick<Person, 'email'>) {
  return (await receivedMails(app, email)).filter((mail) => mail.kind === kind);
}

describe('an account whose address was never proven', () => {
  it('is removed a week after a mail that announces it', async () => {
    const app = await sweepingApp();
    const ada = await createPerson(app);
    await pass(app, 22);
    expect(await warnings(app, ada)).toEqual([]);
    await pass(app, 1);
    const [mail, ...more] = await warnings(app, ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your Hearth account will be deleted in 7 days');
    expect(new URL(mail?.links[0] ?? '').searchParams.get('mode')).toBe('verifyEmail');
    await pass(app, 6);
    expect(await exists(app, ada)).toBe(true);
    await pass(app, 1);
    expect(await exists(app, ada)).toBe(false);
    expect(await warnings(app, ada)).toHaveLength(1);
    const body = { email: ada.email, password: 'another horse' };
    expect((await identity(app, '/v1/accounts:signUp', body)).statusCode).toBe(200);
  });

  it('takes no claim of its address along', async () => {
    const app = await sweepingApp();
    const { subscriptionId, takenOver } = await createFrozen(app);
    const squatter = await createPerson(app);
    await sql`update ownership_claims set email = ${squatter.email}`.execute(app.db);
    await pass(app, 23);
    await pass(app, 7);
    expect(await exists(app, squatter)).toBe(false);
    expect(await exists(app, takenOver)).toBe(true);
    const { rows } = await sql`
      select 1 from ownership_claims where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('is kept while its recovery is contested', async () => {
    const app = await sweepingApp();
    const { subscriptionId } = await createFrozen(app);
    const ada = await createPerson(app);
    await plantClaim(app, subscriptionId, ada);
    await pass(app, 23);
    await pass(app, 7);
    expect(await exists(app, ada)).toBe(true);
  });

  it('is kept if the configuration does not say otherwise', async () => {
    const app = await createOwnTestApp({});
    const ada = await createPerson(app);
    await pass(app, 400);
    await pass(app, 400);
    expect(await exists(app, ada)).toBe(true);
    expect(await receivedMails(app, ada.email)).toEqual([]);
  });

  it('is kept when the person verifies between the mail and the removal', async () => {
    const app = await sweepingApp();
    const ada = await createPerson(app);
    await pass(app, 23);
    app.clock.advance(6 * day);
    const answer = await applyCode(app, await receivedCode(app, ada.email, kind));
    expect(answer.statusCode, answer.body).toBe(200);
    await pass(app, 100);
    expect(await exists(app, ada)).toBe(true);
  });

  it('is kept when the person signs in between the mail and the removal', async () => {
    const app = await sweepingApp();
    const ada = await createPerson(app);
    await pass(app, 23);
    await signIn(app, ada);
    await pass(app, 7);
    expect(await warnings(app, ada)).toHaveLength(1);
    await pass(app, 100);
    await pass(app, 100);
    expect(await exists(app, ada)).toBe(true);
  });

  it('is kept when the person verifies at the very moment of the removal', async () => {
    const app = await sweepingApp();
    const people = await Promise.all(Array.from({ length: 6 }, () => createPerson(app)));
    await pass(app, 23);
    const codes = await Promise.all(people.map(({ email }) => receivedCode(app, email, kind)));
    // The codes expire with the account, so the last moment is the one before.
    app.clock.advance(7 * day - 2_000);
    const sweeping = new Promise((resolve) => setTimeout(resolve, 2_000)).then(() =>
      Promise.all([app.app.runDue(), app.app.runDue()]),
    );
    const answers = await Promise.all(codes.map((code) => applyCode(app, code)));
    await sweeping;
    for (const [index, person] of people.entries()) {
      expect(await exists(app, person)).toBe(answers[index]?.statusCode === 200);
    }
  });

  it('is kept when it was locked by a verification that commits while the sweep waits', async () => {
    const app = await sweepingApp();
    const ada = await createPerson(app);
    await pass(app, 23);
    app.clock.advance(7 * day);
    let sweep: Promise<void> = Promise.resolve();
    await app.db.transaction().execute(async (tx) => {
      await sql`update accounts set email_verified = true where id = ${ada.uid}`.execute(tx);
      sweep = app.app.runDue();
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock'`.execute(app.db);
          return rows.length;
        })
        .toBeGreaterThan(0);
    });
    await sweep;
    expect(await exists(app, ada)).toBe(true);
  });

  it('is announced again if the sweep did not run for long', async () => {
    const app = await sweepingApp();
    const ada = await createPerson(app);
    for (const time of [1, 2]) {
      await pass(app, 60);
      expect(await exists(app, ada)).toBe(true);
      expect(await warnings(app, ada)).toHaveLength(time);
    }
    await pass(app, 7);
    expect(await exists(app, ada)).toBe(false);
  });

  it('is one of many, and all are looked at', async () => {
    const app = await sweepingApp();
    await sql`
      insert into accounts (id, email, last_signed_in_at, created_at, updated_at)
      select lpad(n::text, 28, 'u'), 'n' || n || '@example.com', now(), now(), now()
      from generate_series(1, 250) n`.execute(app.db);
    await pass(app, 24);
    await pass(app, 8);
    const { rows } = await sql`select 1 from accounts`.execute(app.db);
    expect(rows).toEqual([]);
  });
});

describe('an old account without a proven address is kept', () => {
  const keeps: [string, (app: TestApp) => Promise<Person>][] = [
    ['that is verified', createVerifiedPerson],
    [
      'that signed in after its first day',
      async (app) => {
        const ada = await createPerson(app);
        app.clock.advance(1.1 * day);
        return await signIn(app, ada);
      },
    ],
    [
      'while a session lives that was used after its first day',
      async (app) => {
        const ada = await createPerson(app);
        app.clock.advance(1.1 * day);
        const { id_token: idToken } = (await refresh(app, ada.refreshToken)).json();
        expect((await lookup(app, idToken)).statusCode).toBe(200);
        return ada;
      },
    ],
    [
      'that an operator has disabled',
      async (app) => {
        const ada = await createPerson(app);
        await disable(app, ada);
        return ada;
      },
    ],
    [
      'that a provider opens',
      async (app) => {
        const email = newAddress();
        const idToken = JSON.stringify({ sub: email, email, email_verified: false });
        const postBody = new URLSearchParams({ providerId: 'google.com', id_token: idToken });
        const body = { postBody: postBody.toString(), requestUri: 'http://localhost' };
        const answer = await identity(app, '/v1/accounts:signInWithIdp', body);
        return { ...answer.json(), uid: answer.json().localId, email, password: '' };
      },
    ],
    ['that owns a subscription', async (app) => (await createTeam(app)).owner],
    [
      'that owns a canceled subscription',
      async (app) => {
        const { owner, subscriptionId } = await createTeam(app);
        await setStatus(app, subscriptionId, 'canceled');
        await removeMember(app, { subscriptionId, uid: owner.uid });
        return owner;
      },
    ],
    [
      'that is a member',
      async (app) => {
        const { subscriptionId } = await createTeam(app);
        const ada = await createPerson(app);
        await addMember(app, { subscriptionId, uid: ada.uid });
        return ada;
      },
    ],
    [
      'whose invite waits for an answer',
      async (app) => {
        const { owner, subscriptionId } = await createTeam(app);
        const ada = await createPerson(app);
        const wanted = { subscriptionId, email: newAddress(), idToken: owner.idToken };
        const { inviteId } = await invite(app, wanted);
        await sql`update invites set invited_by = ${ada.uid}, expires_at = 'infinity'
          where id = ${inviteId}`.execute(app.db);
        return ada;
      },
    ],
    [
      'that has asked for a change of money which is under way',
      async (app) => {
        const ada = await createPerson(app);
        const at = app.clock.now();
        await sql`
          insert into intents (id, kind, subscription_id, account_id, request_key, request_hash,
            input, status, created_at, leased_until)
          values ('i', 'create', 's', ${ada.uid}, 'k', '', '{}', 'open', ${at}, 'infinity')`.execute(
          app.db,
        );
        return ada;
      },
    ],
  ];

  it.each(keeps)('%s', async (_which, make) => {
    const app = await sweepingApp();
    const person = await make(app);
    await pass(app, 22);
    await pass(app, 7);
    await app.app.runDue();
    expect(await exists(app, person)).toBe(true);
    expect(await warnings(app, person)).toEqual([]);
  });
});

it('a removed account cannot be used any more', async () => {
  const app = await sweepingApp();
  const ada = await createPerson(app);
  await pass(app, 23);
  const code = await receivedCode(app, ada.email, kind);
  await pass(app, 7);
  expectIdentityRefusal(await applyCode(app, code), 'auth/invalid-action-code');
  const { email, password } = ada;
  const answer = await identity(app, '/v1/accounts:signInWithPassword', { email, password });
  expectIdentityRefusal(answer, 'auth/invalid-credential');
});
