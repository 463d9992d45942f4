import type { BuiltInLanguage } from '@hearth/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  copiedLink,
  createInviteServer,
  type InviteCase,
  type InviteServer,
  invited,
  inviteLink,
} from '../../../test/invite-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline } from '../../../test/visit.tsx';
import { en as enAll } from '../../shared/i18n/locales/en/index.ts';
import { invitation as en } from '../../shared/i18n/locales/en/invitation.ts';
import { zh as zhAll } from '../../shared/i18n/locales/zh/index.ts';
import { invitation as zh } from '../../shared/i18n/locales/zh/invitation.ts';

const user = userEvent.setup();
const languages = { en: { ...enAll, invitation: en }, zh: { ...zhAll, invitation: zh } };

let visit: typeof import('../../../test/visit.tsx').visit;
let server: InviteServer;

interface Reader extends Pick<InviteCase, 'reader' | 'details'> {
  /** Person who is signed in. */
  readonly as?: 'ada' | 'bob';
}

const people = {
  new: { details: { has_account: false } },
  existing: { details: { has_account: true } },
  'someone-else': { as: 'bob', reader: 'wrong-account' },
  unverified: { as: 'ada', reader: 'unverified', details: { has_account: true } },
} as const satisfies Record<string, Reader>;
const invitee = { as: 'ada', reader: 'invitee', details: { has_account: true } } as const;

const situations = {
  valid: {},
  expired: { status: 'expired' },
  revoked: { status: 'revoked' },
  'already-member': { details: { obstacle: 'already-member' } },
  full: { details: { obstacle: 'full' } },
  canceled: { details: { obstacle: 'canceled' } },
} as const satisfies Record<string, InviteCase>;

type Person = keyof typeof people;
type Situation = keyof typeof situations;
type Name = `${Person}-${Situation}`;
type StepName = keyof typeof en.steps;

/** A link and its address, or what a press calls after what had to be typed. */
type Step =
  | { readonly link: StepName; readonly to: string }
  | { readonly press: StepName; readonly calls: string; readonly type?: 'name' | 'password' };

const toSignUp = { link: 'toSignUp', to: '/signup' } as const;
const toSignIn = { link: 'toSignIn', to: '/signin' } as const;
const toProjects = { link: 'toProjects', to: '/dashboard' } as const;
const open = { link: 'open', to: '/subscription/s1' } as const;
const retry = { press: 'retry', calls: 'getInvite' } as const;
const switchAccount = { press: 'switchAccount', calls: 'accounts:signOut' } as const;
const accept = { press: 'accept', calls: 'acceptInvite' } as const;

/** The next step of every state, by name. */
const steps: Record<Name, Step> = {
  'new-valid': { press: 'signUp', calls: 'acceptInvite', type: 'name' },
  'new-expired': toSignUp,
  'new-revoked': toSignUp,
  'new-already-member': open,
  'new-full': retry,
  'new-canceled': toSignUp,
  'existing-valid': { press: 'signIn', calls: 'acceptInvite', type: 'password' },
  'existing-expired': toSignIn,
  'existing-revoked': toSignIn,
  'existing-already-member': open,
  'existing-full': retry,
  'existing-canceled': toSignIn,
  'someone-else-valid': switchAccount,
  'someone-else-expired': toProjects,
  'someone-else-revoked': toProjects,
  'someone-else-already-member': switchAccount,
  'someone-else-full': retry,
  'someone-else-canceled': toProjects,
  'unverified-valid': accept,
  'unverified-expired': toProjects,
  'unverified-revoked': toProjects,
  'unverified-already-member': open,
  'unverified-full': retry,
  'unverified-canceled': toProjects,
};

interface Scene {
  readonly name: string;
  readonly person: Reader;
  readonly invite: InviteCase;
  readonly link?: string;
  readonly title: keyof typeof en.titles;
  readonly text: (words: typeof en | typeof zh) => string;
  readonly step: Step;
}

