import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noApp } from '../../src/app/index.ts';
import { show } from '../../src/cli/billing.ts';
import { settle } from '../../src/cli/subscriptions.ts';
import { createPaidSubscription } from '../billing/support/payment-scenes.ts';
import { invite, inviteTo, joinAs, joinTeam, removeMember } from '../harness/factories.ts';
import { createFrozen, type GivenAway, giveAwayAsIntruder } from '../harness/frozen-project.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { operatedEnv, operatorAddress } from '../harness/operators.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  callable,
  changeEmail,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  disable,
  document,
  expectIdentityRefusal,
  expectRefusal,
  identity,
  lookup,
  mailedCode,
  newAddress,
  type Person,
  receivedCode,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';

const dayMs = 86_400_000;
const aboutOwnership = /^(ownership-frozen|ownership-settled)$/;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ logger: false, env: operatedEnv });
});
afterAll(() => app.close());

async function listClaimed(subscriptionId: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from ownership_claims where subscription_id = ${subscriptionId}
    order by email`.execute(app.db);
  return rows.map(({ email }) => email);
}

async function subjects(to: string): Promise<string[]> {
  const mails = await receivedMails(app, to);
  return mails.filter(({ kind }) => aboutOwnership.test(kind)).map(({ subject }) => subject);
}

/** Mails to an operator that name the project. */
async function toldOperators(subscriptionId: string) {
  const mails = await receivedMails(app, operatorAddress);
  return mails.filter(
    ({ kind, text }) => kind === 'ownership-claimed' && text.includes(subscriptionId),
  );
}

async function ownerOf(subscriptionId: string): Promise<string | undefined> {
  const { rows } = await sql<{ owner_id: string }>`
    select owner_id from subscriptions where id = ${subscriptionId}`.execute(app.db);
  return rows[0]?.owner_id;
}

const decide = (subscriptionId: string, newOwner?: string) =>
  settle({ subscriptionId, newOwner }, { ...app, appServer: noApp });

const summarize = async (subscriptionId: string, { idToken }: Person) =>
  (await callable(app, 'getBillingSummary', { idToken, data: { subscriptionId } })).json().data;

/** The owner of the old mailbox sets a new password with the mail that the press has sent. */
async function comeBack({ takenOver: { email } }: Pick<GivenAway, 'takenOver'>): Promise<Person> {
  const oobCode = await receivedCode(app, email, 'reset-password');
  const password = 'mine again, with luck';
  expect((await resetPassword(app, { oobCode, newPassword: password })).statusCode).toBe(200);
  return await signIn(app, { email, password });
}

describe('a project that an intruder gave away', () => {
  it('is frozen by the press from the old mailbox; both owners and the operators are told', async () => {
    const { takenOver, owner, subscriptionId } = await createFrozen(app);

    expect(await ownerOf(subscriptionId)).toBe(owner.uid);
    expect(await listClaimed(subscriptionId)).toEqual([takenOver.email]);
    const subject = /^We decide who owns/;
    expect(await subjects(takenOver.email)).toEqual([expect.stringMatching(subject)]);
    expect(await subjects(owner.email)).toEqual([expect.stringMatching(subject)]);
    const [told, ...others] = await toldOperators(subscriptionId);
    expect(others).toEqual([]);
    expect(told?.text).toContain(takenOver.uid);
    const data = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await callable(app, 'cancelSubscription', { ...owner, data });
    expectRefusal(canceled, 'subscription/frozen');
    expect(await summarize(subscriptionId, owner)).toMatchObject({ is_frozen: true });
  });

  it('is used as before meanwhile', async () => {
    const { owner, subscriptionId } = await createFrozen(app);
    const team = { owner, subscriptionId };
    await joinTeam(app, team);
    const body = { settings: { name: 'Acme' } };
    const path = `PATCH /v1/subscriptions/${subscriptionId}` as const;
    expect((await document(app, path, { ...owner, body })).statusCode).toBe(200);
  });

  it('is frozen also if the owner was removed from it, or if it was given on', async () => {
    const { takenOver, owner, subscriptionId } = await giveAwayAsIntruder(app);
    const team = { owner, subscriptionId };
    const next = await joinTeam(app, team, ['admin']);
    const data = { subscriptionId, newOwnerId: next.uid };
    await callable(app, 'transferSubscriptionOwnership', { ...owner, data });
    await removeMember(app, { subscriptionId, uid: takenOver.uid });
    await applyCode(app, await receivedCode(app, takenOver.email, 'recover-email'));
    expect(await listClaimed(subscriptionId)).toEqual([takenOver.email]);
    expect(await subjects(next.email)).toHaveLength(1);
  });

  it('is not frozen if it was given away before the intruder signed in, or came back', async () => {
    const ada = await createVerifiedPerson(app);
    const before = await createFreeSubscription(app, ada);
    const returned = await createFreeSubscription(app, ada);
    const friend = await joinTeam(app, { owner: ada, subscriptionId: before }, ['admin']);
    await joinAs(app, friend, {
      subscriptionId: returned,
      permissions: ['admin'],
      idToken: ada.idToken,
    });
    const give = (subscriptionId: string, from: Person, to: Person) =>
      callable(app, 'transferSubscriptionOwnership', {
        ...from,
        data: { subscriptionId, newOwnerId: to.uid },
      });
    expect((await give(before, ada, friend)).statusCode).toBe(200);
    app.clock.advance(60_000);
    const intruder = { ...ada, ...(await signIn(app, ada)) };
    expect((await give(returned, intruder, friend)).statusCode).toBe(200);
    const back = await give(returned, await signIn(app, friend), ada);
    expect(back.statusCode, back.body).toBe(200);
    await changeEmail(app, intruder);
    await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));
    expect(await listClaimed(before)).toEqual([]);
    expect(await listClaimed(returned)).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])(
    'is frozen if it is given away at the moment of the press, try %i',
    async () => {
      const ada = await createVerifiedPerson(app);
      const subscriptionId = await createFreeSubscription(app, ada);
      app.clock.advance(60_000);
      const intruder = { ...ada, ...(await signIn(app, ada)) };
      const friend = await joinTeam(app, { owner: intruder, subscriptionId }, ['admin']);
      await changeEmail(app, intruder);
      const press = await receivedCode(app, ada.email, 'recover-email');
      const data = { subscriptionId, newOwnerId: friend.uid };
      await Promise.all([
        callable(app, 'transferSubscriptionOwnership', { ...intruder, data }),
        applyCode(app, press),
      ]);
      const isGiven = (await ownerOf(subscriptionId)) === friend.uid;
      expect(await listClaimed(subscriptionId)).toEqual(isGiven ? [ada.email] : []);
    },
  );

  it('stays with its owner, or goes back, as the operator decides; both are told', async () => {
    const kept = await createFrozen(app);
    expect(await decide(kept.subscriptionId)).toContain(`${kept.owner.email} owns`);
    expect(await ownerOf(kept.subscriptionId)).toBe(kept.owner.uid);
    expect(await listClaimed(kept.subscriptionId)).toEqual([]);
    expect((await subjects(kept.owner.email)).at(-1)).toContain('You own');
    expect((await subjects(kept.takenOver.email)).at(-1)).toContain('Someone else owns');

    const given = await createFrozen(app);
    const { subscriptionId, takenOver } = given;
    await removeMember(app, { subscriptionId, uid: takenOver.uid });
    await decide(subscriptionId, takenOver.email);
    expect(await ownerOf(subscriptionId)).toBe(takenOver.uid);
    expect((await subjects(given.owner.email)).at(-1)).toContain('Someone else owns');
    expect((await subjects(takenOver.email)).at(-1)).toContain('You own');
    const owner = await comeBack(given);
    expect(await summarize(subscriptionId, owner)).not.toHaveProperty('is_frozen');
    const data = { subscriptionId, confirmationId: subscriptionId };
    const canceled = await callable(app, 'cancelSubscription', { ...owner, data });
    expect(canceled.statusCode, canceled.body).toBe(200);
    await expect(decide(subscriptionId)).rejects.toThrow('Nobody claims this project');
  });

  it('goes to no disabled account', async () => {
    const { takenOver, owner, subscriptionId } = await createFrozen(app);
    await disable(app, takenOver);
    await expect(decide(subscriptionId, takenOver.email)).rejects.toThrow('is disabled');
    expect(await ownerOf(subscriptionId)).toBe(owner.uid);
    expect(await listClaimed(subscriptionId)).toEqual([takenOver.email]);
  });

  it('that was paid: forgets the card of the owner before when it goes back', async () => {
    const given = await giveAwayAsIntruder(app, createPaidSubscription);
    const { subscriptionId, takenOver, owner } = given;
    await app.app.runJobs();
    const { rows } = await sql`
      update billing_accounts set card = '{"brand":"visa","last4":"4242"}'
      where subscription_id = ${subscriptionId} returning 1`.execute(app.db);
    expect(rows).toHaveLength(1);
    await applyCode(app, await receivedCode(app, takenOver.email, 'recover-email'));
    const shown = await show(subscriptionId, { ...app, location: await findLocation(app) });
    expect(shown.text).toContain(`Owner         ${owner.uid}`);
    expect(shown.text).toContain(`Claimed       by ${takenOver.email} (given-away)`);
    await decide(subscriptionId, takenOver.uid);
    const { rows: accounts } = await sql<{ card: unknown }>`
      select card from billing_accounts where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(accounts).toEqual([{ card: null }]);
  });

  it('is no longer claimed once the account that claims it is deleted', async () => {
    const given = await createFrozen(app);
    const back = await comeBack(given);
    app.clock.advance(7 * dayMs);
    const { idToken } = await signIn(app, back);
    const deleted = await identity(app, '/v1/accounts:delete', { idToken });
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect(await listClaimed(given.subscriptionId)).toEqual([]);
  });

  it('stays claimed if the account that gave it is deleted with another address', async () => {
    const given = await createFrozen(app);
    const back = await comeBack(given);
    app.clock.advance(7 * dayMs);
    const { idToken, password } = await signIn(app, back);
    const email = await changeEmail(app, { idToken });
    const again = await signIn(app, { email, password });
    const deleted = await identity(app, '/v1/accounts:delete', { idToken: again.idToken });
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect(await listClaimed(given.subscriptionId)).toEqual([given.takenOver.email]);
  });
});

