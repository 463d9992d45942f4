import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { patience, visit } from '../../../../test/visit.tsx';
import { testConfig } from '../../../shared/config/test-config.ts';

let server = createPaymentServer();
const user = userEvent.setup();

// On a machine that has much to do an answer takes as long as a lazy page.
configure({ asyncUtilTimeout: patience.timeout });

const path = '/subscription/s1/billing/payment-methods';

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const button = (name: string | RegExp) => screen.findByRole('button', { name }, patience);
const press = async (name: string | RegExp) => user.click(await button(name));
const cards = async () => {
  const list = await screen.findByRole('list', { name: 'Cards' }, patience);
  return within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
};

describe('the payment methods', () => {
  it('show brand, last digits, two-digit month and year, and which one is charged', async () => {
    await visit(path, server);
    expect(await cards()).toEqual([
      expect.stringMatching(/^Visa ending in 4242Default.*04\/29 · Ada Lovelace/),
      expect.stringMatching(/^Mastercard ending in 4444Expires 12\/31/),
    ]);
  });

  it('are for the owner only', async () => {
    server.state.subscription = { ...server.state.subscription, owner_id: 'olga' };
    await visit(path, server);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), patience);
    expect(server.sent('getPaymentMethods')).toEqual([]);
  });

  it('have words for none at all, and one way to add the first', async () => {
    server.state.cards = [];
    await visit(path, server);
    expect(await screen.findByText('No card yet', {}, patience)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Add card' })).toHaveLength(1);
  });

  it('make another card the default one, once', async () => {
    let answer = () => {};
    server.state.gates.setDefaultPaymentMethod = new Promise((resolve) => {
      answer = resolve;
    });
    await visit(path, server);
    await user.dblClick(await button('Make Mastercard ending in 4444 the default'));
    answer();
    await screen.findByText('Mastercard ending in 4444 is charged from now on.');
    expect(server.sent('setDefaultPaymentMethod')).toEqual([
      { subscriptionId: 's1', paymentMethodId: 'pm_master' },
    ]);
    expect((await cards())[0]).toMatch(/^Mastercard ending in 4444Default/);
  });

  it('delete a card after a question, once', async () => {
    await visit(path, server);
    await press('Delete Mastercard ending in 4444');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.dblClick(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Mastercard ending in 4444 has been deleted.');
    expect(server.sent('deletePaymentMethod')).toEqual([
      { subscriptionId: 's1', paymentMethodId: 'pm_master' },
    ]);
    expect(await cards()).toHaveLength(1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('delete nothing on a no', async () => {
    await visit(path, server);
    await press('Delete Visa ending in 4242');
    await press('Cancel');
    expect(server.sent('deletePaymentMethod')).toEqual([]);
  });
});

describe('adding a card', () => {
  async function addCard() {
    await visit(path, server);
    await press('Add card');
    await press(/^Fill in 4242/);
    await user.dblClick(await button('Save card'));
  }

  it('hands it to the sandbox alone, once, and shows it', async () => {
    await addCard();
    await screen.findByText('The card has been added.');
    expect(server.sent('createSetupIntent')).toEqual([{ subscriptionId: 's1' }]);
    expect(server.sentToSandbox('/sandbox/setups')).toEqual([
      expect.objectContaining({
        client_secret: 'seti_secret',
        number: '4242424242424242',
        exp_month: 12,
        exp_year: 2034,
      }),
    ]);
    expect(await cards()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull();
  });

  it('keeps what was typed when it is refused', async () => {
    server.state.sandboxRefusals['/sandbox/setups'] = 'Your card was declined.';
    await addCard();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to add the card');
    expect(alert.textContent).toContain('Your card was declined.');
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  it('offers the verification mail where cards of an unverified person were declined', async () => {
    server.state.refusals.createSetupIntent = { code: 'billing/verification-required' };
    await addCard();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Please verify your email address');
    expect(within(alert).getByRole('button', { name: 'Resend verification email' })).toBeTruthy();
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  it('says when to try again after too many cards, and keeps what was typed', async () => {
    server.state.refusals.createSetupIntent = { code: 'billing/too-many-attempts' };
    await addCard();
    expect((await screen.findByRole('alert')).textContent).toContain('in half an hour');
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  it('says in words of its own that the sandbox is away', async () => {
    server.state.isSandboxAway = true;
    await addCard();
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('Failed to add the card');
    expect(textContent).not.toContain('does not answer');
  });

  it('asks the server for nothing until the card is complete', async () => {
    await visit(path, server);
    await press('Add card');
    await press('Save card');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Please fill in all card fields',
    );
    expect(server.sent('createSetupIntent')).toEqual([]);
  });

  describe('that its bank asks about', () => {
    beforeEach(async () => {
      server.state.setupOutcome = 'authentication-needed';
      await addCard();
      await screen.findByRole('alertdialog', { name: /^Your bank asks/ });
    });

    it('waits for a yes', async () => {
      expect(screen.queryByText('The card has been added.')).toBeNull();
      await press('Confirm');
      await screen.findByText('The card has been added.');
      expect(server.sentToSandbox('/sandbox/challenges')).toEqual([
        { client_secret: 'seti_secret', success: true },
      ]);
    });

    it('is not added after a no', async () => {
      await press('Refuse');
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain('Failed to add the card');
      expect(screen.queryByText('The card has been added.')).toBeNull();
    });
  });

  const returned = `${path}?setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=`;

  it('is done when the bank sends the person back', async () => {
    await visit(`${returned}succeeded`, server);
    expect(await screen.findByText('The card has been added.', {}, patience)).toBeTruthy();
    await waitFor(() => expect(location.search).toBe(''));
    expect(location.pathname).toBe(path);
  });

  it('has failed when the bank sends the person back without a yes', async () => {
    await visit(`${returned}failed`, server);
    const alert = await screen.findByRole('alert', {}, patience);
    expect(alert.textContent).toContain('Failed to add the card');
    await waitFor(() => expect(location.search).toBe(''));
    expect(screen.queryByText('The card has been added.')).toBeNull();
  });
});

describe('the cards while something is owed', () => {
  const owing = () => {
    server.state.subscription = { ...server.state.subscription, status: 'past_due' };
  };
  const chosen = 'Mastercard ending in 4444 is charged from now on';

  beforeEach(owing);

  it('say that a new default card did not pay it either, and lead to another try', async () => {
    await visit(path, server);
    await press(/^Make Mastercard/);
    await screen.findByText(`${chosen}, but what is owed could not be paid with it.`);
    expect(screen.queryByText(`${chosen}.`)).toBeNull();
    expect((await cards())[0]).toMatch(/^Mastercard ending in 4444Default/);
    expect(screen.queryByRole('link', { name: 'Check the cards' })).toBeNull();
    await press('Pay now');
    await waitFor(() => expect(server.sent('resumePayment')).toEqual([{ subscriptionId: 's1' }]));
  });

  it('say no more than that a new default card is charged where it paid', async () => {
    let open = () => {};
    server.state.gates.setDefaultPaymentMethod = new Promise((resolve) => {
      open = resolve;
    });
    await visit(path, server);
    await press(/^Make Mastercard/);
    server.state.subscription = { ...server.state.subscription, status: 'active' };
    open();
    await screen.findByText(`${chosen}.`);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull());
  });

  const added = /^The card has been added\. What is owed is still to be paid/;

  it('say that another card has paid nothing yet', async () => {
    await visit(path, server);
    await press('Add card');
    await press(/^Fill in 4242/);
    await press('Save card');
    await screen.findByText(added);
    await button('Pay now');
  });

  it('say so also when the bank sends the person back', async () => {
    const back = `${path}?setup_intent_client_secret=x&redirect_status=succeeded`;
    await visit(back, server);
    await screen.findByText(added);
  });
});

describe('cards that stay as they are', () => {
  async function expectFixed() {
    const names = ['Add card', 'Delete Visa ending in 4242', /^Make Mastercard/];
    for (const name of names) {
      expect((await button(name)).getAttribute('aria-disabled')).toBe('true');
      await press(name);
    }
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull();
    expect(server.sent('setDefaultPaymentMethod')).toEqual([]);
  }

  it('are those of a canceled project, and it says so', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'canceled' };
    await visit(path, server);
    expect(await screen.findByText(/is already canceled/, {}, patience)).toBeTruthy();
    await expectFixed();
  });

  it('are those of a server without payments, and it says so', async () => {
    const payments = { provider: 'none', selling: false, publishableKey: '' } as const;
    await visit(path, server, { ...testConfig, payments });
    expect(await screen.findByText(/not set up here/, {}, patience)).toBeTruthy();
    await expectFixed();
  });
});
