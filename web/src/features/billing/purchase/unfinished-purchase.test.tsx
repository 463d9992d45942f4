import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { press, user } from '../../../../test/person.ts';
import { notAuthenticated } from '../../../../test/stripe-server.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

beforeEach(() => {
  server = createPaymentServer();
  server.state.subscription = { ...server.state.subscription, status: 'incomplete', settings: {} };
  server.state.clientSecret = 'pi_secret';
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const unfinished = () =>
  screen.findByRole('heading', { level: 1, name: 'Your purchase is not finished' });
const settings = () => waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));

describe.each(['/create-plan', '/create-plan?plan=pro'])(
  '%s after a reload of the bank’s question',
  (path) => {
    it('finds the purchase and shows no form to buy a second time', async () => {
      await visit(path, server);
      await unfinished();
      expect(screen.getByText('Pro, started Nov 21, 2026')).toBeTruthy();
      expect(screen.queryByRole('button', { name: /^Pay|^Choose/ })).toBeNull();
    });

    it('resumed: continues the same purchase', async () => {
      await visit(path, server);
      await press('Finish the payment');
      await screen.findByRole('alertdialog', {
        name: 'Your bank asks you to confirm this payment',
      });
      server.state.subscription = { ...server.state.subscription, status: 'active' };
      await press('Confirm');
      await settings();
      expect(server.sent('resumePayment')).toEqual([{ subscriptionId: 's1' }]);
      expect(server.sent('createSubscription')).toEqual([]);
    });

    it('abandoned after a question: shows the plans', async () => {
      await visit(path, server);
      await press('Discard');
      const dialog = within(await screen.findByRole('alertdialog'));
      await user.click(dialog.getByRole('button', { name: 'Discard the project' }));
      expect(await screen.findByRole('button', { name: /^Pay|^Choose Pro/ })).toBeTruthy();
      expect(server.sent('abandonSubscription')).toEqual([{ subscriptionId: 's1' }]);
    });
  },
);

it('resuming fails: says why and offers another try', async () => {
  await visit('/create-plan', server);
  await press('Finish the payment');
  await press('Refuse');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(notAuthenticated);
  expect(await screen.findByRole('button', { name: 'Finish the payment' })).toBeTruthy();
});

it('payment succeeded meanwhile: goes to the project', async () => {
  server.state.refusals.abandonSubscription = { code: 'billing/nothing-to-pay' };
  await visit('/create-plan', server);
  await press('Discard');
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Discard the project' }));
  await settings();
});

it('another project wanted: can be started beside it', async () => {
  await visit('/create-plan', server);
  await press('Start another project');
  expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeTruthy();
});

it('unfinished purchase of another person: not shown', async () => {
  server.state.subscription = { ...server.state.subscription, owner_id: 'bob' };
  await visit('/create-plan', server);
  expect(await screen.findByRole('button', { name: 'Choose Pro' })).toBeTruthy();
});

it('is found by the dashboard too, which leads to where it is finished', async () => {
  await visit('/dashboard', server);
  expect(await screen.findByText(/^The purchase of Pro is not finished\./)).toBeTruthy();
  const link = screen.getByRole('link', { name: /^Finish or discard/ });
  expect(link.getAttribute('href')).toBe('/subscription/s1');
});
