import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ProviderRefusal,
  ProviderUnavailable,
} from '../../../src/modules/billing/port/payment-provider.ts';
import type { TypedCard } from '../../../src/modules/billing/providers/sandbox/index.ts';
import { createSandboxProvider } from '../../../src/modules/billing/providers/sandbox/index.ts';
import { openDatabase } from '../../../src/platform/database.ts';
import { details, newKept, newKey, newStart, pro, weekMs } from '../contract/steps.ts';
import { type OpenSandbox, openSandbox, sandboxPlans } from './rig.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const visa: TypedCard = {
  number: '4242 4242 4242 4242',
  expMonth: 12,
  expYear: 2030,
  cvc: '987',
  holder: 'Ada Lovelace',
};
const asking = { ...visa, number: '4000002500003155' };

async function makeCustomer(): Promise<string> {
  const customer = { subscriptionId: newKey(), email: 'ada@example.com' };
  return sandbox.provider.createCustomer({ ...customer, key: newKey() });
}

async function makePaying(typed: TypedCard) {
  const customerId = await makeCustomer();
  const cardId = await sandbox.provider.browser.createCard(typed);
  await sandbox.provider.keepCard(newKept(customerId, cardId));
  const [card] = await sandbox.provider.listCards(customerId);
  return { customerId, card };
}

describe('a card that is typed', () => {
  it('is kept without its number and its security code', async () => {
    const { card } = await makePaying(visa);
    expect(card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: 2030,
      holder: 'Ada Lovelace',
      isDefault: true,
    });
    const { rows } = await sql<{ kept: string }>`
      select concat(cards) as kept from sandbox.cards`.execute(sandbox.db);
    const kept = rows.map((row) => row.kept).join('\n');
    expect(kept).toContain('Ada Lovelace');
    expect(kept).not.toMatch(/4242 ?4242|987/);
  });

  it.each([
    [{ number: '4111111111111111' }, /^Only test card numbers/],
    [{ number: '' }, /^Only test card numbers/],
    [{ expMonth: 13 }, /expiration month/],
    [{ expMonth: 2, expYear: 2026 }, /expiration year/],
    [{ expYear: Number.NaN }, /expiration year/],
    [{ cvc: '12' }, /security code/],
  ])('is refused and not kept with %o', async (wrong, sentence) => {
    const count = async () =>
      (await sql`select 1 from sandbox.cards`.execute(sandbox.db)).rows.length;
    const before = await count();
    const refused = sandbox.provider.browser.createCard({ ...visa, ...wrong });
    const error: unknown = await refused.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderRefusal);
    expect(String(error)).toMatch(new RegExp(sentence.source.replace('^', '')));
    expect(await count()).toBe(before);
  });

  it('belongs to one customer only', async () => {
    const { card } = await makePaying(visa);
    const cardId = card?.id ?? '';
    const customerId = await makeCustomer();
    const stolen = sandbox.provider.keepCard(newKept(customerId, cardId));
    await expect(stolen).rejects.toBeInstanceOf(ProviderRefusal);
    const charged = sandbox.provider.setDefaultCard({ key: newKey(), customerId, cardId });
    await expect(charged).rejects.toThrow(/has no card/);
  });

  it('is kept by no customer where its bank declines it', async () => {
    const customerId = await makeCustomer();
    const declined = { ...visa, number: '4000000000000002' };
    const cardId = await sandbox.provider.browser.createCard(declined);
    const refused = sandbox.provider.keepCard(newKept(customerId, cardId));
    await expect(refused).rejects.toThrow('Your card was declined.');
    expect(await sandbox.provider.listCards(customerId)).toEqual([]);
  });

  it('is forgotten after a day when no customer has kept it', async () => {
    const cardId = await sandbox.provider.browser.createCard(visa);
    sandbox.clock.advance(25 * 3_600_000);
    await sandbox.provider.runDue(sandbox.clock.now());
    const customerId = await makeCustomer();
    const late = sandbox.provider.keepCard(newKept(customerId, cardId));
    await expect(late).rejects.toBeInstanceOf(ProviderRefusal);
  });
});

describe('a setup', () => {
  async function openSetup(typed: TypedCard) {
    const customerId = await makeCustomer();
    const secret = await sandbox.provider.createSetup({ key: newKey(), customerId });
    const cardId = await sandbox.provider.browser.createCard(typed);
    return { customerId, secret, cardId };
  }

  it('adds a card once', async () => {
    const { browser, listCards } = sandbox.provider;
    const { customerId, secret, cardId } = await openSetup(visa);
    expect(await browser.completeSetup(secret, cardId)).toBe('succeeded');
    expect(await listCards(customerId)).toMatchObject([{ id: cardId, isDefault: true }]);
    await expect(browser.completeSetup(secret, cardId)).rejects.toBeInstanceOf(ProviderRefusal);
  });

  it('asks the person first where the bank wants that, and charges do not ask again', async () => {
    const { browser, listCards, startSubscription } = sandbox.provider;
    const { customerId, secret, cardId } = await openSetup(asking);
    expect(await browser.completeSetup(secret, cardId)).toBe('authentication-needed');
    expect(await listCards(customerId)).toEqual([]);
    expect(await browser.answerChallenge(secret, false)).toBe('failed');
    expect(await browser.answerChallenge(secret, true)).toBe('nothing-asked');
    expect(await browser.completeSetup(secret, cardId)).toBe('authentication-needed');
    expect(await browser.answerChallenge(secret, true)).toBe('succeeded');

    const cards = await listCards(customerId);
    expect(cards.map(({ id }) => id)).toEqual([cardId]);
    const charge = await startSubscription(newStart({ customerId }, pro));
    expect(charge).toMatchObject({ outcome: 'paid' });
  });

  it('refuses a declined card in the words of its bank', async () => {
    const { secret, cardId } = await openSetup({ ...visa, number: '4000000000000002' });
    const refused = sandbox.provider.browser.completeSetup(secret, cardId);
    await expect(refused).rejects.toThrow('Your card was declined.');
  });
});

