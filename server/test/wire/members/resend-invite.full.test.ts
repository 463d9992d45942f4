import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, invite, joinedPerson, setStatus, type Team } from '../../harness/factories.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createPerson,
  createVerifiedPerson,
  expectRefusal,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const dayMs = 24 * 3_600_000;

describe('resendInvite', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const resend = (data: object, { idToken }: Pick<Person, 'idToken'>) =>
    callable(app, 'resendInvite', { data, idToken });

  const inviteTo = ({ owner, subscriptionId }: Team, email = newAddress()) =>
    invite(app, { subscriptionId, email, idToken: owner.idToken });

  async function mailedTokens(email: string): Promise<(string | null)[]> {
    const mails = await receivedMails(app, email);
    return mails
      .filter(({ kind }) => kind === 'invitation')
      .map(({ links }) => new URL(links[0] ?? '').searchParams.get('token'));
  }

  const page = async (inviteId: string, token: string | null) =>
    (await callable(app, 'getInvite', { data: { inviteId, token } })).json().data;

  it('mails a link of its own and gives the invite another 14 days', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await createPerson(app);
    const { inviteId } = await inviteTo(team, ada.email);
    app.clock.advance(13 * dayMs);
    const again = await signIn(app, owner);

    const answer = await resend({ inviteId, subscriptionId }, again);

    expect(answer.statusCode, answer.body).toBe(200);
    const { expires_at: end } = answer.json().data;
    const leftMs = Date.parse(end) - app.clock.now().getTime();
    expect(14 * dayMs - leftMs).toBeLessThan(30_000);
    const [first, second] = await mailedTokens(ada.email);
    expect(second).not.toBe(first);
    expect((await page(inviteId, second ?? '')).details).toMatchObject({ expire_time: end });

    app.clock.advance(13 * dayMs);
    const { idToken } = await signIn(app, ada);
    const data = { inviteId, token: second };
    const accepted = await callable(app, 'acceptInvite', { data, idToken });
    expect(accepted.statusCode, accepted.body).toBe(200);
  });

  it('leaves the link of the mail before it, and no older one, as a proof', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const email = newAddress();
    const { inviteId } = await inviteTo(team, email);
    await resend({ inviteId, subscriptionId }, owner);
    await resend({ inviteId, subscriptionId }, owner);
    const [first, second, third] = await mailedTokens(email);
    expect((await page(inviteId, first ?? '')).details).toBeUndefined();
    expect((await page(inviteId, second ?? '')).details).toMatchObject({ email });
    expect((await page(inviteId, third ?? '')).details).toMatchObject({ email });
  });

  it('takes no further seat, so that it works while all are taken', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const invites: { inviteId: string }[] = [];
    for (let seat = 1; seat < 10; seat += 1) {
      invites.push(await inviteTo(team));
    }
    const { inviteId } = invites[0] ?? expect.fail();
    expect((await resend({ inviteId, subscriptionId }, owner)).statusCode).toBe(200);
  });

  it('mails one address only so often and refuses more with auth/too-many-requests', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const { owner, subscriptionId } = await createTeam(limited);
    const { idToken } = owner;
    await sql`update accounts set email_verified = true`.execute(limited.db);
    const wanted = { subscriptionId, email: newAddress(), idToken };
    const { inviteId } = await invite(limited, wanted);
    const again = () =>
      callable(limited, 'resendInvite', { data: { inviteId, subscriptionId }, idToken });
    for (let mail = 2; mail <= 5; mail += 1) {
      expect((await again()).statusCode).toBe(200);
    }
    expectRefusal(await again(), 'auth/too-many-requests');
    expect(await receivedMails(limited, wanted.email)).toHaveLength(5);
    limited.clock.advance(5 * 60_000);
    expect((await again()).statusCode).toBe(200);
  });

  it('counts among the three invites of a person whose address is not verified', async () => {
    const limited = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
    const { owner, subscriptionId } = await createTeam(limited);
    const { idToken } = owner;
    const email = newAddress();
    const { inviteId } = await invite(limited, { subscriptionId, email, idToken });
    const call = { data: { inviteId, subscriptionId }, idToken };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => callable(limited, 'resendInvite', call)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
    expectRefusal(await callable(limited, 'resendInvite', call), 'invite/verification-required');
    expect(await receivedMails(limited, email)).toHaveLength(3);
  });

  it('refuses an invite that has ended by how it ended', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const ada = await createVerifiedPerson(app);
    const end = async (name: string, person: Person) => {
      const { inviteId } = await inviteTo(team, ada.email);
      const data = { inviteId, ...(name === 'revokeInvite' && { subscriptionId }) };
      expect((await callable(app, name, { ...person, data })).statusCode).toBe(200);
      return await resend({ inviteId, subscriptionId }, owner);
    };
    expectRefusal(await end('revokeInvite', owner), 'invite/revoked');
    expectRefusal(await end('rejectInvite', ada), 'invite/rejected');
    expectRefusal(await end('acceptInvite', ada), 'invite/already-accepted');
    const { inviteId } = await inviteTo(team);
    app.clock.advance(14 * dayMs);
    const late = await resend({ inviteId, subscriptionId }, await signIn(app, owner));
    expectRefusal(late, 'invite/expired');
  });

  it('answers the invite of another subscription and an unknown id alike, with invite/unknown', async () => {
    const [own, other] = [await createTeam(app), await createTeam(app)];
    const { inviteId } = await inviteTo(other);
    const { subscriptionId } = own;
    const foreign = await resend({ inviteId, subscriptionId }, own.owner);
    expectRefusal(foreign, 'invite/unknown');
    const unknown = await resend({ inviteId: 'nothing', subscriptionId }, own.owner);
    expect(unknown.body).toBe(foreign.body);
  });

  it('is for admin-level holders of a subscription that runs', async () => {
    const team = await createTeam(app);
    const { subscriptionId, owner } = team;
    const { idToken } = owner;
    const editor = await joinedPerson(app, { subscriptionId, idToken, permissions: ['editor'] });
    const { inviteId } = await inviteTo(team);
    expectRefusal(await resend({ inviteId, subscriptionId }, editor), 'access/denied');
    await setStatus(app, subscriptionId, 'unpaid');
    expectRefusal(await resend({ inviteId, subscriptionId }, owner), 'subscription/unpaid');
    await setStatus(app, subscriptionId, 'canceled');
    expectRefusal(await resend({ inviteId, subscriptionId }, owner), 'subscription/canceled');
  });
});
