import { describe, expect, it } from 'vitest';
import { toBoolean, toFields, toList, toTime } from './written-values.ts';

describe('toTime', () => {
  it.each([
    ['1609459200123', '2021-01-01T00:00:00.123Z'],
    [1_609_459_200_123, '2021-01-01T00:00:00.123Z'],
    ['1609459200', '2021-01-01T00:00:00.000Z'],
    [1_609_459_200.5, '2021-01-01T00:00:00.500Z'],
    ['2021-01-01T00:00:00.123456Z', '2021-01-01T00:00:00.123Z'],
    ['2021-01-01T02:00:00+02:00', '2021-01-01T00:00:00.000Z'],
    ['2021-01-01 00:00:00.123456+00', '2021-01-01T00:00:00.123Z'],
    ['2021-01-01 02:00:00+0200', '2021-01-01T00:00:00.000Z'],
    ['2021-01-01 00:00:00 UTC', '2021-01-01T00:00:00.000Z'],
    ['2021-01-01 00:00', '2021-01-01T00:00:00.000Z'],
    [' 2021-01-01 ', '2021-01-01T00:00:00.000Z'],
    [new Date('2021-01-01T00:00:00Z'), '2021-01-01T00:00:00.000Z'],
  ])('%j: %s', (written, time) => {
    expect(toTime(written)?.toISOString()).toBe(time);
  });

  it.each(['', null, undefined, 0, '0'])('%j: none', (written) => {
    expect(toTime(written)).toBeNull();
  });

  it.each(['yesterday', '2021-13-01', '01/02/2021', '99999999999999999', '-5', '1e3'])(
    '%j: unreadable',
    (written) => {
      expect(toTime(written)).toBeUndefined();
    },
  );
});

describe('toBoolean', () => {
  it.each([true, 'true', 'TRUE', ' t ', '1', 1, 'yes'])('%j: true', (written) => {
    expect(toBoolean(written)).toBe(true);
  });

  it.each([false, 'false', 'F', '0', 0, 'no', '', null, undefined])('%j: false', (written) => {
    expect(toBoolean(written)).toBe(false);
  });

  it.each(['maybe', 2])('%j: unreadable', (written) => {
    expect(toBoolean(written)).toBeUndefined();
  });
});

describe('toFields and toList', () => {
  it.each([
    ['{"a":1}', { a: 1 }, undefined],
    [{ a: 1 }, { a: 1 }, undefined],
    ['[1]', undefined, [1]],
    ['', null, []],
    ['null', null, []],
    [undefined, null, []],
    ['{"a":', undefined, undefined],
    ['text', undefined, undefined],
  ])('%j: %j, %j', (written, fields, list) => {
    expect(toFields(written)).toEqual(fields);
    expect(toList(written)).toEqual(list);
  });
});
