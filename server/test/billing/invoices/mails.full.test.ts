import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { receivedMails } from '../../harness/mailbox.ts';
import { createOwnTestApp } from '../../harness/test-app.ts';
import { callable, createPerson, document } from '../../harness/wire-client.ts';
import {
  begin,
  kindsMailed,
  lastMail,
  moneyMailsTo,
  repeatEverything,
} from '../support/money-mails.ts';
import {
  answerChallenge,
  billingInfo,
  createPaidSubscription,
  dayMs,
  expectDone,
  passTime,
  settle,
  weekMs,
} from '../support/payment-scenes.ts';
import { deleteAtStripe, listAtStripe } from '../support/sandbox.ts';

const emptyCard = '4000 0000 0000 0341';
const asking = 'pm_card_authenticationRequired';
const minuteMs = 60_000;

describe('a receipt', () => {
  it('comes once for the first payment, and leads to the invoice and to billing', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app);
    await settle(app);
    const [receipt, ...others] = await moneyMailsTo(app, scene.owner());
    expect(others).toEqual([]);
    expect(receipt).toMatchObject({
      kind: 'receipt',
      subject: 'Receipt for your project at Hearth: $10.00',
    });
    expect(receipt?.html).toMatch(/<h1[^>]*>\$10\.00 was paid</);
    expect(receipt?.text).toContain('Plan: Pro');
    expect(receipt?.text).toMatch(/Period: \w+ \d+, \d{4} – \w+ \d+, \d{4}/);
    expect(receipt?.text).toContain('Paid by Visa ending in 4242: $10.00');
    expect(receipt?.text).not.toMatch(/^Pro, billed/m);
    const [invoiceLink = '', billingLink] = receipt?.links ?? [];
    expect(billingLink).toBe(scene.link('/billing'));
    const [, invoiceId] = invoiceLink.split(`${scene.link('/billing/invoices')}/`);
    const { idToken } = scene.owner();
    const path = `/v1/subscriptions/${scene.subscriptionId}/invoices/${invoiceId}/link`;
    const opened = await document(app, `GET ${path}`, { idToken });
    const page = await app.server.inject({
      method: 'GET',
      url: new URL(opened.json().url).pathname,
    });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('$10.00');
  });

  it('comes for each renewal, oldest first, however late they are followed', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app);
    await scene.pass(3 * weekMs + minuteMs);
    const mails = await moneyMailsTo(app, scene.owner());
    expect(mails.map(({ kind }) => kind)).toEqual(['receipt', 'receipt', 'receipt', 'receipt']);
    const numbers = mails.map(({ text }) => /Invoice: (\S+)/.exec(text)?.[1] ?? '');
    expect(numbers).toEqual([...numbers].sort());
    expect(new Set(numbers).size).toBe(4);
  });

  it('to an owner who chose Chinese: is in Chinese', async () => {
    const app = await createOwnTestApp({});
    const { uid, idToken, email, ...person } = await createPerson(app);
    await document(app, `PATCH /v1/users/${uid}`, { idToken, body: { language: 'zh' } });
    await createPaidSubscription(app, { idToken });
    const receipt = await lastMail(app, { uid, idToken, email, ...person });
    expect(receipt.subject).toBe('您的 Hearth 项目的收据：$10.00');
    expect(receipt.text).toContain('套餐：专业版');
    expect(receipt.text).toContain('Visa 卡（尾号 4242）支付：$10.00');
  });

  it('does not come for what costs nothing, nor for a first payment that fails', async () => {
    const app = await createOwnTestApp({});
    const { owner } = await begin(app, 'free');
    const data = { planId: 'pro', billingInfo: billingInfo('pm_card_chargeCustomerFail') };
    const refused = await callable(app, 'createSubscription', { ...owner(), data });
    expect(refused.json().error.details).toEqual({ code: 'billing/card-refused' });
    await settle(app);
    expect(await moneyMailsTo(app, owner())).toEqual([]);
  });
});