const scenes: readonly Scene[] = (Object.keys(people) as Person[]).flatMap((person) =>
  (Object.keys(situations) as Situation[]).map((situation) => ({
    name: `${person}-${situation}`,
    person: people[person],
    invite: situations[situation],
    title: situation,
    text: (words) => words[person][situation],
    step: steps[`${person}-${situation}`],
  })),
);

const copied = { link: copiedLink, text: (words: typeof en | typeof zh) => words.unproven.over };
const nobody: Reader = { details: false };
const bob: Reader = { as: 'bob', reader: 'wrong-account', details: false };
const unverified: Reader = { as: 'ada', reader: 'unverified', details: false };

/** The invited person if they are signed in, the fields that remain of the status, and the link that proves nothing. */
const further: readonly Scene[] = [
  {
    name: 'existing-valid, signed in',
    person: invitee,
    invite: {},
    title: 'valid',
    text: (words) => words.existing.signedIn,
    step: accept,
  },
  ...(['expired', 'revoked', 'canceled'] as const).map((situation) => ({
    name: `existing-${situation}, signed in`,
    person: invitee,
    invite: situations[situation],
    title: situation,
    text: (words: typeof en | typeof zh) => words.existing[situation],
    step: toProjects,
  })),
  {
    name: 'existing-unpaid',
    person: invitee,
    invite: { details: { obstacle: 'unpaid' } },
    title: 'unpaid',
    text: (words) => words.anyone.unpaid,
    step: retry,
  },
  ...(['rejected', 'accepted'] as const).map((status) => ({
    name: `existing-${status}`,
    person: invitee,
    invite: { status },
    title: status,
    text: (words: typeof en | typeof zh) => words.anyone[status],
    step: toProjects,
  })),
  {
    ...copied,
    name: 'visitor-valid',
    person: nobody,
    invite: {},
    title: 'waiting',
    text: (words) => words.unproven.visitor,
    step: toSignIn,
  },
  {
    ...copied,
    name: 'someone-else-valid, by a copied link',
    person: bob,
    invite: {},
    title: 'waiting',
    text: (words) => words.unproven['someone-else'],
    step: switchAccount,
  },
  {
    ...copied,
    name: 'unverified-valid, by a copied link',
    person: unverified,
    invite: {},
    title: 'waiting',
    text: (words) => words.unproven.unverified,
    step: { press: 'resend', calls: 'accounts:sendOobCode' },
  },
  ...(['expired', 'revoked', 'rejected', 'accepted'] as const).flatMap((status) => [
    {
      ...copied,
      name: `visitor-${status}`,
      person: nobody,
      invite: { status },
      title: status,
      step: toSignIn,
    },
    {
      ...copied,
      name: `someone-else-${status}, by a copied link`,
      person: bob,
      invite: { status },
      title: status,
      step: toProjects,
    },
  ]),
];

function fill(sentence: string, reader: string, host: string): string {
  const words: Record<string, string> = {
    project: 'Oak',
    host: host.replace('{{name}}', 'Olga'),
    email: 'ada@x.example',
    reader,
  };
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => words[name] ?? '');
}

function answerWith({ as, ...reader }: Reader, { status, details }: InviteCase) {
  server.identity.cookie = as;
  server.identity.emailVerified = reader.reader !== 'unverified';
  const known = reader.details === false ? false : { ...reader.details, ...(details || {}) };
  server.answers.getInvite = invited({ ...reader, ...(status && { status }), details: known });
}

/** How often a call was made, at whichever edge. */
function countCalls(name: string): number {
  const identityName = name.replace('accounts:', '');
  return server.sent(name).length + server.identity.count(identityName);
}

