import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, proAcme } from '../../../test/billing-server.ts';
import { fillIn } from '../../../test/payer.ts';
import { createPaymentServer } from '../../../test/payment-server.ts';
import { type FakeServer, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();

beforeEach(() => {
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => void vi.unstubAllGlobals());

const billing = '/subscription/s1/billing';
const find = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => user.click(await find(name));
const inDialog = async (name: string) =>
  within(await screen.findByRole('alertdialog')).getByRole('button', { name });

interface ButtonScene {
  readonly server: FakeServer;
  readonly button: HTMLElement;
}

async function showBilling(path: string, status = proAcme.status): Promise<FakeServer> {
  const server = createBillingServer();
  server.world.subscription = { ...proAcme, status };
  await visit(path, server);
  return server;
}

async function showMethods(): Promise<FakeServer> {
  const server = createPaymentServer();
  await visit(`${billing}/payment-methods`, server);
  return server;
}

/** Every button that moves money or what money is taken by, by the call that it makes. */
const buttons: Record<string, () => Promise<ButtonScene>> = {
  async createSubscription() {
    const server = createPaymentServer();
    await visit('/create-plan?plan=pro', server);
    await fillIn();
    return { server, button: await find('Pay $10.00') };
  },
  async changeSubscriptionPlan() {
    const server = await showBilling(`${billing}/change-plan?plan=enterprise`);
    return { server, button: await find(/^Confirm and pay/) };
  },
  async undoPlanChange() {
    const server = createBillingServer();
    const { world } = server;
    const at = world.summary.next_invoice?.date ?? '';
    const scheduled = { plan_id: 'free', frequency: null, at };
    world.subscription = { ...proAcme, scheduled };
    world.summary = { ...world.summary, scheduled };
    await visit(billing, server);
    return { server, button: await find('Keep the current plan') };
  },
  async cancelSubscription() {
    const server = await showBilling(`${billing}/cancel`);
    await user.type(await screen.findByLabelText('Subscription ID'), 's1');
    return { server, button: await find('Cancel subscription') };
  },
  async updateBillingDetails() {
    const server = await showBilling(`${billing}/update-details`);
    return { server, button: await find('Save details') };
  },
  async resumePayment() {
    const server = await showBilling(billing, 'incomplete');
    return { server, button: await find('Finish the payment') };
  },
  async abandonSubscription() {
    const server = await showBilling(billing, 'incomplete');
    await press('Discard');
    return { server, button: await inDialog('Discard the project') };
  },
  async createSetupIntent() {
    const server = await showMethods();
    await press('Add card');
    await press(/^Fill in 4242/);
    return { server, button: await find('Save card') };
  },
  async setDefaultPaymentMethod() {
    const server = await showMethods();
    return { server, button: await find('Make Mastercard ending in 4444 the default') };
  },
  async deletePaymentMethod() {
    const server = await showMethods();
    await press('Delete Mastercard ending in 4444');
    return { server, button: await inDialog('Delete') };
  },
};

/** Bodies and idempotency keys of the calls of a name. */
function requests({ documents }: FakeServer, name: string) {
  return documents.mock.calls
    .filter(([url]) => String(url).endsWith(`/functions/r/${name}`))
    .map(([, init]) => ({
      body: String(init?.body),
      key: new Headers(init?.headers).get('idempotency-key'),
    }));
}

/** Calls of the name are answered by `answer` until it answers nothing. */
function answerInstead(
  { documents }: FakeServer,
  name: string,
  answer: () => Promise<Response | undefined>,
): void {
  const usual = documents.getMockImplementation();
  documents.mockImplementation(async (url, init) => {
    const other = String(url).endsWith(`/functions/r/${name}`) ? await answer() : undefined;
    return other ?? (await usual?.(url, init)) ?? Response.error();
  });
}

const unavailable = {
  error: {
    status: 'UNAVAILABLE',
    message: 'The payment provider is not responding right now. Please try again soon.',
    details: { code: 'billing/provider-unavailable' },
  },
};

describe.each(Object.entries(buttons))('the button that calls %s', (name, show) => {
  it('makes one request, however fast and often it is pressed', async () => {
    const { server, button } = await show();
    let open = () => {};
    const gate = new Promise<undefined>((resolve) => {
      open = () => resolve(undefined);
    });
    answerInstead(server, name, () => gate);

    // Twice before the page can say that it is at work, and once after that.
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(requests(server, name)).toHaveLength(1));
    act(() => button.click());
    await act(async () => open());
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
    expect(requests(server, name)).toHaveLength(1);
  });

  it('says that the provider does not answer, and goes on with the same request when pressed again', async () => {
    const { server, button } = await show();
    let isDown = true;
    answerInstead(server, name, async () =>
      isDown ? Response.json(unavailable, { status: 503 }) : undefined,
    );
    act(() => button.click());
    expect(await screen.findByText(/is not responding right now/)).toBeTruthy();
    expect(button.isConnected).toBe(true);

    isDown = false;
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
    act(() => button.click());
    await waitFor(() => expect(screen.queryByText(/is not responding right now/)).toBeNull());
    const [first, second] = requests(server, name);
    expect(second).toEqual(first);
  });
});

it('covers every call of the billing screens that changes something', () => {
  const sources = import.meta.glob<string>(['./**/*.{ts,tsx}', '!./**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });
  const called = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/\.call\(\s*(\w+)/g)].map(([, operation = '']) => operation),
  );
  const changing = called.filter((operation) => !/^(get|list|preview)[A-Z]/.test(operation));
  expect(new Set(changing)).toEqual(new Set(Object.keys(buttons)));
});
