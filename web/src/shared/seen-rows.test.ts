import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { seenRows, useNoteRows } from './seen-rows.ts';

beforeEach(() => localStorage.clear());

it('list never seen: the usual rows', () => {
  expect(seenRows('users')).toBe(3);
  expect(seenRows('attention')).toBe(0);
});

it('list seen: its rows, for that list alone', () => {
  const { rerender } = renderHook(({ rows }) => useNoteRows('users', rows), {
    initialProps: { rows: undefined as number | undefined },
  });
  expect(seenRows('users')).toBe(3);
  rerender({ rows: 20 });
  expect(seenRows('users')).toBe(20);
  expect(seenRows('projects')).toBe(3);
});

it.each([
  ['-4', 3],
  ['a', 3],
  ['1e9', 100],
  ['2.5', 3],
  ['0', 0],
])('kept %s: %i rows', (kept, rows) => {
  localStorage.setItem('hearth.rows.users', kept);
  expect(seenRows('users')).toBe(rows);
});
