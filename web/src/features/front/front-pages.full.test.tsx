import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStripeServer } from '../../../test/stripe-server.ts';
import { testConfig, withheld } from '../../../test/test-config.ts';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();
let server = createFakeServer();

const texts = {
  'front.tagline': 'Bread for everybody',
  'front.description': 'We bake it, you eat it.',
  'front.where': 'Where is the oven?',
  'front.cellar': 'In the cellar.',
  'front.terms': 'Terms',
};
const config = {
  ...testConfig,
  landing: true,
  front: {
    taglineKey: 'front.tagline',
    descriptionKey: 'front.description',
    answers: [{ questionKey: 'front.where', answerKey: 'front.cellar' }],
    links: [{ labelKey: 'front.terms', url: 'https://bakery.example/terms' }],
  },
  texts: { ...testConfig.texts, en: { ...testConfig.texts.en, ...texts } },
};

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.documents.mockImplementation(async (url) =>
    Response.json(
      String(url) === '/v1/invites'
        ? { invites: [], hidden: 0, nextPageToken: null }
        : { subscriptions: [] },
    ),
  );
});

const heading = (name: string | RegExp, level = 1) =>
  screen.findByRole('heading', { level, name }, deadline);
const link = (name: string) => screen.findByRole('link', { name }, deadline);
const at = () => `${location.pathname}${location.search}`;

async function signUp() {
  await user.type(await screen.findByLabelText('Full name', {}, deadline), 'Ada');
  await user.type(screen.getByLabelText('Email'), 'ada@x.example');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
}

describe('the landing page', () => {
  it('shows a visitor what the configuration says', async () => {
    await visit('/', server, config);
    await heading('Bread for everybody');
    // Set after the page is drawn.
    await waitFor(() => expect(document.title).toBe('Bread for everybody · Hearth'));
    expect(screen.getByText('We bake it, you eat it.')).toBeTruthy();
    expect(screen.getByText('Free for up to 10 people. No card needed.')).toBeTruthy();
    expect(screen.getByText('In the cellar.')).toBeTruthy();
    expect((await link('Terms')).getAttribute('href')).toBe('https://bakery.example/terms');
    expect(at()).toBe('/');
  });

  it('lists what newcomers can have, with prices, and no legacy plan', async () => {
    await visit('/', server, config);
    const pro = (await heading('Pro', 3)).closest('li') ?? expect.fail();
    expect(within(pro).getByText('$10')).toBeTruthy();
    expect(within(pro).getByText('Most popular')).toBeTruthy();
    expect(within(pro).getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByText('plans.gold.title')).toBeNull();
  });

  it('shows what one gets with the founder’s plans, and all plans side by side', async () => {
    await visit('/', server, config);
    await heading('Every change line by line', 3);
    expect(screen.getByText('Unused time on Pro')).toBeTruthy();
    const table = screen.getByRole('table');
    const [head] = within(table).getAllByRole('row');
    const names = config.plans.filter(({ legacy }) => !legacy).map(({ id }) => id);
    expect(within(head ?? table).getAllByRole('columnheader')).toHaveLength(1 + names.length);
    expect(screen.getByRole('img', { name: /^Example of a project on Pro/ })).toBeTruthy();
  });

  it('nothing costs anything: shows neither a change of plan nor a failed payment', async () => {
    const plans = testConfig.plans.filter(({ free }) => free);
    await visit('/', server, { ...config, plans });
    await heading('Your people', 3);
    expect(screen.queryByText('Due today')).toBeNull();
    expect(screen.queryByText('We try again')).toBeNull();
  });

  it('without texts: has the name of the product for a headline', async () => {
    await visit('/', server, { ...testConfig, landing: true });
    await heading('Hearth');
    await waitFor(() => expect(document.title).toBe('Hearth'));
  });

  it('signed in: leads to the dashboard', async () => {
    server.identity.cookie = 'anna';
    await visit('/', server, config);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
  });
});

