import type { Activity, ActivityDetails } from '@hearth/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { press, user } from '../../../test/person.ts';
import { createTeamServer } from '../../../test/team-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

describe('the activity', () => {
  const ada = { id: 'ada', name: 'Ada Lovelace' };
  const bob = { id: 'bob', name: 'bob@x.example' };
  const event = (action: string, actor = ada, subject: Activity['subject'] = bob) => ({
    id: action,
    action,
    happened_at: '2026-11-21T10:00:00.000Z',
    actor,
    subject,
  });

  async function sentences() {
    await visit('/subscription/s1/activity', server);
    const list = await screen.findByRole('list', { name: /Nov 21, 2026$/ }, deadline);
    const items = within(list).getAllByRole('listitem');
    return items.map((item) => item.querySelector('p')?.textContent);
  }

  const findSentence = (text: string) =>
    screen.findByText((_, node) => node?.tagName === 'P' && node.textContent === text);

  const role = (...keys: string[]) => ['access', ...keys];
  const visa = { brand: 'visa', last4: '4242' };
  const ten = { amount: 1_000, currency: 'usd' };
  const payment = { amount: ten, invoice_number: 'ACME-0010', card: visa };
  const told: [action: string, details: ActivityDetails, words: string[]][] = [
    [
      'subscription.created',
      { plan_id: { from: null, to: 'free' } },
      ['Ada Lovelace created the project on Free'],
    ],
    [
      'subscription.settings-updated',
      { name: { from: null, to: 'Acme' } },
      ['Ada Lovelace renamed the project', 'Untitled Project', 'Acme'],
    ],
    [
      'subscription.plan-changed',
      { plan_id: { from: 'pro', to: 'pro' }, frequency: { from: 'month', to: 'year' } },
      ['Ada Lovelace changed the billing period', 'Pro (monthly)', 'Pro (yearly)'],
    ],
    [
      'subscription.plan-changed',
      { plan_id: { from: 'pro', to: 'enterprise' }, frequency: { from: 'week', to: 'year' } },
      ['Ada Lovelace changed the plan', 'Pro', 'plans.enterprise.title (yearly)'],
    ],
    [
      'subscription.plan-changed',
      { plan_id: { from: 'pro', to: 'free' } },
      ['Ada Lovelace changed the plan', 'Pro', 'Free'],
    ],
    [
      'subscription.end-scheduled',
      { ends_at: '2026-12-06T12:00:00.000Z' },
      ['Ada Lovelace canceled the project, which ends on Dec 6, 2026'],
    ],
    [
      'subscription.canceled',
      { ends_at: '2026-12-06T12:00:00.000Z' },
      ['The project ended as scheduled'],
    ],
    [
      'member.permissions-changed',
      { permissions: { from: role('editor'), to: role() } },
      [
        'Ada Lovelace changed the permissions of bob@x.example',
        'permissions.editor',
        'permissions.access',
      ],
    ],
    [
      'billing.default-card-changed',
      { card: { from: { brand: 'mastercard', last4: '4444' }, to: visa } },
      ['Ada Lovelace changed the default card', 'Mastercard ·· 4444', 'Visa ·· 4242'],
    ],
    [
      'billing.card-removed',
      { card: { from: visa, to: null } },
      ['Ada Lovelace deleted Visa ·· 4242'],
    ],
    ['billing.payment-received', { payment }, ['$10.00 paid with Visa ·· 4242', 'ACME-0010']],
    [
      'billing.payment-refunded',
      { payment: { amount: ten, invoice_number: null } },
      ['$10.00 was refunded'],
    ],
    ['subscription.past-due', { payment }, ['Visa ·· 4242 was declined for $10.00', 'ACME-0010']],
    [
      'invite.created',
      { permissions: { from: null, to: role('editor') }, open_until: '2026-12-06T12:00:00.000Z' },
      [
        'Ada Lovelace invited bob@x.example with the role permissions.editor',
        'Open until Dec 6, 2026',
      ],
    ],
  ];

  it.each(told)('%s: names what was recorded with it', async (action, details, words) => {
    server.world.activities = [{ ...event(action), details }];
    await sentences();
    const list = await screen.findByRole('list', { name: /Nov 21, 2026$/ });
    const parts = [...list.querySelectorAll('li p')].flatMap((part) =>
      part.querySelector('svg')
        ? [...part.querySelectorAll('span:not(.sr-only)')].map((value) => value.textContent)
        : part.textContent,
    );
    expect(parts).toEqual(words);
  });

  it('names people who joined and left by the name they had', async () => {
    const hedy = {
      id: 'i1',
      name: 'hedy@x.example',
      joined_as: 'Hedy Lamarr',
      left: true,
    } as const;
    const joined = {
      ...event('invite.accepted', { id: 'hedy', name: 'Hedy Lamarr' }, hedy),
      inviter: ada,
    };
    server.world.activities = [
      event('member.removed', ada, { id: 'hedy', name: 'Hedy Lamarr' }),
      { ...joined, details: { permissions: { from: null, to: role() } } },
      event('invite.created', ada, hedy),
      event('invite.revoked', ada, { id: 'i2', name: '' }),
    ];
    expect(await sentences()).toEqual([
      'Ada Lovelace removed Hedy Lamarr',
      'Hedy Lamarr joined with the role permissions.access, invited by Ada Lovelace',
      'Ada Lovelace invited Hedy Lamarr (left the project)',
      'Ada Lovelace revoked the invitation to someone',
    ]);
  });

  it('isolates a name that would turn its sentence, and sets it in bold', async () => {
    const adel = { id: 'adel', name: 'عادل!' };
    server.world.activities = [event('member.removed', adel, { id: 'dana', name: 'דנה (אדמין)' })];
    expect(await sentences()).toEqual(['\u2068عادل!\u2069 removed \u2068דנה (אדמין)\u2069']);
    expect((await screen.findByText(adel.name)).tagName).toBe('B');
  });

  it('in Chinese sets Latin names apart, and no Chinese ones', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    const wang = { id: 'wang', name: '王小明' };
    server.world.activities = [
      event('member.removed', wang, ada),
      event('invite.created', ada, wang),
    ];
    await visit('/subscription/s1/activity', server);
    await findSentence('王小明移除了 Ada Lovelace');
    await findSentence('Ada Lovelace 邀请了王小明');
  });

  it('groups the events by day', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    server.world.activities = [0, 1, 1].map((days, index) => ({
      ...event('invite.created'),
      id: String(index),
      happened_at: ago(days),
    }));
    await visit('/subscription/s1/activity', server);
    const today = await screen.findByRole('list', { name: /^Today · / }, deadline);
    const yesterday = screen.getByRole('list', { name: /^Yesterday · / });
    const count = (list: HTMLElement) => within(list).getAllByRole('listitem').length;
    expect([count(today), count(yesterday)]).toEqual([1, 2]);
  });

  it('exports every event of the kind in the words of the screen, page by page', async () => {
    const renamed = { details: { name: { from: null, to: 'Acme' } } };
    server.world.activities = [
      { ...event('subscription.settings-updated'), ...renamed },
      ...Array.from({ length: 150 }, (_, at) => ({ ...event('member.left'), id: `left ${at}` })),
    ];
    let saved: Blob | undefined;
    URL.createObjectURL = (blob) => {
      saved = blob instanceof Blob ? blob : undefined;
      return 'blob:saved';
    };
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await sentences();
    await press('Settings');
    await press('Export CSV');
    await vi.waitFor(() => expect(saved).toBeDefined());

    const lines = (await saved?.text())?.trim().split('\r\n') ?? [];
    expect(lines).toHaveLength(152);
    expect(lines[0]).toContain('"Time","Event","Before","After","Note"');
    expect(lines[1]).toBe(
      '"2026-11-21T10:00:00.000Z","Ada Lovelace renamed the project","Untitled Project","Acme",""',
    );
    const asked = server.calls('getActivity').slice(-2);
    expect(asked).toMatchObject([
      { page: 1, pageSize: 100, kind: 'settings' },
      { page: 2, pageSize: 100, kind: 'settings' },
    ]);
  });

  it('nothing yet: nothing to export', async () => {
    await visit('/subscription/s1/activity', server);
    await screen.findByText('Nothing has happened yet', {}, deadline);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  describe('of one person and one time', () => {
    const hedy = { id: 'hedy', name: 'Hedy Lamarr', left: true } as const;
    const box = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
    const asked = () => server.calls('getActivity').at(-1);
    const thirty = Array.from({ length: 30 }, (_, at) => ({
      ...event('member.left'),
      id: `left ${at}`,
    }));

    it('begins with anyone in the last 90 days; former members can be chosen', async () => {
      server.world.activities = [event('invite.created')];
      server.world.actors = [ada, bob, hedy];
      await sentences();
      await screen.findByRole('option', { name: 'Ada Lovelace (you)' });
      const shown = (name: string) => box(name).selectedOptions[0]?.textContent;
      expect([shown('Person'), shown('Time')]).toEqual(['Anyone', 'Last 90 days']);
      expect(server.calls('getActivity')).toContainEqual(
        expect.objectContaining({ page: 1, pageSize: 20, days: 90 }),
      );

      await user.selectOptions(box('Person'), 'Hedy Lamarr (left the project)');
      await vi.waitFor(() => expect(asked()).toMatchObject({ actorId: 'hedy', days: 90 }));
      await user.selectOptions(box('Time'), 'Last 7 days');
      await vi.waitFor(() => expect(asked()).toMatchObject({ actorId: 'hedy', days: 7 }));
      await user.selectOptions(box('Time'), 'Any time');
      await vi.waitFor(() => expect(asked()).not.toHaveProperty('days'));
      expect(asked()).toMatchObject({ actorId: 'hedy' });
    });

    it('a change of the filter begins with the newest events, and the export has the filter too', async () => {
      server.world.activities = thirty;
      server.world.actors = [ada, bob];
      await sentences();
      await press('Older');
      await screen.findByText('21–30 of 30');
      await user.selectOptions(box('Person'), 'bob@x.example');
      await screen.findByText('1–20 of 30');
      expect(asked()).toMatchObject({ page: 1, actorId: 'bob' });

      URL.createObjectURL = () => 'blob:saved';
      URL.revokeObjectURL = () => undefined;
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
      await press('Export CSV');
      await vi.waitFor(() =>
        expect(asked()).toMatchObject({ pageSize: 100, actorId: 'bob', days: 90 }),
      );
    });

    it('filter, time and page: are part of the address, and a reload shows them again', async () => {
      server.world.activities = thirty;
      server.world.actors = [ada, bob];
      await sentences();
      await press('People');
      await screen.findByRole('option', { name: 'bob@x.example' });
      await user.selectOptions(box('Person'), 'bob@x.example');
      await user.selectOptions(box('Time'), 'Last 7 days');
      await press('Older');
      await screen.findByText('21–30 of 30');
      expect(location.search).toBe('?kind=people&person=bob&days=7&page=2');
      const before = server.calls('getActivity').length;
      cleanup();
      await visit(`/subscription/s1/activity${location.search}`, server);
      await screen.findByText('21–30 of 30', {}, deadline);
      const again = server.calls('getActivity').slice(before);
      expect(again).toContainEqual(
        expect.objectContaining({ kind: 'people', actorId: 'bob', days: 7, page: 2 }),
      );
    });

    it('another page: begins at the head of the list', async () => {
      server.world.activities = thirty;
      await sentences();
      const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
      await press('Older');
      await screen.findByText('21–30 of 30');
      const head = screen.getByRole('heading', { level: 2 });
      await vi.waitFor(() => expect(document.activeElement).toBe(head));
      expect(scroll.mock.contexts).toContain(head);
    });

    it('page of the address that is not there any more: shows the last one', async () => {
      server.world.activities = thirty;
      await visit('/subscription/s1/activity?page=9', server);
      await screen.findByText('21–30 of 30', {}, deadline);
      expect(location.search).toBe('?page=2');
    });

    it('nothing in that time: says so, and shows all by one press', async () => {
      server.world.actors = [ada];
      await visit('/subscription/s1/activity', server);
      await screen.findByText('Nothing matches these filters.', {}, deadline);
      expect(screen.queryByText('Nothing has happened yet')).toBeNull();
      server.world.activities = [event('invite.created')];
      await press('Show all');
      await findSentence('Ada Lovelace invited bob@x.example');
      expect(asked()).not.toHaveProperty('days');
      expect(box('Time').value).toBe('all');
    });
  });

  it('shows one kind of events, and says when there is none of it', async () => {
    server.world.activities = [event('invite.created')];
    await sentences();
    server.world.activities = [];
    await press('Billing');
    await screen.findByText('Nothing matches these filters.');
    expect(server.calls('getActivity').at(-1)).toMatchObject({ kind: 'money', page: 1 });
    expect(screen.getByRole('button', { name: 'Billing', pressed: true })).toBeTruthy();
    server.world.activities = [event('invite.created')];
    await press('Show all');
    await findSentence('Ada Lovelace invited bob@x.example');
    expect(server.calls('getActivity').at(-1)).not.toHaveProperty('kind');
  });
});
