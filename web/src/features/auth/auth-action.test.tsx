import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { press, user } from '../../../test/person.ts';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

let server = createFakeServer();
/** Answers of the two calls that mailed codes know. */
let look: () => Response | Promise<Response> = () => Response.json({});
let apply: () => Response | Promise<Response> = () => Response.json({});

const ok = (body: object) => () => Response.json(body);
const verified = ok({ localId: 'ada', email: 'ada@x.example', emailVerified: true });

function refuse(message: string, code: string) {
  const body = { error: { code: 400, message, details: { code } } };
  return () => Response.json(body, { status: 400 });
}

const expired = refuse('EXPIRED_OOB_CODE', 'auth/expired-action-code');

/** Inputs that were sent, by the last word of the address. */
function sent(call: 'update' | 'resetPassword'): unknown[] {
  return server.documents.mock.calls
    .filter(([url]) => String(url).includes(`accounts:${call}`))
    .map(([, init]) => JSON.parse(String(init?.body)));
}

const open = (mode: string, more = '') =>
  visit(`/auth/action?mode=${mode}&oobCode=c0de${more}`, server);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, deadline);
const choose = (language: string) => user.selectOptions(screen.getByRole('combobox'), language);

beforeEach(() => {
  server = createFakeServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.documents.mockImplementation(async (url, init) => {
    const isLook = String(url).includes('resetPassword') && !String(init?.body).includes('newP');
    return isLook ? look() : apply();
  });
});

describe('a new password', () => {
  const type = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label, {}, deadline);
    await user.clear(field);
    await user.type(field, text);
    return field;
  };

  beforeEach(() => {
    look = ok({ requestType: 'PASSWORD_RESET', email: 'ada@x.example' });
    apply = look;
  });

  it('names the account’s address, and is set once', async () => {
    await open('resetPassword');
    expect(await screen.findByText('For your account ada@x.example', {}, deadline)).toBeTruthy();
    await type('New password', 'new secret');
    await type('Confirm new password', 'new secret');
    await user.dblClick(screen.getByRole('button', { name: 'Save password' }));
    expect(await heading('Password changed')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    expect(sent('resetPassword').slice(-1)).toEqual([
      { oobCode: 'c0de', newPassword: 'new secret' },
    ]);
    expect(sent('resetPassword').filter((body) => 'newPassword' in Object(body))).toHaveLength(1);
    // The server marks this browser, for which it has to be asked as one that keeps cookies.
    const [, init] = server.documents.mock.calls.at(-1) ?? [];
    expect(init?.headers).toMatchObject({ 'x-hearth-session': 'cookie' });
  });

  it('ticks off the rules while typing', async () => {
    await open('resetPassword');
    await type('New password', '12345');
    expect(screen.getByRole('listitem').textContent).toContain('not yet');
    await type('New password', '123456');
    expect(screen.getByRole('listitem').textContent).toContain(': met');
  });

  it('language changed: errors of fields change with it', async () => {
    await open('resetPassword');
    await type('New password', 'secret');
    await type('Confirm new password', 'terces');
    await press('Save password');
    expect(await screen.findByText('Passwords do not match.')).toBeTruthy();
    await choose('zh');
    expect(await screen.findByText('两次输入的密码不一致。')).toBeTruthy();
  });

  it('refused as weak by the server: the form stays with what was typed', async () => {
    await open('resetPassword');
    const field = await type('New password', 'password');
    await type('Confirm new password', 'password');
    apply = refuse('WEAK_PASSWORD : too short', 'auth/weak-password');
    await press('Save password');
    expect((await screen.findByRole('alert')).textContent).toContain('The password is too short.');
    expect(field).toHaveProperty('value', 'password');
    apply = look;
    await press('Save password');
    expect(await heading('Password changed')).toBeTruthy();
  });

  it('link expired meanwhile: leads to a new one', async () => {
    await open('resetPassword');
    await type('New password', 'new secret');
    await type('Confirm new password', 'new secret');
    apply = expired;
    await press('Save password');
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired.');
    const newLink = screen.getByRole('link', { name: 'Request a new link' });
    expect(newLink.getAttribute('href')).toBe('/reset-password');
  });

  it('code for something else: refused', async () => {
    look = ok({ requestType: 'VERIFY_EMAIL', email: 'ada@x.example' });
    await open('resetPassword');
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toBe(
      'Verification failedThis link is not valid. It may have been used already.',
    );
  });
});

