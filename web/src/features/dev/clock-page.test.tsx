import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { monthlyYearly, testConfig } from '../../../test/test-config.ts';
import { ClockPage } from './clock-page.tsx';

const user = userEvent.setup();
const network = vi.fn<typeof fetch>();
const hourMs = 3_600_000;
let now = 0;
let upcoming: object[] = [];

/** The server's side: noon by the clock of this machine, moved as it is asked to. */
const answer: typeof fetch = async (url, init) => {
  if (String(url) === '/dev/upcoming.json') {
    return Response.json(upcoming);
  }
  if (String(url) === '/dev/clock' && init?.method === 'POST') {
    now += (JSON.parse(String(init.body)) as { advanceMs: number }).advanceMs;
  }
  return Response.json({ now: new Date(now).toISOString() });
};

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  now = new Date(2026, 10, 21, 12, 0).getTime();
  upcoming = [];
  network.mockReset().mockImplementation(answer);
  vi.stubGlobal('fetch', network);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function moves() {
  return network.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([url, init]) => [String(url), JSON.parse(String(init?.body))]);
}

async function open(config = testConfig) {
  await openPage(<ClockPage />, { path: '/dev/clock', config });
  expect(await screen.findByText('Nov 21, 2026, 12:00 PM')).toBeTruthy();
}

describe('the clock', () => {
  it.each([
    ['One hour', hourMs, 'Nov 21, 2026, 1:00 PM'],
    ['One day', 24 * hourMs, 'Nov 22, 2026, 12:00 PM'],
    ['One week', 168 * hourMs, 'Nov 28, 2026, 12:00 PM'],
  ])('moves ahead by %s', async (name, advanceMs, shown) => {
    await open();
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(shown));
    expect(moves()).toEqual([['/dev/clock', { advanceMs }]]);
  });

  it.each([
    ['One month', 30, 'Dec 21, 2026, 12:00 PM'],
    ['One year', 365, 'Nov 21, 2027, 12:00 PM'],
  ])('plans are charged by month and year: moves ahead by %s', async (name, days, shown) => {
    await open(monthlyYearly);
    await user.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(shown));
    expect(moves()).toEqual([['/dev/clock', { advanceMs: days * 24 * hourMs }]]);
  });

  it('month without such a day: ends with its last one', async () => {
    now = new Date(2027, 0, 31, 12, 0).getTime();
    await openPage(<ClockPage />, { path: '/dev/clock', config: monthlyYearly });
    await screen.findByText('Jan 31, 2027, 12:00 PM');
    await user.type(screen.getByLabelText('How many'), '1');
    await user.selectOptions(screen.getByLabelText('Unit'), 'Months');
    await user.click(screen.getByRole('button', { name: 'Move ahead' }));
    await waitFor(() => expect(moves()).toEqual([['/dev/clock', { advanceMs: 672 * hourMs }]]));
  });

  it('plans are charged by the week alone: offers no month', async () => {
    await open();
    expect(screen.queryByRole('button', { name: 'One month' })).toBeNull();
    expect(screen.queryByRole('option', { name: 'Years' })).toBeNull();
  });

  it('moves by any whole number of hours, days or weeks, and refuses other input', async () => {
    await open();
    const count = screen.getByLabelText('How many');
    for (const wrong of [' ', '0', '1.5', '-3', '4000']) {
      await user.clear(count);
      await user.type(count, wrong);
      await user.click(screen.getByRole('button', { name: 'Move ahead' }));
      expect(await screen.findByText('Enter a whole number, ten years at most.')).toBeTruthy();
    }
    expect(moves()).toEqual([]);

    await user.clear(count);
    await user.type(count, '3');
    await user.selectOptions(screen.getByLabelText('Unit'), 'Weeks');
    await user.click(screen.getByRole('button', { name: 'Move ahead' }));
    await waitFor(() => expect(moves()).toEqual([['/dev/clock', { advanceMs: 504 * hourMs }]]));
    expect(screen.queryByText('Enter a whole number, ten years at most.')).toBeNull();
  });

  it('moves once, however fast the button is pressed', async () => {
    await open();
    const button = screen.getByRole('button', { name: 'One week' });
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(moves()).toHaveLength(1));
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Nov 28'));
    expect(moves()).toHaveLength(1);
  });

  it('no answer: offers another try, which moves nothing', async () => {
    await open();
    network.mockImplementationOnce(async () => new Response('', { status: 500 }));
    await user.click(screen.getByRole('button', { name: 'One day' }));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The clock is not responding.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(moves()).toHaveLength(1);
    expect(String(network.mock.lastCall?.[0])).toBe('/dev/clock.json');
  });

  it('speaks Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await openPage(<ClockPage />, { path: '/dev/clock' });
    expect(await screen.findByRole('heading', { level: 1, name: '时钟' })).toBeTruthy();
    expect(await screen.findByText('2026年11月21日 12:00')).toBeTruthy();
  });
});

describe('what comes next', () => {
  it('is listed with its instant, and one press moves the clock just past it', async () => {
    const at = new Date(now + 72 * hourMs).toISOString();
    const project = { subscription_id: 's1', name: 'Acme' };
    upcoming = [
      { ...project, at, kind: 'trial-ending' },
      { ...project, at: new Date(now + 144 * hourMs).toISOString(), kind: 'trial-end', name: '' },
    ];
    await open();
    expect(await screen.findByText('Email: the trial of Acme ends soon')).toBeTruthy();
    expect(screen.getByText('The trial of Untitled Project ends')).toBeTruthy();
    const [go] = screen.getAllByRole('button', { name: 'Go there' });
    await user.click(go ?? expect.fail());
    expect(moves()).toEqual([['/dev/clock', { advanceMs: 72 * hourMs + 60_000 }]]);
  });
});
