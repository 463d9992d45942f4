import type { BuiltInLanguage } from '@hearth/contract';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { press, user } from '../../../test/person.ts';
import {
  betaInvite,
  callable,
  createTeamServer,
  deny,
  grace,
  type TeamServer,
} from '../../../test/team-server.ts';
import { deadline } from '../../../test/visit.tsx';
import { en } from '../../shared/i18n/locales/en/index.ts';
import { zh } from '../../shared/i18n/locales/zh/index.ts';

const languages = { en, zh };
type Words = typeof en | typeof zh;

let visit: typeof import('../../../test/visit.tsx').visit;

interface Scene {
  /** The words that the state shows. */
  readonly key: (words: Words) => string;
  /** The reason that is shown with them, if there is one. */
  readonly reason?: (words: Words) => string;
  /** Brings the application into the state. */
  readonly show: (server: TeamServer, words: Words) => Promise<void>;
}

const named = (words: string) => words.replace('{{project}}', 'Beta Labs');
const transferPage = '/subscription/s1/billing/transfer-ownership';

const scenes: Record<string, Scene> = {
  'invites.acceptError': {
    key: ({ dashboard }) => dashboard.invites.acceptError,
    reason: ({ errors }) => errors.refusals['seats/full'],
    async show(server, { dashboard }) {
      server.world.invites = [betaInvite];
      server.answers[callable('acceptInvite')] = deny('seats/full');
      await visit('/dashboard', server);
      await press(named(dashboard.invites.acceptNamed));
    },
  },
  'invites.rejectError': {
    key: ({ dashboard }) => dashboard.invites.rejectError,
    reason: ({ errors }) => errors.refusals['invite/revoked'],
    async show(server, { dashboard }) {
      server.world.invites = [betaInvite];
      server.answers[callable('rejectInvite')] = deny('invite/revoked');
      await visit('/dashboard', server);
      await press(named(dashboard.invites.rejectNamed));
    },
  },
  'invites.loadError': {
    key: ({ dashboard }) => dashboard.invites.loadError,
    reason: ({ errors }) => errors.refusals['access/denied'],
    async show(server) {
      server.answers['GET /v1/invites'] = deny('access/denied');
      await visit('/dashboard', server);
    },
  },
  'invites.hidden, one': {
    key: ({ dashboard }) => dashboard.invites.hidden_one.replace('{{count}}', '1'),
    async show(server) {
      server.world.hidden = 1;
      await visit('/dashboard', server);
    },
  },
  'invites.hidden, several': {
    key: ({ dashboard }) => dashboard.invites.hidden_other.replace('{{count}}', '3'),
    async show(server) {
      server.world.hidden = 3;
      await visit('/dashboard', server);
    },
  },
  fetchUsersError: {
    key: ({ ownership }) => ownership.fetchUsersError,
    reason: ({ errors }) => errors.refusals['access/denied'],
    async show(server) {
      server.answers[callable('getSubscriptionUsers')] = deny('access/denied', 'Access denied');
      await visit(transferPage, server);
    },
  },
  transferError: {
    key: ({ ownership }) => ownership.transferError,
    reason: ({ errors }) => errors.refusals['subscription/canceled'],
    async show(server, { ownership, errors }) {
      server.world.users = [grace];
      const said = errors.refusals['subscription/canceled'];
      server.answers[callable('transferSubscriptionOwnership')] = deny(
        'subscription/canceled',
        said,
      );
      await visit(transferPage, server);
      const select = await screen.findByLabelText(ownership.newOwner, {}, deadline);
      await user.selectOptions(select, 'grace');
      await press(ownership.submit);
    },
  },
  'nobody eligible': {
    key: ({ ownership }) => ownership.none,
    reason: ({ ownership }) => ownership.noneText,
    show: (server) => visit(transferPage, server).then(() => undefined),
  },
};

let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
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

  it.each(Object.entries(scenes))('shows %s', async (_name, { key, reason, show }) => {
    await show(server, words);
    const shown = await screen.findByText(key(words), {}, deadline);
    if (reason) {
      expect(shown.parentElement?.textContent).toContain(reason(words));
    }
    expect(document.documentElement.lang).toBe(language);
  });
});

it('words what the specification words exactly so', () => {
  expect(en.ownership.none).toBe('No eligible admin users were found to transfer ownership to');
});
