import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { fillIn } from '../../../../test/payer.ts';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { press, user } from '../../../../test/person.ts';
import { monthlyYearly, testConfig } from '../../../../test/test-config.ts';
import { timeZone, visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const yearly = 'Yearly 2 months free';

describe('a purchase of a plan with several prices', () => {
  it('says what the chosen one costs now and when it renews', async () => {
    await visit('/create-plan', server, monthlyYearly);
    await press(yearly);
    await user.selectOptions(screen.getByLabelText('Currency'), 'eur');
    await press('Choose Pro');
    expect(await screen.findByRole('button', { name: 'Pay €390.00' })).toBeTruthy();
    expect(location.search).toBe('?plan=pro&frequency=year&currency=eur');
    const summary = within(screen.getByRole('region', { name: 'Summary' }));
    expect(summary.getByText('€390.00 per year')).toBeTruthy();
    expect(summary.getByText('Renews every year until you cancel.')).toBeTruthy();
  });

  it('back to the plans: keeps what was chosen', async () => {
    await visit('/create-plan?plan=pro&frequency=year&currency=eur', server, monthlyYearly);
    await press('Back to plans');
    const button = await screen.findByRole('button', { name: yearly });
    expect(button.getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByLabelText('Currency')).toHaveProperty('value', 'eur');
  });

  it('names the price, and gives thanks for it', async () => {
    await visit('/create-plan?plan=pro&frequency=year&currency=eur', server, monthlyYearly);
    await screen.findByRole('button', { name: 'Pay €390.00' });
    await fillIn();
    await press('Pay €390.00');
    await waitFor(() => expect(location.pathname).toBe('/subscription/s1/settings'));
    expect(server.sent('createSubscription')).toEqual([
      expect.objectContaining({ planId: 'pro', frequency: 'year', currency: 'eur' }),
    ]);
    expect(
      await screen.findByRole('heading', { name: /^You’re on Pro \(yearly\)\./ }),
    ).toBeTruthy();
    expect(await screen.findByText(/^We charged €390\.00 to /)).toBeTruthy();
  });

  it('free plan: is created without the name of a price', async () => {
    await visit('/create-plan?frequency=year', server, monthlyYearly);
    await press('Choose Free');
    await waitFor(() =>
      expect(server.sent('createSubscription')).toEqual([{ planId: 'free', timeZone }]),
    );
  });

  it.each(['', '&frequency=decade&currency=xxx'])(
    'address with%s no price of the plan: begins with the first one',
    async (more) => {
      await visit(`/create-plan?plan=pro${more}`, server, monthlyYearly);
      expect(await screen.findByRole('button', { name: 'Pay $40.00' })).toBeTruthy();
    },
  );

  it('plans with one price each: leave no choice', async () => {
    await visit('/create-plan', server, testConfig);
    await screen.findByRole('button', { name: 'Choose Pro' });
    expect(screen.queryByRole('group', { name: 'Billing period' })).toBeNull();
    expect(screen.queryByLabelText('Currency')).toBeNull();
  });
});
