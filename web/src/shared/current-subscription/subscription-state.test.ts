import { expect, it } from 'vitest';
import { subscriptionState } from './subscription-state.ts';

const now = Date.parse('2026-11-27T12:00:00.000Z');
const end = '2026-12-07T10:00:00.000Z';
const trial = { trial_end: end };
const ending = { cancel_at: end };

it.each([
  ['active', {}, undefined],
  ['active', trial, { kind: 'trial', days: 10 }],
  ['active', ending, { kind: 'ends', at: end }],
  ['active', { ...trial, ...ending }, { kind: 'ends', at: end }],
  ['past_due', ending, { kind: 'failed' }],
  ['unpaid', trial, { kind: 'onHold' }],
  ['incomplete', trial, undefined],
  ['canceled', ending, undefined],
] as const)('%s with %j: %j', (status, dates, state) => {
  expect(subscriptionState({ status, ...dates }, now)).toEqual(state);
});

it('days of a trial: counted in the time zone of the project', () => {
  const facts = { status: 'active', trial_end: '2026-11-28T01:00:00.000Z' } as const;
  expect(subscriptionState(facts, now)).toEqual({ kind: 'trial', days: 1 });
  const inNewYork = { ...facts, time_zone: 'America/New_York' };
  expect(subscriptionState(inNewYork, now)).toEqual({ kind: 'trial', days: 0 });
});

it('trial whose end has passed while the record is older: no days below zero', () => {
  const facts = { status: 'active', trial_end: '2026-11-20T01:00:00.000Z' } as const;
  expect(subscriptionState(facts, now)).toEqual({ kind: 'trial', days: 0 });
});
