import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPaymentServer } from '../../../../test/payment-server.ts';
import { testConfig } from '../../../../test/test-config.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createPaymentServer();
const user = userEvent.setup();

const path = '/subscription/s1/billing/payment-methods';

beforeEach(() => {
  server = createPaymentServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const button = (name: string | RegExp) => screen.findByRole('button', { name }, deadline);
const press = async (name: string | RegExp) => user.click(await button(name));
const cards = async () => {
  const list = await screen.findByRole('list', { name: 'Cards' }, deadline);
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
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
    expect(server.sent('getPaymentMethods')).toEqual([]);
  });

  it('address asks for the form: it is open, and the address is as before', async () => {
    await visit(`${path}?add=card`, server);
    await button('Save card');
    await waitFor(() => expect(location.search).toBe(''));
    await press('Cancel');
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull();
    await button('Add card');
  });

  it('no cards: says so and offers one way to add the first', async () => {
    server.state.cards = [];
    await visit(path, server);
    expect(await screen.findByText('No card yet', {}, deadline)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Add card' })).toHaveLength(1);
  });

  it('answer to another default card lost: says that nobody knows yet, since it may have been charged', async () => {
    const lost = new Promise<void>((_, reject) => reject(new TypeError('offline')));
    lost.catch(() => undefined);
    server.state.gates.setDefaultPaymentMethod = lost;
    await visit(path, server);
    await press('Make Mastercard ending in 4444 the default');
    expect(await screen.findByText(/we don’t know yet whether it went through/)).toBeTruthy();
  });

  it('make another card the default one, once', async () => {
    let answer = () => {};
    server.state.gates.setDefaultPaymentMethod = new Promise((resolve) => {
      answer = resolve;
    });
    await visit(path, server);
    await user.dblClick(await button('Make Mastercard ending in 4444 the default'));
    answer();
    await screen.findByText('Mastercard ending in 4444 pays the next charges.');
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

  it('last card of a paid project: cannot be deleted, with the reason', async () => {
    server.state.cards = server.state.cards.slice(0, 1);
    await visit(path, server);
    const remove = await button('Delete Visa ending in 4242');
    expect(remove.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(remove.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe(
      'A paid project needs a card. Add another one before you delete this one.',
    );
    await user.click(remove);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it.each([
    ['on a free plan', { plan_id: 'free' }],
    ['whose first payment is not finished', { status: 'incomplete' as const }],
  ])('last card of a project %s: can be deleted', async (_, state) => {
    server.state.subscription = { ...server.state.subscription, ...state };
    server.state.cards = server.state.cards.slice(0, 1);
    await visit(path, server);
    await press('Delete Visa ending in 4242');
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Visa ending in 4242 has been deleted.');
  });

  it('deletion not confirmed: nothing is deleted', async () => {
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

  it('hands it to Stripe alone, once, and shows it', async () => {
    await addCard();
    await screen.findByText('The card has been added.');
    expect(server.sent('createSetupIntent')).toEqual([{ subscriptionId: 's1' }]);
    expect(server.sentToStripe('/payment_methods')).toEqual([
      expect.objectContaining({
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
      }),
    ]);
    expect(server.sentToStripe('/setup_intents/seti_secret/confirm')).toEqual([
      { client_secret: 'seti_secret', payment_method: 'pm_1' },
    ]);
    expect(await cards()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Save card' })).toBeNull();
  });

  it('card refused: keeps what was typed', async () => {
    server.stripeState.refusals.confirm = 'Your card was declined.';
    await addCard();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to add the card');
    expect(alert.textContent).toContain('Your card was declined.');
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  it('offers the verification mail if cards of an unverified person were declined', async () => {
    server.state.refusals.createSetupIntent = { code: 'billing/verification-required' };
    await addCard();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Please verify your email address');
    expect(within(alert).getByRole('button', { name: 'Resend verification email' })).toBeTruthy();
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  it('too many cards: says when to try again and keeps what was typed', async () => {
    server.state.refusals.createSetupIntent = { code: 'billing/too-many-attempts' };
    await addCard();
    expect((await screen.findByRole('alert')).textContent).toContain('in half an hour');
    expect(screen.getByLabelText('Card number')).toHaveProperty('value', '4242 4242 4242 4242');
  });

  it('Stripe cannot be reached: says so', async () => {
    server.stripeState.isAway = true;
    await addCard();
    const { textContent } = await screen.findByRole('alert');
    expect(textContent).toContain('Failed to add the card');
    expect(textContent).toContain('The payment provider cannot be reached right now.');
  });

  it('asks the server for nothing until the card is complete', async () => {
    await visit(path, server);
    await press('Add card');
    await screen.findByLabelText('Card number');
    await press('Save card');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Your card number is incomplete.',
    );
    expect(server.sent('createSetupIntent')).toEqual([]);
  });

  describe('that its bank asks about', () => {
    beforeEach(async () => {
      server.stripeState.setupStatus = 'requires_action';
      await addCard();
      await screen.findByRole('alertdialog', { name: /^Your bank asks/ });
    });

    it('bank confirms: the card is added', async () => {
      expect(screen.queryByText('The card has been added.')).toBeNull();
      await press('Confirm');
      await screen.findByText('The card has been added.');
      expect(server.sentToStripe('/authenticate')).toEqual([
        { client_secret: 'seti_secret', agreed: 'true' },
      ]);
    });

    it('bank refuses: the card is not added', async () => {
      await press('Refuse');
      const alert = await screen.findByRole('alert');
      expect(alert.textContent).toContain('Failed to add the card');
      expect(screen.queryByText('The card has been added.')).toBeNull();
    });
  });

  const returned = `${path}?setup_intent=seti_1&setup_intent_client_secret=x&redirect_status=`;

  it('returning from the bank: the card is added', async () => {
    await visit(`${returned}succeeded`, server);
    expect(await screen.findByText('The card has been added.', {}, deadline)).toBeTruthy();
    await waitFor(() => expect(location.search).toBe(''));
    expect(location.pathname).toBe(path);
  });

  const replaced = `${path}?replace=default&setup_intent_client_secret=seti_1&redirect_status=succeeded`;

  it('returning with a card that replaces the default one: it pays the next charges', async () => {
    server.stripeState.confirmedCard = 'pm_master';
    await visit(replaced, server);
    await screen.findByText('Mastercard ending in 4444 pays the next charges.', {}, deadline);
    expect(server.sent('setDefaultPaymentMethod')).toEqual([
      { subscriptionId: 's1', paymentMethodId: 'pm_master' },
    ]);
    await waitFor(() => expect(location.search).toBe(''));
  });

  it('returning with a card that could not replace the default one: says that it is kept', async () => {
    server.stripeState.confirmedCard = 'pm_master';
    server.state.refusals.setDefaultPaymentMethod = { code: 'billing/under-way' };
    await visit(replaced, server);
    const text = 'Mastercard ending in 4444 is saved, but it is not the default card yet.';
    expect(await screen.findByText(text, {}, deadline)).toBeTruthy();
  });

  it('returning with a card that is not among the project’s: the default one stays', async () => {
    server.stripeState.confirmedCard = 'pm_other';
    await visit(replaced, server);
    await screen.findByText('The card has been added.', {}, deadline);
    expect(server.sent('setDefaultPaymentMethod')).toEqual([]);
  });

  it('returning with such a card while something is owed: pays nothing that was not shown', async () => {
    server.stripeState.confirmedCard = 'pm_master';
    server.state.subscription = { ...server.state.subscription, status: 'past_due' };
    await visit(replaced, server);
    await screen.findByText(/^The card has been added\. The open invoice/, {}, deadline);
    expect(server.sent('setDefaultPaymentMethod')).toEqual([]);
  });

  it('returning from the bank without a confirmation: the card is not added', async () => {
    await visit(`${returned}failed`, server);
    const alert = await screen.findByRole('alert', {}, deadline);
    expect(alert.textContent).toContain('Failed to add the card');
    expect(alert.textContent).toContain('The card was not confirmed, so it was not saved.');
    await waitFor(() => expect(location.search).toBe(''));
    expect(screen.queryByText('The card has been added.')).toBeNull();
  });
});

describe('the cards while something is owed', () => {
  const owing = () => {
    server.state.subscription = { ...server.state.subscription, status: 'past_due' };
  };
  const chosen = 'Mastercard ending in 4444 pays the next charges';

  beforeEach(owing);

  it('new default card that did not pay the debt: says so and offers another try', async () => {
    await visit(path, server);
    await press(/^Make Mastercard/);
    await screen.findByText(`${chosen}, but it could not pay the open invoice.`);
    expect(screen.queryByText(`${chosen}.`)).toBeNull();
    expect((await cards())[0]).toMatch(/^Mastercard ending in 4444Default/);
    expect(screen.queryByRole('link', { name: 'Use another card' })).toBeNull();
    await press('Pay now');
    await waitFor(() => expect(server.sent('resumePayment')).toEqual([{ subscriptionId: 's1' }]));
  });

  it('new default card that paid the debt: says only that it pays the next charges', async () => {
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

  const added = /^The card has been added\. The open invoice is still unpaid/;

  it('card added: says that it has paid nothing yet', async () => {
    await visit(path, server);
    await press('Add card');
    await press(/^Fill in 4242/);
    await press('Save card');
    await screen.findByText(added);
    await button('Pay now');
  });

  it('card added by way of the bank: says that it has paid nothing yet', async () => {
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

  it('canceled project: cards can only be deleted, with the reason', async () => {
    server.state.subscription = { ...server.state.subscription, status: 'canceled' };
    await visit(path, server);
    expect(await screen.findByText(/project has ended/, {}, deadline)).toBeTruthy();
    expect(
      (await button('Make Mastercard ending in 4444 the default')).getAttribute('aria-disabled'),
    ).toBe('true');
    await press('Delete Mastercard ending in 4444');
    await screen.findByRole('alertdialog');
  });

  it('server without payments: cards cannot be changed, with the reason', async () => {
    const payments = { provider: 'none', selling: false, publishableKey: '' } as const;
    await visit(path, server, { ...testConfig, payments });
    expect(await screen.findByText(/not set up here/, {}, deadline)).toBeTruthy();
    await expectFixed();
  });
});