describe('a change of address', () => {
  it('confirmed: made once', async () => {
    const addresses = { email: 'ada@x.example', newEmail: 'new@x.example' };
    look = ok({ requestType: 'VERIFY_AND_CHANGE_EMAIL', ...addresses });
    apply = ok({ localId: 'ada', email: 'new@x.example' });
    await open('verifyAndChangeEmail');
    const question =
      'Change the email address of your account from ada@x.example to new@x.example?';
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);

    await choose('zh');
    await user.dblClick(await screen.findByRole('button', { name: '更换邮箱' }));
    expect(await screen.findByText('今后请使用 new@x.example 登录。')).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
  });

  it('undone by the former address: signs every session out', async () => {
    server.identity.cookie = 'ada';
    look = ok({ requestType: 'RECOVER_EMAIL', email: 'ada@x.example' });
    apply = () => {
      server.identity.trouble = 'TOKEN_EXPIRED';
      return verified();
    };
    const session = await open('recoverEmail');
    expect(await screen.findByText(/make ada@x.example the email/, {}, deadline)).toBeTruthy();
    await press('Restore email');
    expect(
      await screen.findByText(
        'ada@x.example is your email address again. Everyone is signed out and the password no longer works. We sent ada@x.example a link to set a new one.',
      ),
    ).toBeTruthy();
    await waitFor(() => expect(session.state().status).toBe('signed-out'));
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
  });
});

describe('a change of providers', () => {
  const about = { email: 'ada@x.example', providerId: 'google.com' };

  it('confirmed: unlinks the linked provider once', async () => {
    look = ok({ requestType: 'REVERT_LINK', ...about, providerEmail: 'thief@x.example' });
    apply = verified;
    await open('revertLink');
    const question = 'Unlink Google (thief@x.example) from your account ada@x.example?';
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: 'Unlink it' }));
    expect(await heading('Sign-in unlinked')).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
  });

  it('confirmed: links the unlinked provider again and signs this browser out', async () => {
    server.identity.cookie = 'ada';
    look = ok({ requestType: 'REVERT_UNLINK', ...about });
    apply = () => {
      server.identity.trouble = 'TOKEN_EXPIRED';
      return verified();
    };
    const session = await open('revertUnlink', '&lang=zh');
    const question = '要恢复使用 Google 登录您的账号 ada@x.example 吗？';
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
    await press('恢复绑定');
    expect(await heading('绑定已恢复')).toBeTruthy();
    await waitFor(() => expect(session.state().status).toBe('signed-out'));
  });

  it('provider belongs to another account by now: says so and keeps the question', async () => {
    look = ok({ requestType: 'REVERT_UNLINK', ...about });
    apply = refuse('FEDERATED_USER_ID_ALREADY_LINKED', 'auth/identity-already-linked');
    await open('revertUnlink');
    await press('Bring it back');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This sign-in already belongs to another account.',
    );
    expect(screen.getByRole('button', { name: 'Bring it back' })).toBeTruthy();
  });

  it('code for something else: changes nothing', async () => {
    look = ok({ requestType: 'REVERT_UNLINK', ...about });
    await open('revertLink');
    expect((await screen.findByRole('alert', {}, deadline)).textContent).toContain('not valid');
    expect(screen.queryByRole('button', { name: 'Unlink it' })).toBeNull();
  });
});

describe('a change of second factors', () => {
  it.each([
    ['en', 'Undo the change', 'Change undone', /your account ada@x.example back as they were/],
    ['zh', '撤销更改', '更改已撤销', /您的账号 ada@x.example 的通行密钥、身份验证器应用和恢复码/],
  ])('confirmed in %s: says what a press does, and does it once', async (...words) => {
    const [language, button, done, question] = words;
    server.identity.cookie = 'ada';
    look = ok({ requestType: 'REVERT_FACTORS', email: 'ada@x.example' });
    apply = () => {
      server.identity.trouble = 'TOKEN_EXPIRED';
      return verified();
    };
    const session = await open('revertFactors', `&lang=${language}`);
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: button }));
    expect(await heading(done)).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
    await waitFor(() => expect(session.state().status).toBe('signed-out'));
  });
});