describe('invites that an intruder sent', () => {
  it('end with the press, and who joined by one is named to the owner', async () => {
    const ada = await createVerifiedPerson(app);
    const subscriptionId = await createFreeSubscription(app, ada);
    const team = { owner: ada, subscriptionId };
    const [own, accomplice, open] = [newAddress(), await createPerson(app), newAddress()];
    await inviteTo(app, team, own);
    app.clock.advance(60_000);
    const intruder = { ...ada, ...(await signIn(app, ada)) };
    const wanted = { subscriptionId, idToken: intruder.idToken };
    await joinAs(app, accomplice, { ...wanted, permissions: ['admin'] });
    const { inviteId } = await invite(app, { ...wanted, email: open });
    await changeEmail(app, intruder);
    await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));

    const { rows } = await sql<{ email: string; status: string }>`
      select email, status from invites where subscription_id = ${subscriptionId}`.execute(app.db);
    expect(Object.fromEntries(rows.map(({ email, status }) => [email, status]))).toEqual({
      [own]: 'pending',
      [accomplice.email]: 'accepted',
      [open]: 'revoked',
    });
    const guest = await createPerson(app);
    const late = await callable(app, 'acceptInvite', { ...guest, data: { inviteId } });
    expect(late.statusCode).toBe(403);
    const told = (await receivedMails(app, ada.email)).filter(
      ({ kind }) => kind === 'joined-meanwhile',
    );
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(accomplice.email)]);
  });
});