describe('a renewal that fails', () => {
  it('is told with what to do, and once more when the project closes', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app);
    await scene.payWith(emptyCard);
    await scene.pass(weekMs + minuteMs);
    const failed = await lastMail(app, scene.owner());
    expect(failed).toMatchObject({
      kind: 'payment-failed',
      subject: 'The payment of $10.00 for your project at Hearth failed',
      links: [scene.link('/billing')],
    });
    expect(failed.text).toContain('$10.00');
    expect(failed.text).toContain('Visa ending in 0341');
    const retryAt = new Date(app.clock.now().getTime() + 3 * dayMs - minuteMs);
    const day = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const;
    expect(failed.text).toContain(`on ${retryAt.toLocaleDateString('en-US', day)}`);

    // Two retries fail, which changes nothing.
    await scene.pass(3 * dayMs);
    await scene.pass(5 * dayMs);
    expect(await kindsMailed(app, scene.owner())).toEqual(['receipt', 'payment-failed']);

    await scene.pass(weekMs);
    const closed = await lastMail(app, scene.owner());
    expect(closed).toMatchObject({ kind: 'subscription-unpaid', links: failed.links });
    expect(closed.text).toContain('The project is now on hold');

    await scene.pass(5 * weekMs);
    await repeatEverything(app);
    const kinds = ['receipt', 'payment-failed', 'subscription-unpaid'];
    expect(await kindsMailed(app, scene.owner())).toEqual(kinds);
    await scene.payWith('4242 4242 4242 4242');
    await settle(app);
    // Three weeks that were tried, and the one that runs.
    const receipts = Array.from({ length: 4 }, () => 'receipt');
    expect(await kindsMailed(app, scene.owner())).toEqual([...kinds, ...receipts]);
  });

  it('is told with all that is owed, where it is more than one invoice', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app);
    await scene.payWith(emptyCard);
    await scene.pass(2 * weekMs + minuteMs);
    const failed = await lastMail(app, scene.owner());
    expect(failed.kind).toBe('payment-failed');
    expect(failed.text).toContain('$20.00');
    // The third week fails too before the first is tried for the last time.
    await scene.pass(weekMs + dayMs);
    const closed = await lastMail(app, scene.owner());
    expect(closed.kind).toBe('subscription-unpaid');
    expect(closed.text).toContain('$30.00');
  });

  it('is told as the bank’s question where it is one', async () => {
    const app = await createOwnTestApp({});
    const owner = await createPerson(app);
    const data = { planId: 'pro', billingInfo: billingInfo(asking) };
    const bought = expectDone(await callable(app, 'createSubscription', { ...owner, data }));
    // They sit in front of the screen.
    await settle(app);
    expect(await moneyMailsTo(app, owner)).toEqual([]);
    await answerChallenge(app, String(bought.clientSecret), true);
    const later = await passTime(app, weekMs + minuteMs, owner);
    const mail = await lastMail(app, owner);
    expect(mail).toMatchObject({
      kind: 'authentication-needed',
      subject: 'Please confirm the payment for your project at Hearth',
    });
    expect(mail.links[0]).toMatch(/\/subscription\/\w+\/billing$/);

    const resume = { data: { subscriptionId: bought.subscriptionId }, ...later };
    const { clientSecret } = expectDone(await callable(app, 'resumePayment', resume));
    await answerChallenge(app, String(clientSecret), true);
    await settle(app);
    const kinds = ['receipt', 'authentication-needed', 'receipt'];
    expect(await kindsMailed(app, owner)).toEqual(kinds);
  });
});