describe('an account that its earlier mailbox took back', () => {
  it.each([
    ['en', 'Yes, it is my account', 'Your claim is noted', /your address ada@x.example yours/],
    ['zh', '是的，这是我的账号', '已记录您的声明', /您的邮箱 ada@x.example 的账号是您的吗/],
  ])(
    'contested in %s: says what a press does, does it once, and offers no sign-in first',
    async (...words) => {
      const [language, button, done, question] = words;
      look = ok({
        requestType: 'CONTEST_RECOVERY',
        email: 'ada@x.example',
        newEmail: 'old@x.example',
      });
      apply = verified;
      await open('contestRecovery', `&lang=${language}`);
      expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
      expect(screen.getAllByText(/old@x.example/)).not.toEqual([]);
      expect(sent('update')).toEqual([]);
      await user.dblClick(screen.getByRole('button', { name: button }));
      expect(await heading(done)).toBeTruthy();
      expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
    },
  );
});

describe('a change of address that support has begun', () => {
  it.each([
    ['en', 'Confirm this address', 'Address confirmed', /make new@x.example the email address/],
    ['zh', '确认此邮箱', '邮箱已确认', /更换为 new@x.example 的吗/],
  ])('confirmed in %s by one press in the new mailbox', async (...words) => {
    const [language, button, done, question] = words;
    look = ok({ requestType: 'CONFIRM_EMAIL_CHANGE', email: 'new@x.example' });
    apply = verified;
    await open('confirmEmailChange', `&lang=${language}`);
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: button }));
    expect(await heading(done)).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
  });

  it.each([
    ['en', 'Stop the change', 'Change stopped', /from ada@x.example to new@x.example/],
    ['zh', '阻止更换', '已阻止更换', /从 ada@x.example 更换为 new@x.example/],
  ])('stopped in %s by one press in the old mailbox', async (...words) => {
    const [language, button, done, question] = words;
    look = ok({
      requestType: 'STOP_EMAIL_CHANGE',
      email: 'ada@x.example',
      newEmail: 'new@x.example',
    });
    apply = verified;
    await open('stopEmailChange', `&lang=${language}`);
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: button }));
    expect(await heading(done)).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
  });
});

describe('an account that support deletes', () => {
  it.each([
    ['en', 'Keep my account', 'Account kept', 'Keep your account ada@x.example?'],
    ['zh', '保留我的账号', '账号已保留', '要保留您的账号 ada@x.example 吗？'],
  ])('kept in %s by one press', async (...words) => {
    const [language, button, done, question] = words;
    look = ok({ requestType: 'KEEP_ACCOUNT', email: 'ada@x.example' });
    apply = verified;
    await open('keepAccount', `&lang=${language}`);
    expect(await screen.findByText(question, {}, deadline)).toBeTruthy();
    expect(sent('update')).toEqual([]);
    await user.dblClick(screen.getByRole('button', { name: button }));
    expect(await heading(done)).toBeTruthy();
    expect(sent('update')).toEqual([{ oobCode: 'c0de' }]);
  });
});

describe('the way on', () => {
  beforeEach(() => {
    look = ok({ requestType: 'VERIFY_EMAIL', email: 'ada@x.example' });
    apply = verified;
  });
  const verify = async () => press('Yes, verify my address');

  it('named by the link, on this site: offered', async () => {
    const url = encodeURIComponent(`${location.origin}/profile?tab=1#here`);
    await open('verifyEmail', `&continueUrl=${url}`);
    await verify();
    const link = await screen.findByRole('link', { name: 'Continue' }, deadline);
    expect(link.getAttribute('href')).toBe('/profile?tab=1#here');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    `${location.origin}//evil.example`,
    `blob:${location.origin}/x`,
    'javascript:alert(1)',
    'http://[',
  ])('is never on another site: %s', async (url) => {
    await open('verifyEmail', `&continueUrl=${encodeURIComponent(url)}`);
    await verify();
    await heading('Email verified');
    expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull();
  });

  it('speaks the language of the mail', async () => {
    await open('verifyEmail', '&lang=zh');
    expect(await heading('验证邮箱')).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh');
  });
});
