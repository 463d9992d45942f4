import type { getInvite, OutputOf } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { toInviteState } from './invite-state.ts';

type Answer = OutputOf<typeof getInvite>;

const details: NonNullable<Answer['details']> = {
  email: 'ada@x.example',
  subscription_id: 's1',
  subscription_name: 'Oak',
  host_name: 'Olga',
  permissions: ['access'],
  expire_time: '2026-12-05T12:00:00.000Z',
  has_account: true,
};

const answer: Answer = { invite_id: 'i1', status: 'pending', reader: 'invitee', details };
const named = (more: Partial<Answer>) => toInviteState({ ...answer, ...more }, undefined).name;
const hindered = (obstacle: (typeof details)['obstacle']) => ({
  details: { ...details, obstacle },
});

describe('who reads', () => {
  it.each([
    [{ reader: 'signed-out', details: { ...details, has_account: false } }, 'new-valid'],
    [{ reader: 'signed-out' }, 'existing-valid'],
    [{ reader: 'invitee' }, 'existing-valid'],
    [{ reader: 'wrong-account' }, 'someone-else-valid'],
    [{ reader: 'unverified' }, 'unverified-valid'],
  ] as const)('%o is %s', (more, name) => {
    expect(named(more)).toBe(name);
  });

  it.each([
    ['signed-out', 'visitor-valid'],
    ['wrong-account', 'someone-else-valid'],
    ['unverified', 'unverified-valid'],
  ] as const)('%s without proof is %s', (reader, name) => {
    const { details: _, ...bare } = answer;
    expect(toInviteState({ ...bare, reader }, 'bob@x.example')).toEqual({
      name,
      person: name.replace('-valid', ''),
      situation: 'valid',
      reader: 'bob@x.example',
    });
  });
});

describe('what is the matter', () => {
  it.each([
    ['revoked', 'already-member', 'already-member'],
    ['accepted', 'already-member', 'already-member'],
    ['expired', 'canceled', 'canceled'],
    ['revoked', 'canceled', 'canceled'],
    ['revoked', 'full', 'revoked'],
    ['expired', 'full', 'expired'],
    ['expired', 'unpaid', 'expired'],
    ['rejected', 'full', 'rejected'],
    ['accepted', undefined, 'accepted'],
    ['pending', 'full', 'full'],
    ['pending', 'unpaid', 'unpaid'],
    ['pending', undefined, 'valid'],
  ] as const)('%s and %s is %s', (status, obstacle, situation) => {
    expect(named({ status, ...hindered(obstacle) })).toBe(`existing-${situation}`);
  });
});
