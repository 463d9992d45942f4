import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, fortnightMs, inviteTo, setStatus } from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  createVerifiedPerson,
  document,
  expectRefusal,
  lookup,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

describe('rejectInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const reject = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'rejectInvite', { data, idToken });

  it('declines, frees the seat at once and tells nobody', async () => {
    const team = await createTeam(app);
    const { subscriptionId } = team;
    const { idToken } = team.owner;
    const ada = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, ada.email);
    const seats = async () => {
      const data = { subscriptionId };
      const answer = await callable(app, 'getSubscriptionUsers', { data, idToken });
      return answer.json().data.seats.used;
    };
    expect(await seats()).toBe(2);

    const answer = await reject({ inviteId }, ada);

    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual({ data: {} });
    expect(await seats()).toBe(1);
    const list = await document(app, 'GET /v1/invites', { idToken: ada.idToken });
    expect(list.json()).toEqual({ invites: [], hidden: 0, nextPageToken: null });
    expect(await receivedMails(app, team.owner.email)).toEqual([]);
    const { rows } = await sql`
      select action, actor_id, subject_id from audit_events
      where subscription_id = ${subscriptionId} order by id desc limit 1`.execute(app.db);
    expect(rows).toEqual([{ action: 'invite.rejected', actor_id: ada.uid, subject_id: inviteId }]);
    expect((await inviteTo(app, team, ada.email)).inviteId).not.toBe(inviteId);
  });

  it('takes the token of the mailed link for proof of the address', async () => {
    const team = await createTeam(app);
    const ada = await createPerson(app);
    const claim = await inviteTo(app, team, ada.email);
    const { inviteId } = claim;
    expectRefusal(await reject({ inviteId }, ada), 'auth/email-verification-required');
    const wrong = { inviteId, token: 'wrong' };
    expectRefusal(await reject(wrong, ada), 'auth/email-verification-required');
    expect((await reject(claim, ada)).statusCode).toBe(200);
    expect((await lookup(app, ada.idToken)).json().users[0].emailVerified).toBe(true);
  });

  it('refuses other accounts: invite/wrong-account with the token, else as an unknown id', async () => {
    const team = await createTeam(app);
    const { inviteId, token } = await inviteTo(app, team, newAddress());
    const stranger = await createVerifiedPerson(app);
    expectRefusal(await reject({ inviteId, token }, stranger), 'invite/wrong-account');
    const unknown = await reject({ inviteId: 'nothing' }, stranger);
    expectRefusal(unknown, 'access/denied');
    expect((await reject({ inviteId }, stranger)).body).toBe(unknown.body);
    expect((await reject({ inviteId, token: 'wrong' }, stranger)).body).toBe(unknown.body);
    expect((await reject({ inviteId }, team.owner)).body).toBe(unknown.body);
  });

  it('refuses an invite that has ended by how it ended', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await createVerifiedPerson(app);
    const rejected = await inviteTo(app, team, ada.email);
    await reject(rejected, ada);
    expectRefusal(await reject(rejected, ada), 'invite/rejected');

    const revoked = await inviteTo(app, team, ada.email);
    const data = { inviteId: revoked.inviteId, subscriptionId };
    await callable(app, 'revokeInvite', { data, idToken: owner.idToken });
    expectRefusal(await reject(revoked, ada), 'invite/revoked');

    const late = await inviteTo(app, team, ada.email);
    app.clock.advance(fortnightMs);
    const again = await signIn(app, ada);
    expectRefusal(await reject(late, again), 'invite/expired');

    const accepted = await inviteTo(
      app,
      { owner: await signIn(app, owner), subscriptionId },
      ada.email,
    );
    await callable(app, 'acceptInvite', { data: accepted, idToken: again.idToken });
    expectRefusal(await reject(accepted, again), 'invite/already-accepted');
    const open = await document(app, `GET /v1/subscriptions/${subscriptionId}`, again);
    expect(open.statusCode).toBe(200);
  });

  it('works on a canceled subscription', async () => {
    const team = await createTeam(app);
    const ada = await createVerifiedPerson(app);
    const { inviteId } = await inviteTo(app, team, ada.email);
    await setStatus(app, team.subscriptionId, 'canceled');
    expect((await reject({ inviteId }, ada)).statusCode).toBe(200);
  });

  it('refuses visitors and fields that it does not know', async () => {
    const ada = await createPerson(app);
    const data = { inviteId: 'nothing' };
    expectRefusal(await callable(app, 'rejectInvite', { data }), 'auth/unauthenticated');
    expectRefusal(await reject({ ...data, subscriptionId: 'x' }, ada), 'request/invalid');
  });
});