describe('the page of prices', () => {
  it('is there if there is no landing page', async () => {
    await visit('/pricing', server);
    await heading('Plans and prices');
    expect((await link('Choose Pro')).getAttribute('href')).toBe('/signup?plan=pro');
    expect((await link('Start for free')).getAttribute('href')).toBe('/signup?plan=free');
  });

  it('leads a signed-in person straight to the plan', async () => {
    server.identity.cookie = 'anna';
    await visit('/pricing', server);
    await link('Go to your projects');
    expect((await link('Choose Pro')).getAttribute('href')).toBe('/create-plan?plan=pro');
  });

  it('a plan cannot be sold now: says so and leads nowhere', async () => {
    const plans = withheld(({ id }) => id === 'pro');
    await visit('/pricing', server, { ...testConfig, plans });
    const off = await screen.findByRole('button', { name: 'Not available right now' }, deadline);
    expect(off.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('link', { name: 'Choose Pro' })).toBeNull();
  });

  it('nothing can be paid here: nobody is told of failed payments if all plans are free', async () => {
    const plans = testConfig.plans.filter(({ free }) => free);
    await visit('/pricing', server, { ...testConfig, plans });
    await heading('Plans and prices');
    expect(screen.queryByText('What happens when a payment fails?')).toBeNull();
    expect(screen.getByText('Where is my data?')).toBeTruthy();
  });

  it('shows the theme that a visitor chooses, and the browser’s own bars follow', async () => {
    const bars = document.head.appendChild(document.createElement('meta'));
    bars.dataset.look = 'dark';
    await visit('/pricing', server);
    await user.selectOptions(await screen.findByLabelText('Theme', {}, deadline), 'dark');
    expect([document.documentElement.dataset.theme, bars.media]).toEqual(['dark', 'all']);
    await user.selectOptions(screen.getByLabelText('Theme'), 'light');
    expect(bars.media).toBe('not all');
    await user.selectOptions(screen.getByLabelText('Theme'), 'system');
    expect(bars.media).toBe('(prefers-color-scheme: dark)');
    bars.remove();
  });
});

describe('a chosen plan', () => {
  it('is there after sign-up, and the mail that confirms the address leads on to it', async () => {
    createStripeServer(() => undefined);
    server.identity.emailVerified = false;
    server.identity.displayName = 'Ada Lovelace';
    await visit('/pricing', server);
    await user.click(await link('Choose Pro'));
    await screen.findByText(
      'Then you can start with Pro. Nothing is charged until you confirm.',
      {},
      deadline,
    );
    await signUp();
    await heading('Start Pro');
    expect(at()).toBe('/create-plan?plan=pro');
    const name = await screen.findByLabelText('Full name', {}, deadline);
    expect(name).toHaveProperty('value', 'Ada Lovelace');
    const asked = () => server.documents.mock.calls.map(([, init]) => String(init?.body));
    await waitFor(() =>
      expect(asked().join()).toContain(
        `"continueUrl":"${location.origin}/create-plan?plan=pro&first=true"`,
      ),
    );
  });

  it('is there after a detour to sign-in', async () => {
    await visit('/signup?plan=pro', server);
    await user.click(await link('Sign in'));
    const submit = await screen.findByRole('button', { name: 'Sign in' }, deadline);
    await user.type(screen.getByLabelText('Email'), 'ada@x.example');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(submit);
    await heading('Start Pro');
    expect(at()).toBe('/create-plan?plan=pro');
  });

  it('free: is pointed out, and waits for a press', async () => {
    await visit('/signup?plan=free', server);
    await signUp();
    const button = await screen.findByRole('button', { name: 'Choose Free' }, deadline);
    expect(button.className).toContain('bg-accent');
    expect(screen.getByRole('button', { name: 'Choose Pro' }).className).not.toContain('bg-accent');
    expect(at()).toBe('/create-plan?plan=free');
  });

  it.each(['gold', 'nothing'])('%s, which nobody can have: leads to the dashboard', async (id) => {
    await visit(`/signup?plan=${id}`, server);
    await signUp();
    await waitFor(() => expect(at()).toBe('/dashboard'), deadline);
  });
});

describe('a typed address', () => {
  it('is carried from sign-in to the reset of a password, and back', async () => {
    await visit('/signin', server);
    await user.type(await screen.findByLabelText('Email', {}, deadline), 'ada@x.example');
    await user.click(await link('Forgot password?'));
    await screen.findByRole('button', { name: 'Send reset link' }, deadline);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@x.example');
    await user.type(screen.getByLabelText('Email'), '.com');
    await user.click(await link('Back to sign in'));
    await screen.findByRole('button', { name: 'Sign in' }, deadline);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@x.example.com');
  });

  it('is carried from sign-in to sign-up, and back', async () => {
    await visit('/signin', server);
    await user.type(await screen.findByLabelText('Email', {}, deadline), 'ada@x.example');
    await user.click(await link('Sign up'));
    await screen.findByLabelText('Full name', {}, deadline);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@x.example');
    await user.click(await link('Sign in'));
    await screen.findByRole('button', { name: 'Sign in' }, deadline);
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ada@x.example');
  });
});