async function takeStep(step: Step, words: (typeof languages)[BuiltInLanguage]) {
  if ('link' in step) {
    const link = screen.getByRole('link', { name: words.invitation.steps[step.link] });
    expect(link.getAttribute('href')).toBe(step.to);
    return;
  }
  if (step.type === 'name') {
    await user.type(screen.getByLabelText(words.auth.signUp.name), 'Ada');
  }
  if (step.type) {
    await user.type(screen.getByLabelText(words.auth.password), 'secret');
  }
  const before = countCalls(step.calls);
  await user.click(screen.getByRole('button', { name: words.invitation.steps[step.press] }));
  await waitFor(() => expect(countCalls(step.calls)).toBeGreaterThan(before));
}

beforeEach(() => {
  server = createInviteServer();
  sessionStorage.clear();
});

describe.each(Object.keys(languages) as BuiltInLanguage[])('in %s', (language) => {
  const words = languages[language];

  beforeAll(async () => {
    // The lazy parts bring the words of one language with them, once; another language is another page load.
    vi.resetModules();
    ({ visit } = await import('../../../test/visit.tsx'));
  });

  beforeEach(() => localStorage.setItem('i18nextLng', language));

  it.each([...scenes, ...further])('$name says what is the matter, and leads on', async (scene) => {
    answerWith(scene.person, scene.invite);
    await visit(scene.link ?? inviteLink, server);
    const reader = `${scene.person.as}@x.example`;
    const { titles, host } = words.invitation;
    const title = fill(titles[scene.title], reader, host);
    expect(await screen.findByRole('heading', { level: 1, name: title }, deadline)).toBeTruthy();
    expect(screen.getByText(fill(scene.text(words.invitation), reader, host))).toBeTruthy();
    await waitFor(() => expect(document.title).toBe(`${title} · Hearth`));
    await takeStep(scene.step, words);
  });

  it('has words of its own for each of the 24', () => {
    const said = scenes.map(({ text }) => text(words.invitation));
    expect(new Set(said).size).toBe(24);
  });

  it.each(['expired', 'revoked', 'canceled'] as const)(
    'new-%s, where an account needs an invitation: leads to no sign-up',
    async (situation) => {
      answerWith(people.new, situations[situation]);
      await visit(inviteLink, server, { ...testConfig, signUp: 'invited' });
      const { host, uninvited } = words.invitation;
      await screen.findByText(fill(uninvited[situation], '', host), {}, deadline);
      await takeStep(toSignIn, words);
    },
  );

  it('new-valid, if an account needs an invitation: offers the form', async () => {
    answerWith(people.new, {});
    await visit(inviteLink, server, { ...testConfig, signUp: 'invited' });
    await screen.findByRole('button', { name: words.invitation.steps.signUp }, deadline);
  });

  it('new-valid, if only an operator invites: says so instead of the form', async () => {
    answerWith(people.new, {});
    await visit(inviteLink, server, { ...testConfig, signUp: 'closed' });
    const { host, uninvited } = words.invitation;
    await screen.findByText(fill(uninvited.valid, '', host), {}, deadline);
    expect(document.querySelector('form')).toBeNull();
    expect(screen.getAllByRole('status').some((one) => one.textContent?.includes('Hearth'))).toBe(
      true,
    );
    await takeStep(toSignIn, words);
  });

  it('visitor-valid, if only an operator invites: leads to sign-in only', async () => {
    answerWith(nobody, {});
    await visit(copiedLink, server, { ...testConfig, signUp: 'closed' });
    await screen.findByRole('link', { name: words.invitation.steps.toSignIn }, deadline);
    expect(screen.queryByRole('link', { name: words.invitation.steps.toSignUp })).toBeNull();
  });

  it('names who to ask and what for, even if neither has a name any more', async () => {
    answerWith(invitee, { status: 'expired', details: { host_name: '', subscription_name: '' } });
    await visit(inviteLink, server);
    const { untitled, someHost, existing } = words.invitation;
    const sentence = existing.expired
      .replace('{{host}}', someHost)
      .replace('{{project}}', untitled);
    expect(await screen.findByText(sentence, {}, deadline)).toBeTruthy();
  });
});
