import type { BuiltInLanguage, HearthRefusalCode } from '@hearth/contract';
import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMembersServer, type MembersServer } from '../../../test/members-server.ts';
import { press, user } from '../../../test/person.ts';
import { deadline } from '../../../test/visit.tsx';
import { en } from '../../shared/i18n/locales/en/index.ts';
import { zh } from '../../shared/i18n/locales/zh/index.ts';

const languages = { en, zh };
type Words = typeof en | typeof zh;

let visit: typeof import('../../../test/visit.tsx').visit;

/** Brings the application into the state that shows the sentence. */
type Scene = (server: MembersServer, words: Words) => Promise<void>;

const openUsers = async (server: MembersServer) => {
  await visit('/subscription/s1/users', server);
};

async function choose(action: string, email = 'grace@x.example') {
  const names = await screen.findAllByRole('button', { name: new RegExp(email) }, deadline);
  await user.click(names.at(-1) ?? document.body);
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

const savePermissions: Scene = async (server, { users }) => {
  await openUsers(server);
  await choose(users.edit);
  await press(users.savePermissions);
};

const remove: Scene = async (server, { users }) => {
  await openUsers(server);
  await choose(users.remove);
  await press(users.remove);
};

const revoke: Scene = async (server, { invites }) => {
  await openUsers(server);
  await choose(invites.revoke, 'alan@x.example');
};

const invite: Scene = async (server, { invites }) => {
  await visit('/subscription/s1/users/invite', server);
  const field = await screen.findByLabelText(invites.emails, {}, deadline);
  await user.type(field, 'zoe@x.example');
  await press(invites.submit_one);
};

/** The scene with one call refused; the reason is shown below the sentence. */
function refused(call: string, code: HearthRefusalCode, scene: Scene): Scene {
  return async (server, words) => {
    server.state.refusals[call] = code;
    await scene(server, words);
  };
}

/** Every key of the specification's section 8 that these two screens show. */
const failures = {
  'users.updatePermissionsError': {
    words: ({ users }: Words) => users.updatePermissionsError,
    show: refused('updateUserPermissions', 'member/is-owner', savePermissions),
    reason: 'member/is-owner',
  },
  'users.removeError': {
    words: ({ users }: Words) => users.removeError,
    show: refused('removeUser', 'member/unknown', remove),
    reason: 'member/unknown',
  },
  'users.loadError': {
    words: ({ users }: Words) => users.loadError,
    show: refused('getSubscriptionUsers', 'request/invalid', openUsers),
  },
  'invites.revokeError': {
    words: ({ invites }: Words) => invites.revokeError,
    show: refused('revokeInvite', 'invite/already-accepted', revoke),
    reason: 'invite/already-accepted',
  },
  'invites.inviteError': {
    words: ({ invites }: Words) => invites.inviteError,
    show: refused('createInvite', 'seats/full', invite),
    reason: 'seats/full',
  },
  'invites.alreadyInvited': {
    words: ({ invites }: Words) => invites.alreadyInvited,
    show: refused('createInvite', 'invite/already-pending', invite),
  },
  'invites.alreadyMember': {
    words: ({ invites }: Words) => invites.alreadyMember,
    show: refused('createInvite', 'invite/already-member', invite),
  },
} as const satisfies Record<string, Failure>;

interface Failure {
  readonly words: (words: Words) => string;
  readonly show: Scene;
  /** Refusal whose words stand beside the sentence. */
  readonly reason?: HearthRefusalCode;
}

interface Success {
  readonly key: string;
  readonly words: (words: Words) => string;
  readonly show: Scene;
  readonly email?: string;
}

const successes: readonly Success[] = [
  {
    key: 'users.permissionsUpdated',
    words: ({ users }) => users.permissionsUpdated,
    show: savePermissions,
  },
  { key: 'users.removed', words: ({ users }) => users.removed, show: remove },
  {
    key: 'invites.revoked',
    words: ({ invites }) => invites.revoked,
    show: revoke,
    email: 'alan@x.example',
  },
  {
    key: 'invites.sent',
    words: ({ invites }) => invites.sent,
    show: invite,
    email: 'zoe@x.example',
  },
];

let server = createMembersServer();

beforeEach(() => {
  server = createMembersServer();
  sessionStorage.clear();
});

describe.each(Object.keys(languages) as BuiltInLanguage[])('in %s', (language) => {
  const words: Words = languages[language];

  beforeAll(async () => {
    // The lazy parts bring the words of one language with them, once; another language is another page load.
    vi.resetModules();
    ({ visit } = await import('../../../test/visit.tsx'));
  });

  beforeEach(() => localStorage.setItem('i18nextLng', language));

  it.each(Object.entries<Failure>(failures))('shows %s', async (_, failure) => {
    await failure.show(server, words);
    const sentence = await screen.findByText(failure.words(words), {}, deadline);
    const alert = sentence.closest('[role="alert"]');
    expect(alert).toBeTruthy();
    if (failure.reason) {
      expect(alert?.textContent).toContain(words.errors.refusals[failure.reason]);
    }
  });

  it.each(successes)('shows $key', async (success) => {
    await success.show(server, words);
    const sentence = success
      .words(words)
      // Chinese has no space between Chinese letters.
      .replace(language === 'zh' ? / ?{{name}} ?/ : '{{name}}', words.users.unnamed)
      .replace('{{email}}', success.email ?? '');
    expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
  });

  it('shows every other sentence of the list', async () => {
    server.state.seats = 4;
    await openUsers(server);
    const { users } = words;
    const seats = users.seats.replace('{{used}}', '4').replace('{{limit}}', '4');
    await screen.findByText(seats, {}, deadline);
    expect(screen.getAllByText(users.seatsFull)).not.toHaveLength(0);
    const table = within(screen.getByRole('table'));
    for (const word of [users.owner, users.you, users.pending]) {
      expect(table.getAllByText(word).filter((one) => !one.ariaHidden)).toHaveLength(1);
    }
    expect(table.getByRole('columnheader', { name: users.email })).toBeTruthy();
    expect(table.getAllByText(users.active)).toHaveLength(3);
    // One who has joined without a name, and one who has not joined.
    expect(table.getAllByText(users.unnamed)).toHaveLength(2);
    await user.type(screen.getByRole('searchbox'), 'zoe');
    const nobody = users.noMatch.replace('{{search}}', 'zoe');
    expect(await screen.findByText(nobody)).toBeTruthy();
  });
});