describe('the end of a subscription', () => {
  it('is told once to who canceled, of a free plan too', async () => {
    const app = await createOwnTestApp({});
    for (const planId of ['pro', 'free']) {
      const scene = await begin(app, planId);
      await scene.call('cancelSubscription', { confirmationId: scene.subscriptionId });
      await settle(app);
      const mail = await lastMail(app, scene.owner());
      expect(mail).toMatchObject({
        kind: 'subscription-canceled',
        links: [scene.link('/billing')],
      });
      expect(mail.text).toContain('You canceled your project at Hearth.');
      const kinds = await kindsMailed(app, scene.owner());
      expect(kinds.filter((kind) => kind === 'subscription-canceled')).toHaveLength(1);
    }
  });

  it('is told as the provider’s doing where it is', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app);
    await settle(app);
    const [running] = await listAtStripe(app, '/v1/subscriptions');
    await deleteAtStripe(app, `/v1/subscriptions/${running?.id}`);
    await repeatEverything(app);
    const kinds = ['receipt', 'subscription-canceled'];
    expect(await kindsMailed(app, scene.owner())).toEqual(kinds);
    expect((await lastMail(app, scene.owner())).text).toContain('The payment provider ended');
  });

  it('is not told of a first payment that was given up, or that nobody confirmed', async () => {
    const app = await createOwnTestApp({});
    for (const isGivenUp of [true, false]) {
      const owner = await createPerson(app);
      const data = { planId: 'pro', billingInfo: billingInfo(asking) };
      const { subscriptionId } = expectDone(
        await callable(app, 'createSubscription', { ...owner, data }),
      );
      if (isGivenUp) {
        expectDone(
          await callable(app, 'abandonSubscription', { ...owner, data: { subscriptionId } }),
        );
      }
      await passTime(app, 2 * dayMs, owner);
      const { rows } = await sql<{ status: string }>`
        select status from subscriptions where id = ${String(subscriptionId)}`.execute(app.db);
      expect(rows).toEqual([{ status: 'canceled' }]);
      expect(await moneyMailsTo(app, owner)).toEqual([]);
    }
  });

  it('is told to nobody where the owner’s account is gone', async () => {
    const app = await createOwnTestApp({});
    const { owner } = await begin(app);
    await settle(app);
    await sql`delete from accounts where id = ${owner().uid}`.execute(app.db);
    const before = (await receivedMails(app)).length;
    app.clock.advance(weekMs + minuteMs);
    await settle(app);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from invoices where status = 'paid'`.execute(app.db);
    expect(rows).toEqual([{ count: 2 }]);
    expect(await receivedMails(app)).toHaveLength(before);
  });
});

describe('a changed plan', () => {
  it('is told with what it cost, as it was shown, and with what comes next', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app);
    await scene.pass(2 * dayMs);
    const shown = await scene.call('previewPlanChange', { planId: 'enterprise' });
    const { preview } = shown;
    await scene.call('changeSubscriptionPlan', { planId: 'enterprise', preview });
    await settle(app);
    const [, changed, receipt, ...others] = await moneyMailsTo(app, scene.owner());
    expect(others).toEqual([]);
    const { amount } = shown.due_now as { amount: number };
    expect(changed).toMatchObject({
      kind: 'plan-changed',
      subject: 'Your project at Hearth is now on the Enterprise plan',
      links: [scene.link('/billing')],
    });
    for (const line of ['From: Pro', 'To: Enterprise', `Charged now: $${amount / 100}`]) {
      expect(changed?.text).toContain(line);
    }
    expect(changed?.text).toMatch(/Next charge: \$30\.00 on \w{3} \d+, \d{4}/);
    expect(receipt?.text).toContain(`Paid by Visa ending in 4242: $${amount / 100}`);
    expect(receipt?.text).toContain('Plan: Enterprise');
    // The lines that the preview had, which make the sum.
    const sumOf = (line: RegExp) => Number(line.exec(receipt?.text ?? '')?.[1]);
    const back = sumOf(/^Unused time, Pro, billed weekly: -\$(\d+\.\d\d)$/m);
    const more = sumOf(/^Enterprise, billed weekly: \$(\d+\.\d\d)$/m);
    expect(Math.round((more - back) * 100)).toBe(amount);

    const down = await scene.call('previewPlanChange', { planId: 'pro' });
    await scene.call('changeSubscriptionPlan', { planId: 'pro', preview: down.preview });
    const credited = await lastMail(app, scene.owner());
    const { amount: credit } = down.credit as { amount: number };
    expect(credited.text).toContain(`Credit for later invoices: $${credit / 100}`);

    await scene.call('changeSubscriptionPlan', { planId: 'free' });
    const free = await lastMail(app, scene.owner());
    expect(free.text).toContain('To: Free');
    expect(free.text).toContain('Next charge: none');
    expect(free.text).not.toContain('Charged now');
    await repeatEverything(app);
    const kinds = ['receipt', 'plan-changed', 'receipt', 'plan-changed', 'plan-changed'];
    expect(await kindsMailed(app, scene.owner())).toEqual(kinds);
  });

  it('is told when it takes effect, of a payment that the bank asked about', async () => {
    const app = await createOwnTestApp({});
    const scene = await begin(app, 'free');
    const change = { planId: 'pro', billingInfo: billingInfo(asking) };
    const answer = await scene.call('changeSubscriptionPlan', change);
    await settle(app);
    expect(await moneyMailsTo(app, scene.owner())).toEqual([]);
    await scene.confirm(answer);
    await repeatEverything(app);
    expect(await kindsMailed(app, scene.owner())).toEqual(['receipt', 'plan-changed']);
    expect((await lastMail(app, scene.owner())).text).not.toContain('Next charge: none');
  });
});
