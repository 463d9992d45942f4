import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, proAcme, usd } from '../../../../test/billing-server.ts';
import { notAuthenticated } from '../../../../test/stripe-server.ts';
import { callable, deny } from '../../../../test/team-server.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

afterEach(() => void vi.unstubAllGlobals());

const billing = '/subscription/s1/billing';
const resume = callable('resumePayment');
const setDefault = callable('setDefaultPaymentMethod');
const button = (name: string) => screen.findByRole('button', { name });
const isBusy = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-busy') === 'true';

/** The last button of the bank's dialog is the yes. */
async function answerBank(at: 0 | -1) {
  const bank = within(await screen.findByRole('alertdialog'));
  await user.click(bank.getAllByRole('button').at(at) ?? document.body);
}

function become(status: typeof proAcme.status) {
  server.world.subscription = { ...proAcme, status };
}

function wait(waiting: boolean) {
  server.world.summary = { ...server.world.summary, needs_confirmation: waiting };
}

/** Sets what the server does and answers when the payment is resumed. */
function onResume(answer: object, happens = () => {}) {
  server.answers[resume] = () => {
    happens();
    return Response.json({ data: answer });
  };
}

describe.each([
  ['past_due', 'The last payment failed'],
  ['unpaid', 'This project is on hold'],
])('what is owed while %s', (status, title) => {
  beforeEach(() => become(status));

  it.each([billing, '/subscription/s1'])('is paid once with the card, on %s', async (path) => {
    onResume({}, () => become('active'));
    await visit(path, server);
    await screen.findByText(title);
    const pay = await button('Pay now');
    act(() => {
      pay.click();
      pay.click();
    });
    expect(await screen.findByText('The open invoice is paid.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(server.calls('resumePayment')).toEqual([{ subscriptionId: 's1' }]);
  });

  it('without a card, on the overview: cannot be paid', async () => {
    server.world.summary = { ...server.world.summary, card: null };
    await visit('/subscription/s1', server);
    expect(await screen.findByRole('link', { name: 'Use another card' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull());
  });

  it('without a card, on the billing page: asks for one in place', async () => {
    server.world.summary = { ...server.world.summary, card: null };
    server.world.cards = [];
    await visit(billing, server);
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(server.calls('resumePayment')).toEqual([]);
  });

  it('payment confirmed by the bank: shown as paid only once the server knows', async () => {
    onResume({});
    await visit(billing, server);
    await user.click(await button('Pay now'));
    await waitFor(() => expect(server.calls('resumePayment')).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(isBusy('Pay now')).toBe(true);
    // It fails permanently meanwhile, which is no payment either.
    become('unpaid');
    await act(() => new Promise((resolve) => setTimeout(resolve, 1500)));
    expect(isBusy('Pay now')).toBe(true);
    become('active');
    expect(await screen.findByText('The open invoice is paid.')).toBeTruthy();
  });

  it('card declined: the banner stays and shows the provider’s sentence', async () => {
    server.answers[resume] = deny('billing/card-refused', 'Your card has insufficient funds.');
    await visit(billing, server);
    await user.click(await button('Pay now'));
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toBe('The payment could not be finishedYour card has insufficient funds.');
    expect(screen.getByText(title)).toBeTruthy();
    expect(isBusy('Pay now')).toBe(false);
  });
});

it('debt that turns into a bank confirmation: keeps showing the bank’s answer', async () => {
  become('past_due');
  onResume({ clientSecret: 'pi_secret' }, () => wait(true));
  await visit(billing, server);
  await user.click(await button('Pay now'));
  await answerBank(0);
  expect((await screen.findByRole('alert')).textContent).toContain(notAuthenticated);
  expect(await screen.findByText('Your bank asks you to confirm a payment')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain(notAuthenticated);
  expect(screen.getByRole('link', { name: 'Use another card' })).toBeTruthy();
});

describe('a later payment that waits at the bank', () => {
  const title = 'Your bank asks you to confirm a payment';

  beforeEach(() => wait(true));

  it('asks for confirmation until the server knows that it was given', async () => {
    onResume({ clientSecret: 'pi_secret' });
    await visit(billing, server);
    await user.click(await button('Confirm the payment'));
    await answerBank(-1);
    await waitFor(() => expect(server.sentToStripe('/authenticate')).toHaveLength(1));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await user.click(await button('Confirm the payment'));
    expect(screen.queryByText('The payment is confirmed.')).toBeNull();
    wait(false);
    expect(await screen.findByText('The payment is confirmed.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(server.calls('resumePayment')).toHaveLength(1);
  });

  it('no confirmation needed any more: completes without a question', async () => {
    onResume({}, () => wait(false));
    await visit(billing, server);
    await user.click(await button('Confirm the payment'));
    expect(await screen.findByText('The payment is confirmed.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.stripe).not.toHaveBeenCalled();
  });
});

it('reader who is not the owner: sees no way to pay', async () => {
  const permissions = { access: ['olga', 'ada'], admin: ['olga', 'ada'] };
  server.world.subscription = { ...proAcme, owner_id: 'olga', permissions, status: 'past_due' };
  await visit(billing, server);
  expect(await screen.findByText(/Ask the owner to take care of it\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
});

describe('a charge that failed, whose sum is known', () => {
  const owed = {
    ...usd(1000),
    failed_at: '2026-11-20T12:00:00.000Z',
    retry_at: '2026-11-24T12:00:00.000Z',
  };
  const title = 'The payment of $10.00 failed';
  const resumed = () => server.calls('resumePayment');
  const chosen = () =>
    screen.getAllByRole('radio').filter((one) => 'checked' in one && one.checked);

  beforeEach(() => {
    become('past_due');
    server.world.summary = { ...server.world.summary, owed };
  });

  it('says on the overview what failed, why, and when it is tried again', async () => {
    await visit('/subscription/s1', server);
    expect(await screen.findByText(title)).toBeTruthy();
    const text = 'The bank declined Visa ·· 4242. We try again on Nov 24.';
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Pay $10.00 now' })).toBeTruthy();
  });

  it('says it once on the billing page, with the days in their order', async () => {
    await visit(billing, server);
    const part = within(await screen.findByRole('region', { name: title }));
    expect(part.getByText('The bank declined Visa ·· 4242.')).toBeTruthy();
    const days = part.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(days).toEqual(['Nov 20The payment failed', 'Nov 24We try again']);
    expect(screen.getAllByText(/^The payment.*failed/).length).toBe(2);
    const summary = within(screen.getByRole('region', { name: 'Billing summary' }));
    expect(summary.getByText('next try Nov 24')).toBeTruthy();
  });

  it('speaks Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await visit('/subscription/s1', server);
    expect(await screen.findByText('$10.00 扣款失败')).toBeTruthy();
    const text = '银行拒绝了 Visa ·· 4242。我们将于 11月24日再次扣款。';
    expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    [
      'an expired card',
      { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2020 },
      'Visa ·· 4242 has expired.',
    ],
    ['no card', null, 'There is no card to charge.'],
  ])('names the cause: %s', async (_, card, cause) => {
    server.world.summary = { ...server.world.summary, card };
    await visit('/subscription/s1', server);
    expect(await screen.findByText((text) => text.startsWith(cause))).toBeTruthy();
  });

  /** Real answers take longer than a double press. */
  function afterBothPresses(happen: () => void, call = setDefault) {
    const answer = server.answers[call];
    server.answers[call] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      happen();
      return answer?.() ?? Response.error();
    };
  }

  it('is paid with the default card, once', async () => {
    onResume({});
    afterBothPresses(() => become('active'), resume);
    await visit(billing, server);
    await user.dblClick(await button('Pay $10.00 now'));
    expect(await screen.findByText('Thank you. $10.00 is paid.')).toBeTruthy();
    const dueNow = { amount: 1_000, currency: 'usd' };
    expect(resumed()).toEqual([{ subscriptionId: 's1', dueNow }]);
    expect(server.calls('setDefaultPaymentMethod')).toEqual([]);
  });

  it('is paid with another card that is kept, which is chosen first', async () => {
    server.addSecondCard();
    afterBothPresses(() => become('active'));
    await visit(billing, server);
    await button('Pay $10.00 now');
    expect(chosen().map((one) => one.parentElement?.textContent)).toEqual([
      expect.stringContaining('Mastercard ending in 4444'),
    ]);
    expect(screen.getByText('declined on Nov 20')).toBeTruthy();
    await user.dblClick(await button('Pay $10.00 now'));
    expect(await screen.findByText('Thank you. $10.00 is paid.')).toBeTruthy();
    const dueNow = { amount: 1_000, currency: 'usd' };
    const input = { subscriptionId: 's1', paymentMethodId: 'pm_master', dueNow };
    expect(server.calls('setDefaultPaymentMethod')).toEqual([input]);
    // It was charged with the choice, so that it must not be charged again.
    expect(resumed()).toEqual([]);
  });

  it('other card declined too: says so, charges nothing again, and stays', async () => {
    server.addSecondCard();
    await visit(billing, server);
    await user.click(await button('Pay $10.00 now'));
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('Mastercard ending in 4444 was declined too. Try another card.');
    expect(resumed()).toEqual([]);
    expect(screen.getByText(title)).toBeTruthy();
  });

  it('other card that its bank asks about: is confirmed there', async () => {
    server.addSecondCard();
    const answer = server.answers[setDefault];
    server.answers[setDefault] = () => {
      wait(true);
      return answer?.() ?? Response.error();
    };
    onResume({ clientSecret: 'pi_secret' });
    await visit(billing, server);
    await user.click(await button('Pay $10.00 now'));
    become('active');
    wait(false);
    await answerBank(-1);
    expect(await screen.findByText('Thank you. $10.00 is paid.')).toBeTruthy();
    expect(resumed()).toHaveLength(1);
  });

  it('is paid with a card that is typed there; one that is kept but cannot pay is not kept twice', async () => {
    afterBothPresses(() => undefined);
    await visit(billing, server);
    await user.click(await screen.findByRole('radio', { name: /Another card/ }));
    await user.click(await screen.findByRole('button', { name: /^Fill in 4242/ }));
    await user.dblClick(await button('Pay $10.00 now'));
    expect((await screen.findByRole('alert')).textContent).toContain('was declined too');
    expect(server.calls('createSetupIntent')).toHaveLength(1);
    expect(server.calls('setDefaultPaymentMethod')).toMatchObject([{ paymentMethodId: 'pm_1' }]);
    await waitFor(() => expect(screen.queryByLabelText('Card number')).toBeNull());

    onResume({}, () => become('active'));
    await user.click(await button('Pay $10.00 now'));
    expect(await screen.findByText('Thank you. $10.00 is paid.')).toBeTruthy();
    expect(server.calls('createSetupIntent')).toHaveLength(1);
  });

  it('card not filled in: asks the server for nothing', async () => {
    await visit(billing, server);
    await user.click(await screen.findByRole('radio', { name: /Another card/ }));
    await screen.findByLabelText('Card number');
    await user.click(await button('Pay $10.00 now'));
    expect((await screen.findByRole('alert')).textContent).toContain('Your card number is incomp');
    expect(server.calls('createSetupIntent')).toEqual([]);
  });

  it('administrator who is not the owner: is told whom to ask', async () => {
    const permissions = { access: ['olga', 'ada'], admin: ['olga', 'ada'] };
    const owner = { owner_id: 'olga', owner_name: 'Olga Owner' };
    server.world.subscription = { ...server.world.subscription, ...owner, permissions };
    await visit(billing, server);
    expect(
      await screen.findByText(/Ask Olga Owner, the owner, to take care of it\.$/),
    ).toBeTruthy();
    expect(screen.queryByRole('radio')).toBeNull();
  });
});

it('card confirmed away from here: its holder comes back to the cards', async () => {
  await visit(`${billing}?setup_intent_client_secret=x&redirect_status=succeeded`, server);
  expect(await screen.findByText('The card has been added.')).toBeTruthy();
  expect(location.pathname).toBe(`${billing}/payment-methods`);
});
