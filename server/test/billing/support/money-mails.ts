import { sql } from 'kysely';
import { expect } from 'vitest';
import { keepEvent } from '../../../src/modules/billing/index.ts';
import type { ProviderEvent } from '../../../src/modules/billing/port/payment-provider.ts';
import { billingMails } from '../../../src/modules/mail/kinds/billing.ts';
import { type ReceivedMail, receivedMails } from '../../harness/mailbox.ts';
import type { TestApp } from '../../harness/test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  type Person,
} from '../../harness/wire-client.ts';
import {
  addCard,
  answerChallenge,
  createPaidSubscription,
  expectDone,
  passTime,
  settle,
} from './payment-scenes.ts';

/** Mails to somebody about money, oldest first. */
export async function moneyMailsTo(
  app: TestApp,
  { email }: Pick<Person, 'email'>,
): Promise<ReceivedMail[]> {
  const mails = await receivedMails(app, email);
  return mails.filter(({ kind }) => kind in billingMails);
}

export const kindsMailed = async (app: TestApp, person: Person) =>
  (await moneyMailsTo(app, person)).map(({ kind }) => kind);

export async function lastMail(app: TestApp, person: Person): Promise<ReceivedMail> {
  return (await moneyMailsTo(app, person)).at(-1) ?? expect.fail('no mail about money was sent');
}

/** An owner and a subscription, with the calls that an owner makes. */
export async function begin(app: TestApp, planId = 'pro') {
  let owner = await createPerson(app);
  const subscriptionId =
    planId === 'free'
      ? await createFreeSubscription(app, owner)
      : await createPaidSubscription(app, owner, planId);
  const call = (name: string, more: object = {}) =>
    callable(app, name, { data: { subscriptionId, ...more }, idToken: owner.idToken });
  const choose = (paymentMethodId: string) => call('setDefaultPaymentMethod', { paymentMethodId });
  return {
    subscriptionId,
    owner: () => owner,
    link: (page: string) => `${app.config.publicUrl}/subscription/${subscriptionId}${page}`,
    call: async (name: string, more?: object) => expectDone(await call(name, more)),
    choose: async (cardId: string) => expectDone(await choose(cardId)),
    async payWith(number: string) {
      const { idToken } = owner;
      const cardId = await addCard(app, { subscriptionId, idToken }, number);
      expectDone(await choose(cardId));
      return cardId;
    },
    async pass(ms: number) {
      owner = await passTime(app, ms, owner);
    },
    async firstCard() {
      const { paymentMethods } = expectDone(await call('getPaymentMethods'));
      return (paymentMethods as { id: string }[])[0]?.id ?? expect.fail('no card');
    },
    async confirm(answer: Record<string, unknown>) {
      await answerChallenge(app, String(answer.clientSecret), true);
      await settle(app);
    },
  };
}

/** Tells the product what it knows already, in messages of their own. */
export async function repeatEverything(app: TestApp, times = 3): Promise<void> {
  const { db, clock } = app;
  const { rows } = await sql<Omit<ProviderEvent, 'createdAt'>>`
    select id, type, customer_id as "customerId", charge_id as "chargeId",
      reference as "subscriptionId"
    from provider_events order by created_at desc, id`.execute(db);
  expect(rows.length).toBeGreaterThan(0);
  for (let time = 0; time < times; time += 1) {
    for (const { id, ...event } of rows) {
      const now = clock.now();
      await keepEvent(db, { ...event, id: `${id}_${time}`, createdAt: now }, now);
    }
    await app.app.runJobs();
  }
}
