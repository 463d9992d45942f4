import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const someoneElses = () => {
  server.state.subscription = { ...server.state.subscription, owner_id: 'bob' };
};

describe('a plan chosen for the first project, from the mail that confirms the address', () => {
  it.each(['pro', 'enterprise', 'free'])(
    'used up: leads to the project that was begun on Pro: %s',
    async (plan) => {
      await visit(`/create-plan?plan=${plan}&first=true`, server);
      await waitFor(() => expect(location.pathname).toBe('/subscription/s1'));
      expect(server.sent('createSubscription')).toEqual([]);
    },
  );

  it('not used yet: is there, though the person is a member of another project', async () => {
    someoneElses();
    await visit('/create-plan?plan=pro&first=true', server);
    expect(await screen.findByRole('heading', { level: 1, name: 'Start Pro' })).toBeTruthy();
  });

  it('first payment not finished: is finished first', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'incomplete' };
    await visit('/create-plan?plan=pro&first=true', server);
    const title = 'Your purchase is not finished';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });

  it('chosen later by an owner: begins another project', async () => {
    await visit('/create-plan?plan=pro', server);
    expect(await screen.findByRole('heading', { level: 1, name: 'Start Pro' })).toBeTruthy();
  });
});

it('bought in another tab meanwhile: says so before anything is paid here', async () => {
  const own = server.state.subscription;
  someoneElses();
  await visit('/create-plan?plan=pro', server);
  await screen.findByRole('button', { name: 'Pay $10.00' });
  server.state.subscription = { ...own, id: 's2' };
  // The list on screen is old enough to be read again when the tab is looked at.
  const later = Date.now() + 60_000;
  const now = vi.spyOn(Date, 'now').mockReturnValue(later);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const said = 'Acme has just started. If you pay here, you start another project.';
  expect(await screen.findByText(said)).toBeTruthy();
  now.mockRestore();
});
