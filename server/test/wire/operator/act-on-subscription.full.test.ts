import {
  mayOperate,
  operatorRoles,
  type SubscriptionAct,
  subscriptionActRights,
} from '@hearth/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  atProvider,
  createPaidSubscription,
  dayMs,
  openIntent,
  raisePro,
  readSubscription,
  settle,
  withoutProvider,
} from '../../billing/support/payment-scenes.ts';
import { beginRaised } from '../../billing/support/raised-price.ts';
import {
  addMember,
  fortnightMs,
  inviteTo,
  itemRows,
  scheduleFree,
  setStatus,
} from '../../harness/factories.ts';
import { createFrozen, plantClaim } from '../../harness/frozen-project.ts';
import { receivedMails } from '../../harness/mailbox.ts';
import { callAs, createOperator, createRole, operatedEnv } from '../../harness/operators.ts';
import { createOwnTestApp, createTestApp, type TestApp } from '../../harness/test-app.ts';
import {
  type Answer,
  callable,
  createFreeSubscription,
  createPerson,
  createVerifiedPerson,
  expectRefusal,
  newAddress,
  type Person,
  signIn,
} from '../../harness/wire-client.ts';

const acts = Object.keys(subscriptionActRights) as SubscriptionAct[];
const product = {
  billing: { cancel: 'ask' as const, promotionCodes: false },
  policy: { secondOperatorAbove: { usd: 400 } },
};

async function paidOf({ db }: TestApp, id: string): Promise<number[]> {
  const { rows } = await sql<{ total: number }>`
    select total from invoices where subscription_id = ${id} and status = 'paid'`.execute(db);
  return rows.map(({ total }) => total);
}

type Activity = { readonly action: string; readonly actor: { readonly id: string } };

interface Asking {
  readonly seen?: number;
  readonly by?: Person;
  readonly [detail: string]: unknown;
}

