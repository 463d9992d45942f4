import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { press, user } from '../../../test/person.ts';
import { deadline } from '../../../test/visit.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

const network = vi.fn<typeof fetch>();
let answers: Record<string, () => Response> = {};

const endpoint = {
  id: 'we_1',
  url: 'https://backend.example/hook',
  description: 'Billing worker',
  types: ['account.created'],
  state: 'on',
  off_reason: null,
  failing_since: null,
  full_since: null,
  missed_since: null,
  create_time: '2026-11-21T10:00:00.000Z',
};

const off = {
  ...endpoint,
  id: 'we_2',
  url: 'https://old.example/',
  state: 'off',
  off_reason: 'gone',
};

const delivery = {
  id: '7',
  event_id: 'evt_7',
  type: 'account.created',
  status: 'dead',
  attempts: 10,
  last_attempt: { at: '2026-11-21T10:00:00.000Z', status: 500, answer: 'Oops', ms: 12 },
  next_attempt: null,
};

const base = '/v1/operator';

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  answers = {
    [`GET ${base}/webhook-endpoints`]: () => Response.json({ data: [endpoint] }),
    [`GET ${base}/webhook-endpoints/we_1/deliveries`]: () =>
      Response.json({ data: [delivery], next_cursor: null }),
    [`GET ${base}/webhook-endpoints/we_2/deliveries`]: () =>
      Response.json({ data: [], next_cursor: null }),
  };
  network.mockReset().mockImplementation(async (url, init) => {
    const call = `${init?.method} ${new URL(String(url), location.origin).pathname}`;
    return answers[call]?.() ?? refuse('NOT_FOUND', 'request/unknown');
  });
});

const refuse = (status: string, code: string) =>
  Response.json({ error: { status, message: 'x', details: { code } } }, { status: 400 });

const open = () => openPage(<WebhooksPage />, { as: 'ada', network });

const sent = (call: string) =>
  network.mock.calls.filter(
    ([url, init]) => `${init?.method} ${new URL(String(url), location.origin).pathname}` === call,
  ).length;

describe('the webhooks of an operator', () => {
  it('shows the endpoint, and its last deliveries with their answers', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: endpoint.url }, deadline)).toBeTruthy();
    const list = await screen.findByRole('list', { name: 'Last deliveries' }, deadline);
    expect(within(list).getByText('Given up')).toBeTruthy();
    expect(within(list).getByText(/^Attempt 10 at .*: 500 after 12 ms\.$/)).toBeTruthy();
    expect(within(list).getByText('Oops')).toBeTruthy();
  });

  it('shows a body once it is asked for', async () => {
    answers[`GET ${base}/webhook-deliveries/7/event`] = () =>
      Response.json({ id: 'evt_7', type: 'account.created', timestamp: 'x', data: { uid: 'bob' } });
    await open();
    await press(/^Show body/);
    expect(await screen.findByText(/"uid": "bob"/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Show body/ })).toBeNull();
  });

  it('sends a delivery again, and reads the list again', async () => {
    answers[`POST ${base}/webhook-deliveries/7/resend`] = () => Response.json({});
    await open();
    await press('Send account.created again, evt_7');
    await waitFor(() => expect(sent(`POST ${base}/webhook-deliveries/7/resend`)).toBe(1));
    await waitFor(() => expect(sent(`GET ${base}/webhook-endpoints/we_1/deliveries`)).toBe(2));
  });

  it('asks for the password if the sign-in is old', async () => {
    answers[`POST ${base}/webhook-deliveries/7/resend`] = () =>
      refuse('FAILED_PRECONDITION', 'auth/requires-recent-login');
    await open();
    await press('Send account.created again, evt_7');
    expect(await screen.findByRole('dialog', {}, deadline)).toBeTruthy();
  });

  it('shows an endpoint that was turned off first, and turns it on', async () => {
    answers[`GET ${base}/webhook-endpoints`] = () => Response.json({ data: [endpoint, off] });
    answers[`POST ${base}/webhook-endpoints/we_2/turn-on`] = () => Response.json(endpoint);
    await open();
    expect(await screen.findByText(/no longer takes events \(410\)/, {}, deadline)).toBeTruthy();
    expect(await screen.findByText(/Nothing has been sent/)).toBeTruthy();
    await press('Turn on');
    await waitFor(() => expect(sent(`POST ${base}/webhook-endpoints/we_2/turn-on`)).toBe(1));
    await user.selectOptions(screen.getByLabelText('Endpoint'), endpoint.id);
    expect(await screen.findByText('Oops', {}, deadline)).toBeTruthy();
  });

  it('says how the first endpoint is added, in Chinese too', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    answers[`GET ${base}/webhook-endpoints`] = () => Response.json({ data: [] });
    await open();
    expect(await screen.findByRole('heading', { name: '暂无端点' }, deadline)).toBeTruthy();
  });
});
