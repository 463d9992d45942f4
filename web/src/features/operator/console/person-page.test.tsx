import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  actOnGrace,
  createConsoleServer,
  lookAtAcme,
  lookAtGrace,
  looked,
  personSheet,
} from '../../../../test/console-server.ts';
import { press, user } from '../../../../test/person.ts';
import { deny } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createConsoleServer();

beforeEach(() => {
  server = createConsoleServer();
  server.answers[actOnGrace] = () => Response.json({ number: 5, state: 'done' });
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const title = { level: 1, name: 'Grace Hopper' };

/** Opens the page as an operator who has given their reason before. */
async function look() {
  sessionStorage.setItem('hearth.look.ada.grace', 'Ticket 8');
  await visit('/operator/people/grace', server);
  await screen.findByRole('heading', title, deadline);
}

const region = (name: string) => within(screen.getByRole('region', { name }));

describe('the look at a person', () => {
  it('asks for a reason once, then reads', async () => {
    await visit('/operator/people/grace', server);
    const field = await screen.findByLabelText('Why do you look?', {}, deadline);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('no{Enter}');
    await screen.findByText('Write 3 to 500 characters.');
    expect(server.sentTo(lookAtGrace)).toEqual([]);
    await user.clear(field);
    await user.type(field, ' Ticket 8 {Enter}');
    await screen.findByRole('heading', title, deadline);
    expect(server.sentTo(lookAtGrace)[0]).toEqual({ reason: 'Ticket 8' });
    expect(sessionStorage.getItem('hearth.look.ada.grace')).toBe('Ticket 8');
    expect(document.title).not.toContain('Grace');
  });

  it('shows the account, what happened to it, and what is known of an action by its name', async () => {
    await look();
    expect(screen.getByText('Not verified')).toBeTruthy();
    expect(screen.getByText('Google · grace@gmail.example')).toBeTruthy();
    expect(region('Signed-in devices').getByText('Firefox on Windows')).toBeTruthy();
    expect(region('Emails').getByText('Given up')).toBeTruthy();
    expect(region('Sign-ins and changes').getByText('Password changed')).toBeTruthy();
    expect(region('Sign-ins and changes').getByText('account.new-thing')).toBeTruthy();
    expect(region('Sign-ins and changes').getByText('By someone else')).toBeTruthy();
    expect(screen.getByText('Asking for an email to reset the password')).toBeTruthy();
    expect(region('History').getByText(/^ops@x\.example · Nov 21, 2026/)).toBeTruthy();
  });

  it('a project of the person: opened with the reason given here', async () => {
    await look();
    await user.click(screen.getByRole('link', { name: 'Acme Analytics' }));
    await screen.findByRole('heading', { level: 1, name: 'Acme Analytics' }, deadline);
    expect(server.sentTo(lookAtAcme)[0]).toEqual({ reason: 'Ticket 8' });
  });

  it('a person who is gone: said so', async () => {
    server.answers[lookAtGrace] = deny('account/unknown');
    sessionStorage.setItem('hearth.look.ada.grace', 'Ticket 8');
    await visit('/operator/people/grace', server);
    await screen.findByRole('alert', {}, deadline);
  });
});

describe('acts on a person', () => {
  it('disabled once by a double press, with the reason of the look, and read again', async () => {
    await look();
    await press('Disable account');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    dialog.getByRole('heading', { name: 'Disable the account of Grace Hopper?' });
    const reason = dialog.getByLabelText('Reason');
    expect((reason as HTMLTextAreaElement).value).toBe('Ticket 8');
    server.answers[lookAtGrace] = () =>
      Response.json({
        ...personSheet,
        disabled_at: looked.at,
        acts: [{ ...looked, number: 5, act: 'disable' }],
        seen: 5,
      });
    await user.dblClick(dialog.getByRole('button', { name: 'Disable account' }));
    await screen.findByRole('button', { name: 'Enable account' }, deadline);
    expect(server.sentTo(actOnGrace)).toEqual([{ act: 'disable', reason: 'Ticket 8', seen: 4 }]);
    expect(region('History').getByRole('heading', { name: 'Account disabled' })).toBeTruthy();
  });

  it('someone else has acted: says so beside what they did', async () => {
    server.answers[actOnGrace] = deny('operator/acted-meanwhile');
    await look();
    await press('Sign out everywhere');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    server.answers[lookAtGrace] = () =>
      Response.json({
        ...personSheet,
        acts: [{ ...looked, number: 5, act: 'disable', reason: 'Stolen' }],
      });
    await user.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const history = region('History');
    expect(history.getByRole('alert').textContent).toMatch(/^Someone else has acted here/);
    expect(history.getByText('Stolen')).toBeTruthy();
  });

  it('a lost answer: sent again with what was seen before, so that it is not done twice', async () => {
    server.answers[actOnGrace] = () => Promise.reject(new TypeError('Failed to fetch'));
    await look();
    await press('Add note');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    await user.type(dialog.getByLabelText('Note'), 'Called back');
    server.answers[lookAtGrace] = () => Response.json({ ...personSheet, seen: 5 });
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
    await dialog.findByRole('alert', {}, deadline);
    server.answers[actOnGrace] = () => Response.json({ number: 5, state: 'done' });
    await user.click(dialog.getByRole('button', { name: 'Add note' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const note = { act: 'note', reason: 'Called back', seen: 4 };
    expect(server.sentTo(actOnGrace)).toEqual([note, note]);
  });

  it('a change of address: asked for with the new one, shown while it waits, and stopped', async () => {
    await look();
    await press('Change email address');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    const send = dialog.getByRole('button', { name: 'Change email address' });
    await user.click(send);
    await dialog.findByText('Enter an email address.');
    expect(server.sentTo(actOnGrace)).toEqual([]);
    await user.type(dialog.getByLabelText('New email address'), ' new@x.example ');
    const address_change = {
      email: 'new@x.example',
      confirmed: false,
      takes_effect_at: '2026-11-22T10:00:00.000Z',
      gives_up_at: '2026-11-28T10:00:00.000Z',
    };
    const begun = {
      ...looked,
      number: 5,
      act: 'change-address',
      details: { email: 'new@x.example' },
    };
    const sheet = { ...personSheet, address_change, acts: [begun], seen: 5 };
    server.answers[lookAtGrace] = () => Response.json(sheet);
    await user.click(send);
    await screen.findByText('The email address changes to new@x.example', {}, deadline);
    expect(server.sentTo(actOnGrace)).toEqual([
      { act: 'change-address', email: 'new@x.example', reason: 'Ticket 8', seen: 4 },
    ]);
    expect(screen.getByText(/^It waits for the new mailbox .* Nov 22, 2026/)).toBeTruthy();
    await press('Stop the change');
    const stop = within(await screen.findByRole('dialog', {}, deadline));
    server.answers[lookAtGrace] = () =>
      Response.json({ ...personSheet, acts: [{ ...begun, end: 'stopped' }], seen: 6 });
    await user.click(stop.getByRole('button', { name: 'Stop the change' }));
    await waitFor(() => expect(screen.queryByText(/^It waits for/)).toBeNull());
    expect(region('History').getByText('Stopped by an operator')).toBeTruthy();
    const title = 'Change of email address begun · new@x.example';
    expect(region('History').getByRole('heading', { name: title })).toBeTruthy();
  });

  it('a change of address that the new mailbox has confirmed: says when it takes effect', async () => {
    const address_change = {
      email: 'new@x.example',
      confirmed: true,
      takes_effect_at: '2026-11-22T10:00:00.000Z',
      gives_up_at: '2026-11-28T10:00:00.000Z',
    };
    server.answers[lookAtGrace] = () => Response.json({ ...personSheet, address_change });
    await look();
    expect(screen.getByText(/takes effect at Nov 22, 2026/)).toBeTruthy();
  });

  it('a deletion: asked for with the typed address, shown while it waits, and kept', async () => {
    await look();
    await press('Delete account');
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    const send = dialog.getByRole('button', { name: 'Delete account' });
    const typed = dialog.getByLabelText('Type grace@x.example to confirm');
    await user.type(typed, 'grace');
    await user.click(send);
    await dialog.findByText('This is not the email address of the account.');
    expect(server.sentTo(actOnGrace)).toEqual([]);
    await user.type(typed, '@X.example');
    const deletes_at = '2026-11-28T10:00:00.000Z';
    server.answers[lookAtGrace] = () => Response.json({ ...personSheet, deletes_at, seen: 5 });
    await user.click(send);
    await screen.findByText(/^The account is deleted at Nov 28, 2026/, {}, deadline);
    expect(server.sentTo(actOnGrace)).toEqual([{ act: 'delete', reason: 'Ticket 8', seen: 4 }]);
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
    await press('Keep account');
    const keep = within(await screen.findByRole('dialog', {}, deadline));
    server.answers[lookAtGrace] = () => Response.json({ ...personSheet, seen: 6 });
    await user.click(keep.getByRole('button', { name: 'Keep account' }));
    await waitFor(() => expect(screen.queryByText(/^The account is deleted at/)).toBeNull());
    expect(server.sentTo(actOnGrace)).toContainEqual({ act: 'keep', reason: 'Ticket 8', seen: 5 });
  });

  it.each([
    ['support', ['Lift limits', 'Sign out everywhere', 'Add note']],
    ['billing', ['Add note']],
  ])('%s: only what the role may do', async (role, acts) => {
    server.answers['GET /v1/operator'] = () => Response.json({ role });
    await look();
    const names = /limits|everywhere|note|account$|verified|factors|reset link|address|data/;
    const buttons = within(screen.getByRole('main')).getAllByRole('button', { name: names });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(acts);
  });

  it('all data: saved as a file, with the reason of the look, and read again', async () => {
    const make = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const exportGrace = 'POST /v1/operator/accounts/grace/export';
    server.answers[exportGrace] = () => Response.json({ account: { id: 'grace' } });
    await look();
    await press('Download all data about grace@x.example');
    await waitFor(() => expect(server.sentTo(lookAtGrace)).toHaveLength(2), deadline);
    expect(server.sentTo(exportGrace)).toEqual([{ reason: 'Ticket 8' }]);
    const file = make.mock.calls[0]?.[0] as Blob;
    expect(JSON.parse(await file.text())).toEqual({ account: { id: 'grace' } });
  });

  it('an operator: nothing that decides who gets in', async () => {
    server.answers[lookAtGrace] = () => Response.json({ ...personSheet, operator_role: 'support' });
    await look();
    expect(screen.getByText('Operator: support')).toBeTruthy();
    expect(screen.getByText(/Only the command line/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Disable account' })).toBeNull();
  });

  it('in Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    await look();
    await press('停用账号');
    await screen.findByRole('heading', { name: '要停用“Grace Hopper”的账号吗？' }, deadline);
  });
});

describe('seeing the product as the person does', () => {
  const seeAsGrace = 'POST /v1/operator/accounts/grace/views';
  const seen = () => Response.json({ ...personSheet, can_be_seen: true });

  it('where nobody may: has no button', async () => {
    await look();
    expect(screen.queryByRole('button', { name: 'See as they see' })).toBeNull();
  });

  it('asks for the reason, and offers the view in a tab of its own', async () => {
    server.answers[lookAtGrace] = seen;
    const token = `view_${'a'.repeat(43)}`;
    const expires_at = '2026-11-21T12:30:00.000Z';
    server.answers[seeAsGrace] = () => Response.json({ token, expires_at });
    await look();
    await press('See as they see');
    await press('Begin');
    const link = await screen.findByRole('link', { name: 'Open the view' });
    expect(server.sentTo(seeAsGrace)).toEqual([{ reason: 'Ticket 8' }]);
    expect(link.getAttribute('href')).toBe(
      `/dashboard#view=${token}&uid=grace&until=${expires_at}`,
    );
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }])).not.toContain(token);
  });

  it('refused: says why, and offers nothing', async () => {
    server.answers[lookAtGrace] = seen;
    server.answers[seeAsGrace] = deny('operator/is-operator');
    await look();
    await press('See as they see');
    await press('Begin');
    await screen.findByText(/^This person is an operator/);
    expect(screen.queryByRole('link', { name: 'Open the view' })).toBeNull();
  });
});
