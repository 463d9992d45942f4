import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { findAddress, openPage } from '../../../../test/open-page.tsx';
import { createStripeServer } from '../../../../test/stripe-server.ts';
import { timeZone } from '../../../../test/visit.tsx';
import { CreatePlanPage } from './create-plan-page.tsx';

const network = vi.fn<typeof fetch>();

beforeEach(async () => {
  localStorage.setItem('i18nextLng', 'en');
  createStripeServer(() => undefined);
  network.mockReset();
  network.mockImplementation(async () => Response.json({ data: { subscriptionId: 's9' } }));
  await openPage(<CreatePlanPage />, { as: 'anna', network: besideTheList });
  await screen.findByRole('button', { name: 'Choose Free' });
});

const pro = { amount: 1_000, currency: 'usd' };
const nothing = { ...pro, amount: 0 };
const preview = {
  subtotal: pro,
  discount: nothing,
  total: pro,
  due_now: pro,
  lines: [{ kind: 'plan', amount: pro, plan_id: 'pro', frequency: 'week' }],
  next: pro,
  next_at: '2026-12-06T12:00:00.000Z',
  promotion: null,
};

/** Answers that no purchase was left unfinished, and what Pro costs; the tests look at all other requests. */
const besideTheList: typeof fetch = async (url, init) => {
  if (String(url) === '/v1/subscriptions') {
    return Response.json({ subscriptions: [] });
  }
  return String(url).includes('previewPurchase')
    ? Response.json({ data: preview })
    : network(url, init);
};

const keyOf = (call: number) =>
  new Headers(network.mock.calls[call]?.[1]?.headers).get('idempotency-key');

it('creates the free subscription once, however often it is pressed', async () => {
  const free = screen.getByRole('button', { name: 'Choose Free' });
  act(() => {
    free.click();
    free.click();
  });

  expect(await findAddress()).toBe('/subscription/s9/settings');
  expect(network).toHaveBeenCalledTimes(1);
  expect(JSON.parse(String(network.mock.calls[0]?.[1]?.body))).toEqual({
    data: { planId: 'free', timeZone },
  });
});

it('plan refused: says why, and the next try uses the same key', async () => {
  const error = { status: 'FAILED_PRECONDITION', details: { code: 'plan/legacy' } };
  network.mockImplementation(async () => Response.json({ error }, { status: 400 }));
  const free = screen.getByRole('button', { name: 'Choose Free' });
  await userEvent.click(free);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Free could not be started');
  expect(alert.textContent).toContain('This plan is no longer offered.');

  await userEvent.click(free);
  expect(network).toHaveBeenCalledTimes(2);
  expect(keyOf(0)).toBeTruthy();
  expect(keyOf(1)).toBe(keyOf(0));
});

it('asks for card and address before a paid plan, and sends nothing until then', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Choose Pro' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Start Pro' })).toBeTruthy();
  await screen.findByLabelText('Card number');
  await userEvent.click(screen.getByRole('button', { name: 'Pay $10.00' }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Your card number is incomplete.',
  );
  expect(network).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('button', { name: 'Back to plans' }));
  expect(await screen.findByRole('button', { name: 'Choose Free' })).toBeTruthy();
});
