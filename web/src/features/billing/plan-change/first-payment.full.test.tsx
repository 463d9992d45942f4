import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme, usd } from '../../../../test/billing-server.ts';
import { fillIn } from '../../../../test/payer.ts';
import { press, pressOnceOn, user } from '../../../../test/person.ts';
import { callable, deny } from '../../../../test/team-server.ts';
import { monthlyYearly } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();

const toPro = '/subscription/s1/billing/change-plan?plan=pro&frequency=month&currency=usd';
const trial_end = '2026-12-11T10:00:00.000Z';
const config = { ...monthlyYearly, billing: { cancel: 'now' as const, promotionCodes: true } };
const withTrial = {
  ...config,
  plans: config.plans.map((plan) =>
    plan.id === 'pro' ? { ...plan, trial: { days: 14, card: true } } : plan,
  ),
};
const both = {
  en: 'This project was on a paid plan before, so it starts without a free trial and takes no promotion code.',
  zh: '此项目使用过付费套餐，因此没有免费试用，也不能使用优惠码。',
  trial: 'This project was on a paid plan before, so it starts without a free trial.',
  code: 'This project was on a paid plan before, so it takes no promotion code.',
};
const half = {
  code: 'HALF',
  percent_off: 50,
  amount_off: null,
  duration: 'once' as const,
  months: null,
};

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.world.subscription = { ...proAcme, plan_id: 'free' };
  server.world.summary = {
    ...server.world.summary,
    plan_id: 'free',
    card: null,
    needs_card: true,
    needs_details: true,
  };
  server.world.preview = {
    ...server.world.preview,
    due_now: usd(0),
    next: usd(4_000),
    next_at: trial_end,
    promotion: null,
    trial_end,
  };
});

async function apply() {
  await press('Have a code?');
  await user.type(screen.getByLabelText('Promotion code'), 'half');
  await press('Apply code');
}

describe('the first payment of a free project', () => {
  it('begins with the trial: says until when, takes a code for what follows, and sends both', async () => {
    await visit(toPro, server, config);
    await screen.findByText(/^Starts today with a free trial until Dec 11, 2026\./);
    await fillIn();
    server.world.preview = { ...server.world.preview, next: usd(2_000), promotion: half };
    await apply();
    expect(await screen.findByText('HALF: −$20.00, then $40.00 per month')).toBeTruthy();
    expect(await screen.findByText(/^Then \$20\.00 on/)).toBeTruthy();
    expect(screen.queryByText(/after your credit/)).toBeNull();
    await pressOnceOn('Start the free trial');
    await waitFor(() => expect(server.calls('changeSubscriptionPlan')).toHaveLength(1));
    expect(server.calls('changeSubscriptionPlan')).toEqual([
      expect.objectContaining({ promotionCode: 'half', trial: true, preview: expect.anything() }),
    ]);
  });

  it('asks for neither card nor address if both were saved on Free', async () => {
    const saved = {
      card: createBillingServer().world.summary.card,
      needs_card: false,
      needs_details: false,
    };
    server.world.summary = { ...server.world.summary, ...saved };
    await visit(toPro, server, config);
    await pressOnceOn('Start the free trial');
    await waitFor(() => expect(server.calls('changeSubscriptionPlan')).toHaveLength(1));
    expect(server.calls('changeSubscriptionPlan')[0]).not.toHaveProperty('billingInfo');
  });

  it('in Chinese says it in Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit(toPro, server, config);
    expect(await screen.findByText(/^今天开始免费试用，直到 2026年12月11日。/)).toBeTruthy();
    expect(screen.getByRole('button', { name: '开始免费试用' })).toBeTruthy();
  });

  it('whose trial was had meanwhile shows what is paid today instead', async () => {
    server.answers[callable('changeSubscriptionPlan')] = () => {
      server.world.preview = { ...server.world.preview, due_now: usd(4_000), trial_end: null };
      return deny('billing/trial-used')();
    };
    await visit(toPro, server, config);
    await screen.findByRole('button', { name: 'Start the free trial' });
    await fillIn();
    await press('Start the free trial');
    expect(await screen.findByText('The trial is used. You pay $40.00 today.')).toBeTruthy();
    expect(screen.getByText(/You had a trial before/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Confirm and pay $40.00' })).toBeTruthy();
  });

  it('whose code is used up goes on without it', async () => {
    const paid = { due_now: usd(4_000), discount: usd(0), trial_end: undefined };
    const plain = { ...server.world.preview, ...paid };
    server.world.preview = { ...plain, due_now: usd(2_000), discount: usd(2_000), promotion: half };
    await visit(toPro, server, config);
    await screen.findByRole('button', { name: 'Confirm and pay $20.00' });
    await apply();
    await screen.findByText('HALF: −$20.00, then $40.00 per month');
    await fillIn();
    // Not before: a typed address asks for the preview once more.
    server.answers[callable('changeSubscriptionPlan')] = () => {
      server.world.preview = plain;
      return deny('billing/code-invalid')();
    };
    await pressOnceOn('Confirm and pay $20.00');
    const said = 'The code does not apply any more. You pay $40.00 today.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getByLabelText('Promotion code')).toBeTruthy();
  });

  it('asks for no code if the change takes none', async () => {
    server.world.preview = { ...server.world.preview, promotion: undefined, trial_end: undefined };
    await visit(toPro, server, config);
    await screen.findByRole('region', { name: 'What it costs' });
    expect(screen.queryByRole('button', { name: 'Have a code?' })).toBeNull();
  });

  it.each([
    ['en', 'Confirm and pay $40.00', both.en],
    ['zh', '确认并支付 $40.00', both.zh],
  ])(
    'of a project that paid before says in %s that it has neither trial nor code',
    async (...given) => {
      const [language, button, said] = given;
      localStorage.setItem('i18nextLng', language);
      const { trial_end: _, promotion: __, ...bare } = server.world.preview;
      server.world.preview = { ...bare, due_now: usd(4_000) };
      await visit(toPro, server, withTrial);
      expect(await screen.findByRole('button', { name: button })).toBeTruthy();
      expect(screen.getByText(said)).toBeTruthy();
      expect(screen.queryByText(/\$0\.00/)).toBeNull();
    },
  );

  it.each([
    [withTrial, { promotion: null }, both.trial],
    [config, { trial_end: undefined }, both.code],
  ])('names only what is offered: %#', async (offered, more, said) => {
    const billing = { ...offered.billing, promotionCodes: offered === config };
    const { trial_end: _, promotion: __, ...bare } = server.world.preview;
    server.world.preview = { ...bare, due_now: usd(4_000), ...more };
    await visit(toPro, server, { ...offered, billing });
    expect(await screen.findByText(said)).toBeTruthy();
  });

  it('back from Free within its trial: says until when that goes on', async () => {
    const { trial_end: _, promotion: __, ...bare } = server.world.preview;
    server.world.preview = { ...bare, running_trial_end: trial_end };
    await visit(toPro, server, withTrial);
    const said = 'Starts today. The trial continues until Dec 11, 2026.';
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText(/paid plan before/)).toBeNull();
  });
});
