import { describe, expect, it } from 'vitest';
import { newAddressChange, toDueStep } from './address-change.ts';

const begunAt = new Date('2026-11-20T10:00:00.000Z');
const after = (ms: number) => new Date(begunAt.getTime() + ms);
const day = 86_400_000;
const change = newAddressChange('ada', 'ada@new.example', begunAt);
const confirmed = { ...change, confirmedAt: begunAt };
const enabled = { disabledAt: null };
const disabled = { disabledAt: begunAt };

describe('toDueStep', () => {
  it.each([
    ['confirmed, just before 24 hours', confirmed, enabled, day - 1, 'wait'],
    ['confirmed, after 24 hours', confirmed, enabled, day, 'take-effect'],
    ['confirmed, found long after 7 days', confirmed, enabled, 30 * day, 'take-effect'],
    ['not confirmed, after 24 hours', change, enabled, day, 'wait'],
    ['not confirmed, just before 7 days', change, enabled, 7 * day - 1, 'wait'],
    ['not confirmed, after 7 days', change, enabled, 7 * day, 'give-up'],
    ['of a disabled account, after 24 hours', confirmed, disabled, day, 'wait'],
    ['of a disabled account, after 7 days', confirmed, disabled, 7 * day, 'give-up'],
  ] as const)('%s', (_case, waiting, account, ms, step) => {
    expect(toDueStep(waiting, account, after(ms))).toBe(step);
  });
});
