import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { begin, repeatEverything } from '../billing/support/money-mails.ts';
import { expectDone, settle } from '../billing/support/payment-scenes.ts';
import { deleteAtStripe } from '../billing/support/sandbox.ts';
import { createTeam, invite } from '../harness/factories.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  callable,
  createVerifiedPerson,
  document,
  expectRefusal,
  newAddress,
} from '../harness/wire-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

interface StoredInvite {
  readonly status: string;
  readonly ended_at: Date | null;
}

async function storedInvite(id: string): Promise<StoredInvite | undefined> {
  const { rows } = await sql<StoredInvite>`
    select status, ended_at from invites where id = ${id}`.execute(app.db);
  return rows[0];
}

async function revocationsOf(subscriptionId: string) {
  const { rows } = await sql<{ actor_id: string | null; subject_id: string }>`
    select actor_id, subject_id from audit_events
    where subscription_id = ${subscriptionId} and action = 'invite.revoked'
    order by subject_id`.execute(app.db);
  return rows;
}

it('cancel by the owner: ends every pending invite of this project and of no other', async () => {
  const { owner, subscriptionId } = await createTeam(app);
  const guest = await createVerifiedPerson(app);
  const { inviteId } = await invite(app, {
    idToken: owner.idToken,
    subscriptionId,
    email: guest.email,
  });
  const second = await invite(app, { idToken: owner.idToken, subscriptionId, email: newAddress() });
  const declined = await invite(app, {
    idToken: owner.idToken,
    subscriptionId,
    email: newAddress(),
  });
  await sql`
    update invites set status = 'rejected', ended_at = ${app.clock.now()}
    where id = ${declined.inviteId}`.execute(app.db);
  const otherTeam = await createTeam(app);
  const other = await invite(app, {
    idToken: otherTeam.owner.idToken,
    subscriptionId: otherTeam.subscriptionId,
    email: guest.email,
  });

  const data = { subscriptionId, confirmationId: subscriptionId };
  expectDone(await callable(app, 'cancelSubscription', { ...owner, data }));

  expect(await storedInvite(inviteId)).toMatchObject({ status: 'revoked' });
  expect((await storedInvite(inviteId))?.ended_at).not.toBeNull();
  expect(await storedInvite(second.inviteId)).toMatchObject({ status: 'revoked' });
  expect(await storedInvite(declined.inviteId)).toMatchObject({ status: 'rejected' });
  expect(await storedInvite(other.inviteId)).toMatchObject({ status: 'pending' });
  expect(await revocationsOf(subscriptionId)).toEqual(
    [inviteId, second.inviteId].sort().map((subject_id) => ({ actor_id: owner.uid, subject_id })),
  );

  const page = await callable(app, 'getInvite', { ...guest, data: { inviteId } });
  expect(page.json().data).toMatchObject({
    status: 'revoked',
    details: { obstacle: 'canceled' },
  });
  const list = await document(app, 'GET /v1/invites', guest);
  expect(list.json().invites.map(({ id }: { id: string }) => id)).toEqual([other.inviteId]);
  expectRefusal(
    await callable(app, 'acceptInvite', { ...guest, data: { inviteId } }),
    'invite/revoked',
  );
  const users = await callable(app, 'getSubscriptionUsers', { ...owner, data: { subscriptionId } });
  expect(users.json().data).toMatchObject({ total: 1, seats: { used: 1 } });
});

it('cancel by the provider: ends pending invites, and nobody of ours is named as who did it', async () => {
  const scene = await begin(app);
  const { subscriptionId } = scene;
  const { inviteId } = await invite(app, {
    idToken: scene.owner().idToken,
    subscriptionId,
    email: newAddress(),
  });

  await settle(app);
  const { rows } = await sql<{ id: string }>`
    select provider_subscription_id as id from billing_accounts
    where subscription_id = ${subscriptionId}`.execute(app.db);
  await deleteAtStripe(app, `/v1/subscriptions/${rows[0]?.id}`);
  await repeatEverything(app, 1);

  const answer = await document(app, `GET /v1/subscriptions/${subscriptionId}`, scene.owner());
  expect(answer.json().status).toBe('canceled');
  expect(await storedInvite(inviteId)).toMatchObject({ status: 'revoked' });
  expect(await revocationsOf(subscriptionId)).toEqual([{ actor_id: null, subject_id: inviteId }]);
});
