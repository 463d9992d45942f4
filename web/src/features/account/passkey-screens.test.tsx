import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type AccountServer,
  createAccountServer,
  refuse,
  signInMethods,
} from '../../../test/account-server.ts';
import { user } from '../../../test/person.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';

const list = 'GET /v1/sign-in-methods';
const call = (name: string) => `POST /functions/r/${name}`;
const config = { ...testConfig, passkeyOrigin: location.origin };

const laptop = {
  id: 'laptop',
  name: 'Work laptop',
  added_at: '2026-11-22T10:00:00.000Z',
  user_agent: 'Firefox/145.0 (Windows NT 10.0)',
  last_used_at: '2026-11-23T10:00:00.000Z',
};
const unnamed = { ...laptop, id: 'other', name: '', last_used_at: null };

let server: AccountServer;

const answerPasskeys = (passkeys: readonly object[]) => {
  server.answers[list] = () => Response.json({ ...signInMethods, passkeys });
};

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  vi.stubGlobal('PublicKeyCredential', class {});
  server = createAccountServer();
  answerPasskeys([laptop, unnamed]);
});

describe('passkeys on the profile', () => {
  it('lists them by their names, or the browser that they were added in', async () => {
    await visit('/profile', server, config);
    await screen.findByText('Work laptop', {}, deadline);
    expect(screen.getByText(/^Last used Nov 23, 2026/)).toBeTruthy();
    expect(screen.getByText('Passkey from Firefox on Windows')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeTruthy();
  });

  it('an address that is not verified: says that it comes first', async () => {
    server.identity.emailVerified = false;
    await visit('/profile', server, config);
    await screen.findByText(/^Verify your email address before you add a passkey/, {}, deadline);
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('a page at another address: keeps those that there are, and adds none', async () => {
    await visit('/profile', server, { ...config, passkeyOrigin: 'https://hearth.example' });
    await screen.findByText('Work laptop', {}, deadline);
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('a browser without passkeys, and none there: says nothing', async () => {
    vi.unstubAllGlobals();
    answerPasskeys([]);
    await visit('/profile', server, config);
    await screen.findByText('Set Nov 21, 2026', {}, deadline);
    expect(screen.queryByText('Passkeys')).toBeNull();
  });

  it('renames one, and says why a name is refused', async () => {
    server.answers[call('renamePasskey')] = refuse('auth/invalid-display-name');
    await visit('/profile', server, config);
    await user.click(await screen.findByRole('button', { name: 'Rename Work laptop' }, deadline));
    const dialog = within(await screen.findByRole('dialog', {}, deadline));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Old laptop');
    await user.click(dialog.getByRole('button', { name: 'Save name' }));
    await dialog.findByText(/^The name must have at most/, {}, deadline);

    server.answers[call('renamePasskey')] = () => Response.json({ data: {} });
    answerPasskeys([{ ...laptop, name: 'Old laptop' }]);
    await user.click(dialog.getByRole('button', { name: 'Save name' }));
    await screen.findByText('Old laptop', {}, deadline);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('removes one after a question, and says why it cannot be', async () => {
    server.answers[call('removePasskey')] = refuse('auth/last-sign-in-method');
    await visit('/profile', server, config);
    await user.click(await screen.findByRole('button', { name: 'Remove Work laptop' }, deadline));
    const dialog = within(await screen.findByRole('alertdialog', {}, deadline));
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await dialog.findByText('The last way to sign in cannot be removed.', {}, deadline);

    server.answers[call('removePasskey')] = () => Response.json({ data: {} });
    answerPasskeys([]);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Work laptop was removed.', {}, deadline);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await screen.findByText(/^None\. With a passkey/, {}, deadline);
  });
});
