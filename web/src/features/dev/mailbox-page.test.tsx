import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { MailboxPage } from './mailbox-page.tsx';

const link = 'http://localhost:3000/auth/action?mode=verifyEmail&oobCode=abc';

function mail(number: number, to: string) {
  return {
    to,
    kind: 'verify-email',
    subject: `Mail ${number}`,
    text: `Hello <b>Ada</b>,\n\nPlease confirm.\n\n${link}\n\nBye`,
    html: '<html></html>',
    links: [link],
    message_id: `<mail-${number}@localhost>`,
    sent_at: `2026-11-21T10:0${number}:00.000Z`,
  };
}

const user = userEvent.setup();
const network = vi.fn<typeof fetch>();
let mails: object[] = [];
let upcoming: object[] = [];

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  mails = [mail(1, 'ada@example.com'), mail(2, 'bob@example.com')];
  upcoming = [];
  network
    .mockReset()
    .mockImplementation(async (url) =>
      Response.json(String(url) === '/dev/upcoming.json' ? upcoming : mails),
    );
  vi.stubGlobal('fetch', network);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function asked(): string[] {
  return network.mock.calls.map(([url]) => String(url)).filter((url) => url.includes('mailbox'));
}

describe('the mailbox', () => {
  it('lists the newest mail first, and shows it', async () => {
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    const list = await screen.findByRole('list', { name: 'Emails' });
    const subjects = within(list).getAllByRole('button');
    expect(subjects.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Mail 2bob@example\.com/),
      expect.stringMatching(/^Mail 1ada@example\.com/),
    ]);
    expect(screen.getByRole('heading', { level: 2, name: 'Mail 2' })).toBeTruthy();

    await user.click(subjects[1] ?? expect.fail());
    expect(screen.getByRole('heading', { level: 2, name: 'Mail 1' })).toBeTruthy();
    expect(subjects[1]?.getAttribute('aria-current')).toBe('true');
  });

  it('makes its links followable in another tab, and nothing else of the text', async () => {
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    const mailed = await screen.findByRole('link', { name: link });
    expect(mailed).toMatchObject({ href: link, target: '_blank' });
    expect(screen.getByRole('article').textContent).toContain('Hello <b>Ada</b>,');
    const html = screen.getByRole('link', { name: 'Open as HTML' });
    expect(html.getAttribute('href')).toBe('/dev/mailbox.html?id=%3Cmail-2%40localhost%3E');
  });

  it('keeps the address in its own address', async () => {
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    await user.type(await screen.findByLabelText('Address'), 'ada+1@example.com');
    mails = [];
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(await screen.findByText('Nothing was sent to ada+1@example.com.')).toBeTruthy();
    expect(asked().at(-1)).toBe('/dev/mailbox.json?to=ada%2B1%40example.com');
    expect(screen.getByLabelText('Address')).toHaveProperty('value', 'ada+1@example.com');

    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(asked().at(-1)).toBe('/dev/mailbox.json'));
  });

  it('no mails yet: says what to do', async () => {
    mails = [];
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    expect(await screen.findByText('No emails yet')).toBeTruthy();
  });

  it('reads again when asked, and on return to the tab', async () => {
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    await screen.findByRole('list', { name: 'Emails' });
    mails = [...mails, mail(3, 'eve@example.com')];
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Mail 3' })).toBeTruthy();

    mails = [...mails, mail(4, 'eve@example.com')];
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByRole('heading', { level: 2, name: 'Mail 4' })).toBeTruthy();
  });

  it('mails that fail to load: offers another try', async () => {
    network.mockImplementationOnce(async () => new Response('', { status: 500 }));
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The emails could not be loaded.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('list', { name: 'Emails' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('speaks Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    expect(await screen.findByRole('heading', { level: 1, name: '收件箱' })).toBeTruthy();
    expect(await screen.findByText('收件人：bob@example.com')).toBeTruthy();
  });
});

describe('emails that come next', () => {
  it('are listed below the others, without what is no email', async () => {
    const project = { subscription_id: 's1', name: 'Acme' };
    upcoming = [
      { ...project, at: '2026-11-28T10:00:00.000Z', kind: 'renewal-ahead' },
      { ...project, at: '2026-12-19T10:00:00.000Z', kind: 'renewal' },
    ];
    await openPage(<MailboxPage />, { path: '/dev/mailbox' });
    expect(await screen.findByText('Email: Acme renews soon')).toBeTruthy();
    expect(screen.queryByText('Acme renews')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Go there' })).toBeNull();
  });
});
