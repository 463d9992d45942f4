import {
  adminLevel,
  adminLevelOrSelf,
  allPermissions,
  anyPermission,
  type HearthConfig,
  member,
  owner,
  type SubscriptionAccess,
} from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../identity/index.ts';
import { requireAccess, type SubscriptionView } from './access.ts';

const permissions = [
  { key: 'access', label: '', default: true, admin: false },
  { key: 'editor', label: '', default: false, admin: false },
  { key: 'billing', label: '', default: false, admin: true },
  { key: 'admin', label: '', default: false, admin: true },
];
const caller = { uid: 'ada', secondFactor: null } as Caller;

function view(held: string[], fields: Partial<SubscriptionView['subscription']> = {}) {
  const subscription = {
    id: 's',
    ownerId: 'grace',
    planId: 'free',
    status: 'active' as const,
    name: null,
    createdAt: new Date(0),
    endedAt: null,
    timeZone: null,
    requiresSecondFactor: false,
    ...fields,
  };
  return { subscription, held };
}

type View = SubscriptionView | undefined;

type Policy = HearthConfig['policy']['secondFactor'];

function checkAccount(access: SubscriptionAccess, seen: View, subjectUid?: string): string {
  return check({ view: seen, access, subjectUid, caller, secondFactor: 'optional' });
}

function check({
  secondFactor,
  ...question
}: Omit<Parameters<typeof requireAccess>[0], 'settings'> & { secondFactor: Policy }): string {
  const policy = { secondFactor } as HearthConfig['policy'];
  try {
    requireAccess({ ...question, settings: { permissions, policy } });
    return 'let in';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'bug';
  }
}

describe('access to a subscription', () => {
  it.each<[string, SubscriptionAccess, SubscriptionView | undefined, string]>([
    ['a stranger', member, undefined, 'access/denied'],
    ['a member', member, view(['access']), 'let in'],
    ['somebody without the default permission', member, view(['admin']), 'access/denied'],
    ['a member, as admin', adminLevel, view(['access', 'editor']), 'access/denied'],
    ['an admin', adminLevel, view(['access', 'admin']), 'let in'],
    ['a holder of another admin-level key', adminLevel, view(['access', 'billing']), 'let in'],
    ['an admin without the default permission', adminLevel, view(['admin']), 'access/denied'],
    ['an admin, as owner', owner, view(['access', 'admin']), 'access/owner-only'],
    ['the owner', owner, view(['access', 'admin'], { ownerId: 'ada' }), 'let in'],
    ['a stranger, as owner', owner, undefined, 'access/denied'],
    [
      'one of two keys, any',
      anyPermission('editor', 'admin'),
      view(['access', 'editor']),
      'let in',
    ],
    ['neither of two keys', anyPermission('editor', 'admin'), view(['access']), 'access/denied'],
    [
      'one of two keys, all',
      allPermissions('editor', 'admin'),
      view(['access', 'editor']),
      'access/denied',
    ],
    [
      'both of two keys',
      allPermissions('editor', 'admin'),
      view(['access', 'editor', 'admin']),
      'let in',
    ],
    [
      'a member of an incomplete one',
      member,
      view(['access'], { status: 'incomplete' }),
      'access/denied',
    ],
    [
      'the owner of an incomplete one',
      member,
      view(['access'], { status: 'incomplete', ownerId: 'ada' }),
      'let in',
    ],
    ['a member of a canceled one', member, view(['access'], { status: 'canceled' }), 'let in'],
  ])('%s', (...[, access, seen, lastCheck]) => {
    expect(checkAccount(access, seen)).toBe(lastCheck);
  });

  it.each<[string, View, string, string]>([
    ['an admin about others', view(['access', 'admin']), 'grace', 'let in'],
    ['an admin about themselves', view(['access', 'admin']), 'ada', 'let in'],
    ['the owner about others', view(['access', 'admin'], { ownerId: 'ada' }), 'grace', 'let in'],
    ['a member about themselves', view(['access']), 'ada', 'let in'],
    ['a member about others', view(['access', 'editor']), 'grace', 'access/denied'],
    ['a member about nobody', view(['access']), '', 'access/denied'],
    ['a stranger about themselves', undefined, 'ada', 'access/denied'],
    [
      'somebody without the default permission about themselves',
      view(['editor']),
      'ada',
      'access/denied',
    ],
    [
      'a member of an incomplete one about themselves',
      view(['access'], { status: 'incomplete' }),
      'ada',
      'access/denied',
    ],
  ])('of an admin or oneself: %s', (...[, seen, subjectUid, lastCheck]) => {
    expect(checkAccount(adminLevelOrSelf, seen, subjectUid)).toBe(lastCheck);
  });

  it.each<[string, SubscriptionAccess, string]>([
    ['looking at it', member, 'let in'],
    ['paying', owner, 'let in'],
    ['leaving', adminLevelOrSelf, 'let in'],
    ['work', adminLevel, 'subscription/unpaid'],
    ['work by a key', anyPermission('editor', 'admin'), 'subscription/unpaid'],
  ])('leaves an unpaid subscription open for %s only, if at all', (_name, access, lastCheck) => {
    const mine = view(['access', 'admin'], { ownerId: 'ada', status: 'unpaid' });
    expect(checkAccount(access, mine, 'ada')).toBe(lastCheck);
  });

  it('refuses to remove others while it is unpaid, and reveals nothing to strangers', () => {
    const theirs = view(['access', 'admin'], { status: 'unpaid' });
    expect(checkAccount(adminLevelOrSelf, theirs, 'grace')).toBe('subscription/unpaid');
    expect(checkAccount(adminLevel, view(['access'], { status: 'unpaid' }))).toBe('access/denied');
    expect(checkAccount(adminLevel, undefined)).toBe('access/denied');
  });
});

describe('a subscription that may need a second factor', () => {
  const closed = { requiresSecondFactor: true };
  it.each<[string, Policy, SubscriptionView, string]>([
    ['a member, nothing required', 'optional', view(['access']), 'let in'],
    ['a member of a project that requires it', 'optional', view(['access'], closed), 'refused'],
    ['a member of it, but nobody can add one', 'off', view(['access'], closed), 'let in'],
    ['a member where everybody needs it', 'everyone', view(['access']), 'refused'],
    ['a member where admins need it', 'admins', view(['access', 'editor']), 'let in'],
    ['an admin where admins need it', 'admins', view(['access', 'billing']), 'refused'],
    ['the owner where admins need it', 'admins', view(['access'], { ownerId: 'ada' }), 'refused'],
  ])('%s, policy %s', (_who, secondFactor, seen, expected) => {
    const question = { view: seen, access: member, secondFactor };
    const refused = expected === 'refused' ? 'access/second-factor-required' : expected;
    expect(check({ ...question, caller })).toBe(refused);
    expect(check({ ...question, caller: { ...caller, secondFactor: 'f' } })).toBe('let in');
  });

  it('a stranger with a second factor: the same answer as without', () => {
    const stranger = { ...caller, secondFactor: 'f' };
    const question = { view: undefined, access: member, secondFactor: 'everyone' as const };
    expect(check({ ...question, caller: stranger })).toBe('access/denied');
    expect(check({ ...question, caller })).toBe('access/denied');
  });
});