describe('the sandbox', () => {
  it('does one thing for a key that comes many times at once', async () => {
    const paying = await makePaying(visa);
    const start = newStart(paying, pro);
    const charges = await Promise.all(
      Array.from({ length: 8 }, () => sandbox.provider.startSubscription(start)),
    );
    expect(charges).toEqual(charges.map(() => charges[0]));
    expect(charges[0]).toMatchObject({ outcome: 'paid' });
    expect(await sandbox.provider.listInvoices(paying.customerId, 100)).toHaveLength(1);
  });

  it('takes one answer of the person for one charge', async () => {
    const paying = await makePaying(asking);
    const charge = await sandbox.provider.startSubscription(newStart(paying, pro));
    const secret = charge.outcome === 'authentication-needed' ? charge.clientSecret : '';
    const answers = await Promise.all(
      [1, 2, 3].map(() => sandbox.provider.browser.answerChallenge(secret, true)),
    );
    expect(answers.sort()).toEqual(['nothing-asked', 'nothing-asked', 'succeeded']);
    expect(await sandbox.provider.browser.answerChallenge('pi_x_secret_x', true)).toBe(
      'nothing-asked',
    );
  });

  it('shows an invoice to whoever has its secret', async () => {
    const paying = await makePaying(visa);
    await sandbox.provider.startSubscription(newStart(paying, pro));
    const [invoice] = await sandbox.provider.listInvoices(paying.customerId, 100);
    const secret = /^http:\/\/localhost:5000\/sandbox\/invoices\/([\w-]{22})$/.exec(
      (await sandbox.provider.readInvoiceLink({
        invoiceId: invoice?.id ?? '',
        document: 'page',
      })) ?? '',
    )?.[1];
    expect(await sandbox.provider.findHostedInvoice(secret ?? '')).toMatchObject({
      number: invoice?.number,
      status: 'paid',
      total: 1_000,
      amountDue: 1_000,
      lines: [{ kind: 'period', plan: 'Pro', amount: 1_000 }],
      billedTo: { email: 'ada@example.com', details },
    });
    expect(await sandbox.provider.findHostedInvoice('A'.repeat(22))).toBeUndefined();
  });

  it('offers each event until it is taken, and signs it as it reads it', async () => {
    const { customerId } = await makePaying(visa);
    const all = await sandbox.provider.listUndelivered(10_000);
    const mine = all.filter((event) => event.customerId === customerId);
    expect(mine.map(({ type }) => type)).toEqual([
      'customer.created',
      'payment_method.attached',
      'customer.updated',
    ]);
    await sandbox.provider.markDelivered(mine.map(({ id }) => id));
    const left = await sandbox.provider.listUndelivered(10_000);
    expect(left.filter((event) => event.customerId === customerId)).toEqual([]);
    expect(left).toHaveLength(all.length - mine.length);
    for (const event of mine) {
      const { body, signature } = sandbox.provider.signEvent(event);
      expect(sandbox.provider.readWebhook(body, signature)).toMatchObject({ id: event.id });
      expect(sandbox.provider.readWebhook(body, undefined)).toBeUndefined();
    }
  });

  it('renews the others when one subscription is stuck, and says so', async () => {
    const [stuck, fine] = [await makePaying(visa), await makePaying(visa)];
    await sandbox.provider.startSubscription(newStart(stuck, pro));
    await sandbox.provider.startSubscription(newStart(fine, pro));
    await sql`update sandbox.subscriptions set price_ids = '{price_gone}'
      where customer_id = ${stuck.customerId}`.execute(sandbox.db);
    sandbox.clock.advance(weekMs);
    await expect(sandbox.provider.runDue(sandbox.clock.now())).rejects.toThrow(
      /^Stuck in the sandbox: sub_\w+ \(/,
    );
    expect(await sandbox.provider.listInvoices(fine.customerId, 100)).toHaveLength(2);
    expect(await sandbox.provider.listInvoices(stuck.customerId, 100)).toHaveLength(1);
  });

  it('is unavailable when its database is', async () => {
    const { db, close } = openDatabase(
      { connectionString: 'postgres://a@127.0.0.1:1/a' },
      () => {},
    );
    const { clock } = sandbox;
    const away = createSandboxProvider({ db, clock, plans: sandboxPlans, publicUrl: '' });
    await expect(away.readCustomer('x')).rejects.toBeInstanceOf(ProviderUnavailable);
    await expect(away.createSetup({ key: 'x', customerId: 'x' })).rejects.toBeInstanceOf(
      ProviderUnavailable,
    );
    await close();
  });
});