describe('actOnSubscription', () => {
  let app: TestApp;
  let operator: Person;
  let owner: Person;
  beforeAll(async () => {
    app = await createTestApp({ logger: false, env: operatedEnv, product });
    operator = await createOperator(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    operator = await signIn(app, operator);
    owner = await createVerifiedPerson(app);
  });

  const act = (id: string, name: SubscriptionAct, { by = operator, ...asking }: Asking = {}) =>
    callAs(app, by, `POST /subscriptions/${id}/acts`, {
      act: name,
      reason: 'Ticket 30',
      seen: 0,
      ...asking,
    });
  const paid = () => createPaidSubscription(app, owner);
  const invoiceOf = async (id: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      select id from invoices where subscription_id = ${id}`.execute(app.db);
    return rows[0]?.id ?? expect.fail();
  };
  const refundedOf = async (id: string) => {
    const { rows } = await sql<{ refunded: number | null }>`
      select refunded from invoices where subscription_id = ${id}`.execute(app.db);
    return rows[0]?.refunded;
  };
  const stateOf = (answer: Answer) => answer.json();
  const actionsOf = async (id: string) => {
    const { rows } = await sql<{ action: string; actor: string | null }>`
      select action, actor_id as actor from audit_events
      where subscription_id = ${id} order by id desc limit 1`.execute(app.db);
    return rows[0];
  };

  it('refund: a part, then all that is left; each goes back once, however often it is asked for', async () => {
    const id = await paid();
    const invoiceId = await invoiceOf(id);
    const part = { invoiceId, amount: 500 };
    const twice = await Promise.all([act(id, 'refund', part), act(id, 'refund', part)]);
    expect(twice.map(({ statusCode }) => statusCode).filter((code) => code === 200)).not.toEqual(
      [],
    );
    expect(stateOf(await act(id, 'refund', part))).toEqual({ number: 1, state: 'done' });
    expect(await refundedOf(id)).toBe(500);
    expect(stateOf(await act(id, 'refund', { invoiceId, seen: 1 }))).toEqual({
      number: 2,
      state: 'done',
    });
    await settle(app);
    expect(await refundedOf(id)).toBe(1_000);
    expectRefusal(await act(id, 'refund', { invoiceId, seen: 2 }), 'operator/not-refundable');
  });

  it('refund of more than is left: operator/refund-too-much; of another project’s invoice: operator/not-refundable', async () => {
    const id = await paid();
    const invoiceId = await invoiceOf(id);
    expectRefusal(
      await act(id, 'refund', { invoiceId, amount: 99_999 }),
      'operator/refund-too-much',
    );
    const other = await createFreeSubscription(app, owner);
    expectRefusal(await act(other, 'refund', { invoiceId }), 'operator/not-refundable');
    expect(await refundedOf(id)).toBe(0);
  });

  it('a silent provider: under way, and a running server finishes it once', async () => {
    const id = await paid();
    const invoiceId = await invoiceOf(id);
    await withoutProvider(app, async () => {
      expectRefusal(await act(id, 'refund', { invoiceId }), 'billing/provider-unavailable');
      expect(stateOf(await act(id, 'end-now'))).toEqual({ number: 1, state: 'under-way' });
      expect(stateOf(await act(id, 'end-now'))).toEqual({ number: 1, state: 'under-way' });
    });
    app.clock.advance(10 * 60_000);
    await settle(app);
    operator = await signIn(app, operator);
    expect(stateOf(await act(id, 'end-now'))).toEqual({ number: 1, state: 'done' });
    expect(await atProvider(app, id)).toMatchObject({ subscriptions: ['canceled'] });
  });

  it('end-now: ended at the provider too, recorded as nobody’s, and the owner is told who did it', async () => {
    const id = await paid();
    expect(stateOf(await act(id, 'end-now'))).toEqual({ number: 1, state: 'done' });
    expect(await readSubscription(app, id, owner)).toMatchObject({ status: 'canceled' });
    expect(await actionsOf(id)).toEqual({ action: 'subscription.canceled', actor: null });
    const mail = (await receivedMails(app, owner.email)).at(-1);
    expect(mail).toMatchObject({ kind: 'subscription-canceled' });
    expect(mail?.text).toContain('Support canceled');
    expectRefusal(await act(id, 'end-now', { seen: 1 }), 'subscription/canceled');
  });

  it('end-with-period and resume: as the owner can, and recorded as nobody’s', async () => {
    const id = await paid();
    expect(stateOf(await act(id, 'end-with-period'))).toEqual({ number: 1, state: 'done' });
    expect(await readSubscription(app, id, owner)).toHaveProperty('cancel_at');
    expect(await actionsOf(id)).toEqual({ action: 'subscription.end-scheduled', actor: null });
    expectRefusal(await act(id, 'end-with-period', { seen: 1 }), 'subscription/ending');
    expect(stateOf(await act(id, 'resume', { seen: 1 }))).toEqual({ number: 2, state: 'done' });
    expect(await readSubscription(app, id, owner)).not.toHaveProperty('cancel_at');
    expectRefusal(await act(id, 'resume', { seen: 2 }), 'subscription/not-ending');
  });

  it('extend-trial: refused without a trial or a number of days', async () => {
    const id = await createFreeSubscription(app, owner);
    expectRefusal(await act(id, 'extend-trial', { days: 7 }), 'operator/not-in-trial');
    expectRefusal(await act(id, 'extend-trial'), 'operator/missing-detail');
  });

  it('give-free-time and end-free-time: refused if nothing renews, falls into it, or was given', async () => {
    const free = await createFreeSubscription(app, owner);
    expectRefusal(await act(free, 'give-free-time', { months: 1 }), 'operator/not-renewing');
    const id = await paid();
    expectRefusal(await act(id, 'end-free-time'), 'operator/no-free-time');
    const yearly = new Date(app.clock.now().getTime() + 300 * dayMs);
    await sql`
      update billing_accounts set period_end = ${yearly} where subscription_id = ${id}`.execute(
      app.db,
    );
    expectRefusal(await act(id, 'give-free-time', { months: 9 }), 'operator/free-time-too-short');
  });

  it('give-free-plan: Pro for a project on Free, which a year of needs a second operator', async () => {
    const id = await createFreeSubscription(app, owner);
    const give = (more: object) => act(id, 'give-free-plan', { planId: 'pro', months: 2, ...more });
    expectRefusal(await give({ planId: 'silver' }), 'plan/unknown');
    expectRefusal(await give({ planId: 'gold' }), 'plan/legacy');
    expectRefusal(await give({ planId: 'free' }), 'plan/no-such-price');
    expectRefusal(
      await act(await paid(), 'give-free-plan', { planId: 'pro', months: 2 }),
      'operator/not-on-free',
    );
    expect(stateOf(await give({ months: 12 }))).toEqual({ number: 1, state: 'waiting' });
    expect(stateOf(await give({ seen: 1 }))).toEqual({ number: 2, state: 'done' });
    expect(await actionsOf(id)).toEqual({ action: 'subscription.free-time-given', actor: null });
  });

  it('above policy.secondOperatorAbove: waits, and whoever asked cannot approve it', async () => {
    const id = await paid();
    // A year of 10 dollars a week.
    expect(stateOf(await act(id, 'give-free-time', { months: 12 }))).toEqual({
      number: 1,
      state: 'waiting',
    });
    expectRefusal(await act(id, 'approve', { of: 1, seen: 1 }), 'operator/second-needed');
    expectRefusal(await act(id, 'decline', { of: 2, seen: 1 }), 'operator/not-waiting');
  });

  describe('transfer', () => {
    const withMember = async (make = paid) => {
      const [id, member] = [await make(), await createVerifiedPerson(app)];
      await addMember(app, { subscriptionId: id, uid: member.uid });
      return { id, member };
    };

    it('a plain member is the owner, once by a double press; the card is gone, both are mailed who did it', async () => {
      const { id, member } = await withMember();
      const give = () => act(id, 'transfer', { memberId: member.uid });
      const twice = await Promise.all([give(), give()]);
      for (const answer of [...twice, await give()]) {
        expect(stateOf(answer)).toEqual({ number: 1, state: 'done' });
      }
      await settle(app);
      expect(await readSubscription(app, id, member)).toMatchObject({
        owner_id: member.uid,
        permissions: { admin: [owner.uid, member.uid] },
      });
      const { rows } = await sql`
        select action, actor_id as actor, subject_id as subject from audit_events
        where subscription_id = ${id} and action like '%ownership%'`.execute(app.db);
      const action = 'subscription.ownership-transferred';
      expect(rows).toEqual([{ action, actor: null, subject: member.uid }]);
      expect(await atProvider(app, id)).toMatchObject({ subscriptions: ['active'], cards: [] });
      for (const [{ email }, kind] of [
        [owner, 'ownership-given'],
        [member, 'ownership-received'],
      ] as const) {
        const mails = (await receivedMails(app, email)).filter((mail) => mail.kind === kind);
        expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('Support handed')]);
      }
      const look = await callAs(app, operator, `POST /subscriptions/${id}/look`, {
        reason: 'T 30',
      });
      const details = { memberId: member.uid };
      const done = { act: 'transfer', details, operator: operator.email, state: 'done' };
      expect(look.json().acts).toContainEqual(expect.objectContaining(done));
    });

    it('to a stranger, the owner, somebody who is only invited or a disabled member: operator/not-eligible-owner', async () => {
      const { id, member } = await withMember(() => createFreeSubscription(app, owner));
      const { inviteId } = await inviteTo(app, { owner, subscriptionId: id });
      const stranger = await createPerson(app);
      await sql`update accounts set disabled_at = now() where id = ${member.uid}`.execute(app.db);
      for (const memberId of [stranger.uid, owner.uid, inviteId, member.uid, '']) {
        expectRefusal(await act(id, 'transfer', { memberId }), 'operator/not-eligible-owner');
      }
      expectRefusal(await act(id, 'transfer'), 'operator/missing-detail');
      expect(await readSubscription(app, id, owner)).toMatchObject({ owner_id: owner.uid });
      expect((await receivedMails(app, owner.email)).map(({ kind }) => kind)).not.toContain(
        'ownership-given',
      );
    });

    it.each([
      ['canceled', 'subscription/canceled'],
      ['unpaid', 'subscription/unpaid'],
    ] as const)('of a project that is %s: %s', async (status, code) => {
      const { id, member } = await withMember(() => createFreeSubscription(app, owner));
      await setStatus(app, id, status);
      expectRefusal(await act(id, 'transfer', { memberId: member.uid }), code);
    });

    it('of a claimed project, or while money is changed: subscription/frozen, billing/under-way', async () => {
      const { id, member } = await withMember();
      await openIntent(app, id, owner);
      expectRefusal(await act(id, 'transfer', { memberId: member.uid }), 'billing/under-way');
      const frozen = await withMember(() => createFreeSubscription(app, owner));
      await plantClaim(app, frozen.id, owner);
      const memberId = frozen.member.uid;
      expectRefusal(await act(frozen.id, 'transfer', { memberId }), 'subscription/frozen');
    });

    it('to an owner of as many free projects as there may be: subscription/new-owner-has-too-many', async () => {
      const policy = { freeProjects: 1 };
      const own = await createOwnTestApp({ logger: false, env: operatedEnv, product: { policy } });
      const [by, member] = [await createOperator(own), await createPerson(own)];
      const id = await createFreeSubscription(own, await createPerson(own));
      await createFreeSubscription(own, member);
      await addMember(own, { subscriptionId: id, uid: member.uid });
      const body = { act: 'transfer', reason: 'Asked', seen: 0, memberId: member.uid };
      const answer = await callAs(own, by, `POST /subscriptions/${id}/acts`, body);
      expectRefusal(answer, 'subscription/new-owner-has-too-many');
    });
  });

  describe('move-price', () => {
    it('pays the present price, once by a double press; recorded as nobody’s, and the owner is mailed', async () => {
      const { shop, payer, id, move, look } = await beginRaised();
      const usd = (amount: number) => ({ amount, currency: 'usd' });
      expect(await look()).toMatchObject({ price: usd(1_000), moves_to: usd(1_200) });
      const twice = await Promise.all([move(), move()]);
      expect(twice.map(({ statusCode }) => statusCode)).toContain(200);
      expect((await move()).json()).toEqual({ number: 1, state: 'done' });
      await settle(shop);
      const { price, moves_to, frequency, activities } = await look();
      expect({ price, moves_to, frequency }).toEqual({
        price: usd(1_200),
        moves_to: null,
        frequency: 'week',
      });
      expect(activities.map(({ action, actor }: Activity) => [action, actor.id])).toContainEqual([
        'billing.price-moved',
        '',
      ]);
      expect(await paidOf(shop, id)).toHaveLength(2);
      const kinds = (await receivedMails(shop, payer.email)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'plan-changed')).toHaveLength(1);
      expectRefusal(await move({ seen: 1 }), 'operator/no-retired-price');
    });

    it('at the present price, or paying nothing: operator/no-retired-price', async () => {
      const free = await createFreeSubscription(app, owner);
      for (const id of [await paid(), free]) {
        expectRefusal(await act(id, 'move-price'), 'operator/no-retired-price');
      }
    });

    it('that cannot be made now: billing/card-missing, operator/change-scheduled, subscription/unpaid', async () => {
      const { shop, id, set, move } = await beginRaised();
      await set(sql`scheduled_items = ${itemRows('price_free_week')}, scheduled_at = now()`);
      expectRefusal(await move(), 'operator/change-scheduled');
      await set(sql`scheduled_items = null, scheduled_at = null, card = null`);
      expectRefusal(await move(), 'billing/card-missing');
      await setStatus(shop, id, 'unpaid');
      expectRefusal(await move(), 'subscription/unpaid');
      expect(await paidOf(shop, id)).toEqual([1_000]);
    });

    it('after a refund: billing/payment-returned; with more people than seats: seats/too-many-in-use', async () => {
      const { shop, id, move } = await beginRaised({
        raise: (plan) => raisePro({ ...plan, seats: 1 }),
      });
      const { uid } = await createPerson(shop);
      await addMember(shop, { subscriptionId: id, uid });
      expectRefusal(await move(), 'seats/too-many-in-use');
      await sql`delete from memberships where account_id = ${uid}`.execute(shop.db);
      await sql`update invoices set refunded = 100 where subscription_id = ${id}`.execute(shop.db);
      expectRefusal(await move(), 'billing/payment-returned');
    });
  });

  it('a free project: subscription/nothing-to-end', async () => {
    const id = await createFreeSubscription(app, owner);
    expectRefusal(await act(id, 'end-with-period'), 'subscription/nothing-to-end');
  });

  it('a project that somebody claims: subscription/frozen', async () => {
    const { subscriptionId } = await createFrozen(app);
    operator = await signIn(app, operator);
    expectRefusal(await act(subscriptionId, 'end-now'), 'subscription/frozen');
    const id = await paid();
    await plantClaim(app, id, owner);
    const invoiceId = await invoiceOf(id);
    expectRefusal(await act(id, 'refund', { invoiceId }), 'subscription/frozen');
  });

  it('while another change is open: billing/under-way', async () => {
    const id = await paid();
    await openIntent(app, id, owner);
    expectRefusal(await act(id, 'end-with-period'), 'billing/under-way');
  });

  it('resync: reads the provider and says so in the activity', async () => {
    const id = await paid();
    expect(stateOf(await act(id, 'resync'))).toEqual({ number: 1, state: 'done' });
    expect(await actionsOf(id)).toMatchObject({ action: 'billing.resynced' });
  });

  it('resend-invite: mails a new link, and opens one again that has run out', async () => {
    const id = await createPaidSubscription(app, owner, 'pro');
    const email = newAddress();
    const { inviteId } = await inviteTo(app, { owner, subscriptionId: id }, email);
    expect(stateOf(await act(id, 'resend-invite', { inviteId }))).toMatchObject({ state: 'done' });
    app.clock.advance(fortnightMs + 1);
    operator = await signIn(app, operator);
    const again = await act(id, 'resend-invite', { inviteId, seen: 1 });
    expect(stateOf(again)).toEqual({ number: 2, state: 'done' });
    const mails = await receivedMails(app, email);
    expect(mails.filter(({ kind }) => kind === 'invitation')).toHaveLength(3);
    const { rows } = await sql`
      select 1 from invites where id = ${inviteId} and status = 'pending'
        and expires_at > ${app.clock.now()}`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('an invite that was taken back, accepted, declined or never was: refused', async () => {
    const id = await createPaidSubscription(app, owner, 'pro');
    const ended = async (status: string) => {
      const { inviteId } = await inviteTo(app, { owner, subscriptionId: id });
      await sql`update invites set status = ${status}, ended_at = ${app.clock.now()}
        where id = ${inviteId}`.execute(app.db);
      return inviteId;
    };
    for (const [status, code] of [
      ['revoked', 'invite/revoked'],
      ['accepted', 'invite/already-accepted'],
      ['rejected', 'invite/rejected'],
    ] as const) {
      const inviteId = await ended(status);
      expectRefusal(await act(id, 'resend-invite', { inviteId }), code);
    }
    expectRefusal(await act(id, 'resend-invite', { inviteId: 'nothing' }), 'invite/unknown');
  });

  it('an invitation that has run out, and has no seat or another one: refused', async () => {
    const id = await createFreeSubscription(app, owner);
    const email = newAddress();
    const { inviteId } = await inviteTo(app, { owner, subscriptionId: id }, email);
    await sql`update invites set status = 'expired', ended_at = ${app.clock.now()}
      where id = ${inviteId}`.execute(app.db);
    const again = await inviteTo(app, { owner, subscriptionId: id }, email);
    expectRefusal(await act(id, 'resend-invite', { inviteId }), 'invite/already-pending');
    await sql`delete from invites where id = ${again.inviteId}`.execute(app.db);
    const { seats } = app.config.product.plans.find((plan) => plan.id === 'free') ?? expect.fail();
    for (let taken = 1; taken < (seats ?? 0); taken += 1) {
      await inviteTo(app, { owner, subscriptionId: id });
    }
    expectRefusal(await act(id, 'resend-invite', { inviteId }), 'seats/full');
    const smaller = await createFreeSubscription(app, owner);
    await sql`update subscriptions set plan_id = 'pro' where id = ${smaller}`.execute(app.db);
    await scheduleFree(app, smaller);
    const { inviteId: late } = await inviteTo(app, { owner, subscriptionId: smaller });
    await sql`update invites set status = 'expired', ended_at = ${app.clock.now()}
      where id = ${late}`.execute(app.db);
    for (let taken = 1; taken < (seats ?? 0); taken += 1) {
      await inviteTo(app, { owner, subscriptionId: smaller });
    }
    const refused = await act(smaller, 'resend-invite', { inviteId: late });
    expectRefusal(refused, 'seats/full-after-change');
    await sql`update invites set email = ${owner.email} where id = ${inviteId}`.execute(app.db);
    expectRefusal(await act(id, 'resend-invite', { inviteId }), 'invite/already-member');
  });

  it('where nobody takes money: billing/not-set-up', async () => {
    const env = { ...operatedEnv, PAYMENT_PROVIDER: 'none' };
    const unpaid = await createOwnTestApp({ logger: false, env });
    const by = await createOperator(unpaid);
    const id = await createFreeSubscription(unpaid, await createPerson(unpaid));
    const body = { act: 'resync', reason: 'Asked', seen: 0 };
    const answer = await callAs(unpaid, by, `POST /subscriptions/${id}/acts`, body);
    expectRefusal(answer, 'billing/not-set-up');
  });

  it('if projects are only ended at once: subscription/only-now', async () => {
    const strict = await createOwnTestApp({ logger: false, env: operatedEnv });
    const by = await createOperator(strict);
    const id = await createPaidSubscription(strict, await createPerson(strict));
    const body = { act: 'end-with-period', reason: 'Asked', seen: 0 };
    const answer = await callAs(strict, by, `POST /subscriptions/${id}/acts`, body);
    expectRefusal(answer, 'subscription/only-now');
  });

  it('an act without what it needs: operator/missing-detail', async () => {
    const id = await paid();
    expectRefusal(await act(id, 'refund'), 'operator/missing-detail');
    expectRefusal(await act(id, 'resend-invite'), 'operator/missing-detail');
  });

  it('with a payment open: billing/payment-open', async () => {
    const id = await paid();
    await sql`update subscriptions set status = 'past_due' where id = ${id}`.execute(app.db);
    expectRefusal(await act(id, 'end-with-period'), 'billing/payment-open');
  });

  it('another act since the operator looked: operator/acted-meanwhile, and nothing is asked of the provider', async () => {
    const id = await paid();
    await act(id, 'note');
    const invoiceId = await invoiceOf(id);
    expectRefusal(await act(id, 'refund', { invoiceId }), 'operator/acted-meanwhile');
    expect(await refundedOf(id)).toBe(0);
  });

  it('a project that is not there: subscription/unknown', async () => {
    expectRefusal(await act('nothing', 'note'), 'subscription/unknown');
  });

  it('the owner cannot be asked twice either: a change of the operator is no session of the owner', async () => {
    const id = await paid();
    await act(id, 'end-with-period');
    const data = { subscriptionId: id };
    const { idToken } = await signIn(app, owner);
    expect((await callable(app, 'resumeSubscription', { data, idToken })).statusCode).toBe(200);
    expect(await actionsOf(id)).toEqual({ action: 'subscription.resumed', actor: owner.uid });
  });

  it.each(operatorRoles)('%s: each act only with its right', async (role) => {
    const by = await createRole(app, role);
    const id = await createFreeSubscription(app, await createPerson(app));
    for (const name of acts) {
      const answer = await act(id, name, { by, seen: 99 });
      const isIn = answer.json().error?.details?.code !== 'access/denied';
      expect([name, isIn]).toEqual([name, mayOperate(role, subscriptionActRights[name])]);
    }
  });
});
