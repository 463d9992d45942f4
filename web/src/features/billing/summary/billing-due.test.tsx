import { act, configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, proAcme } from '../../../../test/billing-server.ts';
import { callable, deny } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();

// On a machine that has much to do an answer takes as long as a lazy page.
configure({ asyncUtilTimeout: deadline.timeout });

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

afterEach(() => void vi.unstubAllGlobals());

const billing = '/subscription/s1/billing';
const resume = callable('resumePayment');
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

  it('without a card: cannot be paid', async () => {
    server.world.summary = { ...server.world.summary, card: null };
    await visit(billing, server);
    expect(await screen.findByRole('link', { name: 'Use another card' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull());
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
  expect((await screen.findByRole('alert')).textContent).toContain('The payment was not confirmed');
  expect(await screen.findByText('Your bank asks you to confirm a payment')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('The payment was not confirmed');
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
    await waitFor(() => expect(server.sandbox).toHaveBeenCalled());
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
    expect(server.sandbox).not.toHaveBeenCalled();
  });
});

it('reader who is not the owner: sees no way to pay', async () => {
  const permissions = { access: ['olga', 'ada'], admin: ['olga', 'ada'] };
  server.world.subscription = { ...proAcme, owner_id: 'olga', permissions, status: 'past_due' };
  await visit(billing, server);
  expect(await screen.findByText(/Ask the owner to take care of it\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
});
