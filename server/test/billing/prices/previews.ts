import { expect } from 'vitest';
import type { Chance } from '../../harness/chance.ts';
import { createCrowd, signInAgain, verdictOf } from '../../harness/crowd.ts';
import { document, type Person } from '../../harness/wire-client.ts';
import type { Books } from '../../histories/books.ts';
import type { World } from '../../histories/world.ts';
import { billingInfo } from '../support/payment-scenes.ts';

interface Lot {
  readonly people: number;
  readonly changes: number;
}

interface Money {
  readonly amount: number;
  readonly currency: string;
}

interface Preview {
  readonly due_now: Money;
  readonly credit: Money;
  readonly next: Money;
  readonly preview: string;
}

/** One who changes plans again and again. */
interface Buyer {
  person: Person;
  readonly subscriptionId: string;
  planId: string;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const mostHours = 60;
const mostMinutes = 9;
const mostRounds = 80;
const plans = ['free', 'pro', 'pro', 'enterprise', 'enterprise'];

/** Random changes, each shown before; what was charged and credited must be just that. Answers how many. */
export async function playPreviews(world: World, chance: Chance, lot: Lot): Promise<number> {
  const crowd = await createCrowd(world.app, lot.people);
  const buyers = await Promise.all(crowd.map((person) => buy(world, person)));
  let done = 0;
  for (let round = 0; done < lot.changes && round < mostRounds; round += 1) {
    await pass(world, buyers, chance.below(mostHours) * hourMs + chance.below(hourMs));
    const wanted = buyers.map((buyer) => ({
      buyer,
      planId: chance.pick(plans.filter((id) => id !== buyer.planId)),
      key: `round-${round}`,
    }));
    const shown = await Promise.all(wanted.map((change) => preview(world, change)));
    // A person who reads for a while pays what was shown.
    await world.advance(chance.below(mostMinutes) * minuteMs);
    const before = await world.readBooks();
    const answers = await Promise.all(
      wanted.map((change, index) => move(world, change, shown[index] ?? expect.fail())),
    );
    const after = await world.readBooks();
    for (const [index, change] of wanted.entries()) {
      if (answers[index] === 'ok') {
        change.buyer.planId = change.planId;
        expectKept({ change, before, after }, shown[index] ?? expect.fail());
        await expectListed(world, change.buyer, after);
        await expectNext(world, change.buyer, shown[index] ?? expect.fail());
        done += 1;
      } else {
        // A week has ended in between.
        expect(answers[index]).toBe('billing/preview-outdated');
      }
    }
  }
  return done;
}

async function buy(world: World, person: Person): Promise<Buyer> {
  const data = { planId: 'pro', billingInfo: billingInfo() };
  const answer = await call(world, person, { name: 'createSubscription', data, key: 'buy' });
  expect(answer.statusCode, answer.body).toBe(200);
  return { person, subscriptionId: answer.json().data.subscriptionId, planId: 'pro' };
}

interface Change {
  readonly buyer: Buyer;
  readonly planId: string;
  readonly key: string;
}

async function preview(world: World, { buyer, planId, key }: Change): Promise<Preview> {
  const data = { subscriptionId: buyer.subscriptionId, planId };
  const answer = await call(world, buyer.person, { name: 'previewPlanChange', data, key });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}

async function move(world: World, { buyer, planId, key }: Change, shown: Preview): Promise<string> {
  const info = buyer.planId === 'free' ? { billingInfo: billingInfo('pm_card_mastercard') } : {};
  const { preview } = shown;
  const data = { subscriptionId: buyer.subscriptionId, planId, preview, ...info };
  return verdictOf(await call(world, buyer.person, { name: 'changeSubscriptionPlan', data, key }));
}

interface Request {
  readonly name: string;
  readonly data: object;
  readonly key: string;
}

function call(world: World, { uid, idToken }: Person, { name, data, key }: Request) {
  const headers = { 'idempotency-key': `${uid}-${name}-${key}` };
  return world.call(name, { data, idToken, headers });
}

interface Happened {
  readonly change: Change;
  readonly before: Books;
  readonly after: Books;
}

/** To the cent: what cards were charged, and what is left for later. */
function expectKept({ change, before, after }: Happened, { due_now, credit }: Preview): void {
  const { subscriptionId } = change.buyer;
  const now = account(after, subscriptionId);
  const then = account(before, subscriptionId);
  const seen = new Set(then.invoices.map(({ id }) => id));
  const added = now.invoices.filter(({ id }) => !seen.has(id));
  const charged = added.reduce((sum, { due }) => sum + due, 0);
  expect({ charged }, subscriptionId).toEqual({ charged: due_now.amount });
  expect(added.every(({ status }) => status === 'paid')).toBe(true);
  const used = added.reduce((sum, { total, due }) => sum + Math.max(0, total) - due, 0);
  expect(now.credit).toBe(then.credit - used + credit.amount);
}

function account({ customers, invoices }: Books, reference: string) {
  const customer = customers.find((one) => one.reference === reference) ?? expect.fail();
  const own = invoices.filter(({ customerId }) => customerId === customer.id);
  return { credit: customer.credit, invoices: own };
}

/** The person's own list shows the same invoices. */
async function expectListed(world: World, { person, subscriptionId }: Buyer, books: Books) {
  const line = `GET /v1/subscriptions/${subscriptionId}/invoices` as const;
  const answer = await document(world.app, line, { idToken: person.idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  const [newest] = answer.json().invoices;
  const booked = account(books, subscriptionId).invoices.find(({ id }) => id === newest.id);
  expect(newest.total).toBe(booked?.total);
}

/** Stripe's minimum for usd: it charges nothing below, and adds the amount to the invoice after. */
const leastCharge = 50;

/** The summary shows the same next total as the preview did. */
async function expectNext(world: World, { person, subscriptionId }: Buyer, { next }: Preview) {
  const { idToken } = person;
  const data = { subscriptionId };
  const answer = await world.call('getBillingSummary', { idToken, data, headers: {} });
  expect(answer.statusCode, answer.body).toBe(200);
  const total = answer.json().data.next_invoice?.total ?? { ...next, amount: 0 };
  if (next.amount >= leastCharge || total.amount > 0) {
    expect(total, subscriptionId).toEqual(next);
  }
}

async function pass(world: World, buyers: readonly Buyer[], ms: number): Promise<void> {
  await world.advance(ms);
  await world.settle();
  const people = await signInAgain(
    world.app,
    buyers.map(({ person }) => person),
  );
  for (const [index, buyer] of buyers.entries()) {
    buyer.person = people[index] ?? expect.fail();
  }
}