describe('the mailbox that lost an account to its earlier one', () => {
  interface Recovered {
    readonly oldOwner: Person;
    readonly newMailbox: string;
    readonly subscriptionId: string;
    readonly contest: string;
  }

  /** The account of the new mailbox was taken back, rightly or wrongly. */
  async function createRecovered(): Promise<Recovered> {
    const oldOwner = await createVerifiedPerson(app);
    const subscriptionId = await createFreeSubscription(app, oldOwner);
    const newMailbox = await changeEmail(app, oldOwner);
    await applyCode(app, await receivedCode(app, oldOwner.email, 'recover-email'));
    const contest = await receivedCode(app, newMailbox, 'account-recovered');
    return { oldOwner, newMailbox, subscriptionId, contest };
  }

  it('contests by a press: what the account owns is frozen, and both and the operators are told', async () => {
    const { oldOwner, newMailbox, subscriptionId, contest } = await createRecovered();
    const looked = await resetPassword(app, { oobCode: contest });
    expect(looked.json()).toMatchObject({
      requestType: 'CONTEST_RECOVERY',
      email: newMailbox,
      newEmail: oldOwner.email,
    });
    expect(await listClaimed(subscriptionId)).toEqual([]);

    const answer = await applyCode(app, contest);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({
      kind: 'identitytoolkit#SetAccountInfoResponse',
      localId: oldOwner.uid,
      email: oldOwner.email,
      emailVerified: true,
      providerUserInfo: [],
    });
    expect(await listClaimed(subscriptionId)).toEqual([newMailbox]);
    expect(await subjects(newMailbox)).toHaveLength(1);
    expect(await subjects(oldOwner.email)).toHaveLength(1);
    const [told] = await toldOperators(subscriptionId);
    expect(told?.text).toContain(newMailbox);
    expectIdentityRefusal(await applyCode(app, contest), 'auth/invalid-action-code');
  });

  const signInAgain = async ({ oldOwner: takenOver }: Recovered) => ({
    ...takenOver,
    ...(await comeBack({ takenOver })),
  });

  it('contests a project that was given away since the press, too', async () => {
    const recovered = await createRecovered();
    const { newMailbox, subscriptionId, contest } = recovered;
    const back = await signInAgain(recovered);
    const friend = await joinTeam(app, { owner: back, subscriptionId }, ['admin']);
    const data = { subscriptionId, newOwnerId: friend.uid };
    await callable(app, 'transferSubscriptionOwnership', { ...back, data });
    await applyCode(app, contest);
    expect(await listClaimed(subscriptionId)).toEqual([newMailbox]);
  });

  it('learns no name of a project, and each side has one mail about all of them', async () => {
    const recovered = await createRecovered();
    const { oldOwner, newMailbox, contest } = recovered;
    const back = await signInAgain(recovered);
    const projects = [recovered.subscriptionId, await createFreeSubscription(app, back)];
    for (const [index, id] of projects.entries()) {
      const path = `PATCH /v1/subscriptions/${id}` as const;
      await document(app, path, { ...back, body: { settings: { name: `Secret ${index}` } } });
    }
    await applyCode(app, contest);
    const mailsTo = async (to: string) =>
      (await receivedMails(app, to)).filter(({ kind }) => aboutOwnership.test(kind));
    const [toOwner, ...moreToOwner] = await mailsTo(oldOwner.email);
    expect(toOwner?.text).toMatch(/“Secret [01]” and “Secret [01]” at Hearth are theirs/);
    const [toClaimant, ...more] = await mailsTo(newMailbox);
    expect([more, moreToOwner]).toEqual([[], []]);
    expect(toClaimant?.subject).toContain('who owns 2 projects at Hearth');
    for (const id of projects) {
      await decide(id);
    }
    const told = await mailsTo(newMailbox);
    expect(told).toHaveLength(3);
    for (const { subject, text } of told) {
      expect(subject + text).not.toContain('Secret');
    }
  });

  it('locks what was given away and what is owned in the order of all locks', async () => {
    const recovered = await createRecovered();
    const back = await signInAgain(recovered);
    const projects = [recovered.subscriptionId, await createFreeSubscription(app, back)];
    const [first = '', second = ''] = projects.sort();
    const friend = await joinTeam(app, { owner: back, subscriptionId: first }, ['admin']);
    const data = { subscriptionId: first, newOwnerId: friend.uid };
    await callable(app, 'transferSubscriptionOwnership', { ...back, data });
    await removeMember(app, { subscriptionId: first, uid: back.uid });
    let press: ReturnType<typeof applyCode> | undefined;
    await app.db.transaction().execute(async (tx) => {
      await sql`select from subscriptions where id = ${first} for update`.execute(tx);
      press = applyCode(app, recovered.contest);
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity where datname = current_database()
              and wait_event_type = 'Lock'`.execute(app.db);
          return rows.length;
        })
        .toBeGreaterThan(0);
      await sql`select from subscriptions where id = ${second} for update nowait`.execute(tx);
    });
    expect((await press)?.statusCode).toBe(200);
    expect(await listClaimed(first)).toEqual([recovered.newMailbox]);
    expect(await listClaimed(second)).toEqual([recovered.newMailbox]);
  });

  it('gets the project by the decision of the operator, with an account of its own', async () => {
    const { newMailbox, subscriptionId, contest } = await createRecovered();
    await applyCode(app, contest);
    const password = 'a new beginning';
    const signedUp = await identity(app, '/v1/accounts:signUp', { email: newMailbox, password });
    expect(signedUp.statusCode, signedUp.body).toBe(200);
    const { localId, idToken: unproven } = signedUp.json();
    const unverified = 'has not verified its address';
    await expect(decide(subscriptionId, newMailbox)).rejects.toThrow(unverified);
    expect(await listClaimed(subscriptionId)).toEqual([newMailbox]);
    const wanted = { requestType: 'VERIFY_EMAIL', idToken: unproven };
    await applyCode(app, await mailedCode(app, wanted, newMailbox));
    await decide(subscriptionId, newMailbox);
    expect(await ownerOf(subscriptionId)).toBe(localId);
    const { idToken } = await signIn(app, { email: newMailbox, password });
    expect((await lookup(app, idToken)).statusCode).toBe(200);
  });

  it('contests although the holder gave everything away and wants to delete the account', async () => {
    const recovered = await createRecovered();
    const { newMailbox, subscriptionId, contest } = recovered;
    const back = await signInAgain(recovered);
    const friend = await joinTeam(app, { owner: back, subscriptionId }, ['admin']);
    const data = { subscriptionId, newOwnerId: friend.uid };
    await callable(app, 'transferSubscriptionOwnership', { ...back, data });
    const remove = () => identity(app, '/v1/accounts:delete', { idToken: back.idToken });
    expectIdentityRefusal(await remove(), 'auth/account-contested');
    await applyCode(app, contest);
    expectIdentityRefusal(await remove(), 'auth/account-contested');
    expect(await listClaimed(subscriptionId)).toEqual([newMailbox]);
    await decide(subscriptionId);
    const deleted = await remove();
    expect(deleted.statusCode, deleted.body).toBe(200);
  });

  it('no longer keeps the holder from deleting the account when the seven days are over', async () => {
    const ada = await createVerifiedPerson(app);
    await changeEmail(app, ada);
    await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));
    const back = await comeBack({ takenOver: ada });
    app.clock.advance(7 * dayMs);
    const { idToken } = await signIn(app, back);
    const deleted = await identity(app, '/v1/accounts:delete', { idToken });
    expect(deleted.statusCode, deleted.body).toBe(200);
  });

  it('still claims after somebody has signed up with its address unproven, and left', async () => {
    const { newMailbox, subscriptionId, contest } = await createRecovered();
    await applyCode(app, contest);
    const password = 'an address of others';
    const signedUp = await identity(app, '/v1/accounts:signUp', { email: newMailbox, password });
    const { idToken } = signedUp.json();
    const deleted = await identity(app, '/v1/accounts:delete', { idToken });
    expect(deleted.statusCode, deleted.body).toBe(200);
    expect(await listClaimed(subscriptionId)).toEqual([newMailbox]);
  });

  it('tells the operators even if the account owns nothing, for seven days', async () => {
    const ada = await createVerifiedPerson(app);
    const newMailbox = await changeEmail(app, ada);
    await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));
    const contest = await receivedCode(app, newMailbox, 'account-recovered');
    const before = (await receivedMails(app, operatorAddress)).length;
    app.clock.advance(7 * dayMs - 60_000);
    expect((await applyCode(app, contest)).statusCode).toBe(200);
    const told = (await receivedMails(app, operatorAddress)).slice(before);
    expect(told.map(({ text }) => text)).toEqual([expect.stringContaining(newMailbox)]);
  });

  it('is refused when the seven days are over', async () => {
    const { subscriptionId, contest } = await createRecovered();
    app.clock.advance(7 * dayMs);
    expectIdentityRefusal(await applyCode(app, contest), 'auth/expired-action-code');
    expect(await listClaimed(subscriptionId)).toEqual([]);
  });

  it('gets no mail if the account had its old address again by itself', async () => {
    const ada = await createVerifiedPerson(app);
    const other = await changeEmail(app, ada);
    const code = await receivedCode(app, ada.email, 'recover-email');
    await changeEmail(app, ada, ada.email);
    await applyCode(app, code);
    const kinds = (await receivedMails(app, other)).map(({ kind }) => kind);
    expect(kinds).not.toContain('account-recovered');
    expect((await receivedMails(app, ada.email)).map(({ kind }) => kind)).not.toContain(
      'account-recovered',
    );
  });
});
