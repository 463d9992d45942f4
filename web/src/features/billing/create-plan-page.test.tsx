import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { findAddress, openPage } from '../../shared/ui/open-page.tsx';
import { CreatePlanPage } from './create-plan-page.tsx';

const network = vi.fn<typeof fetch>();

beforeEach(async () => {
  localStorage.setItem('i18nextLng', 'en');
  network.mockReset();
  network.mockImplementation(async () => Response.json({ data: { subscriptionId: 's9' } }));
  await openPage(<CreatePlanPage />, { as: 'anna', network });
});

const keyOf = (call: number) =>
  new Headers(network.mock.calls[call]?.[1]?.headers).get('idempotency-key');

function refuse() {
  network.mockImplementation(async () =>
    Response.json(
      { error: { status: 'FAILED_PRECONDITION', details: { code: 'plan/paid-not-available' } } },
      { status: 400 },
    ),
  );
}

it('creates the free subscription once, however often it is pressed', async () => {
  const free = screen.getByRole('button', { name: 'Choose Free' });
  act(() => {
    free.click();
    free.click();
  });

  expect(await findAddress()).toBe('/subscription/s9/settings');
  expect(network).toHaveBeenCalledTimes(1);
  expect(JSON.parse(String(network.mock.calls[0]?.[1]?.body))).toEqual({
    data: { planId: 'free' },
  });
});

it('says why a paid plan is refused, and can be tried again with the same key', async () => {
  refuse();
  const pro = screen.getByRole('button', { name: 'Choose Pro' });
  await userEvent.click(pro);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Pro could not be started');
  expect(alert.textContent).toContain('Paid plans cannot be bought here yet.');

  await userEvent.click(pro);
  expect(network).toHaveBeenCalledTimes(2);
  expect(keyOf(0)).toBeTruthy();
  expect(keyOf(1)).toBe(keyOf(0));
});

it('gives another plan another key', async () => {
  refuse();
  await userEvent.click(screen.getByRole('button', { name: 'Choose Pro' }));
  await userEvent.click(screen.getByRole('button', { name: 'Choose Free' }));
  expect(keyOf(1)).not.toBe(keyOf(0));
});
