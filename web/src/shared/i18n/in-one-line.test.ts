import { expect, it, vi } from 'vitest';

it('a date: has no space at which a line could end', async () => {
  const { inOneLine } =
    await vi.importActual<typeof import('./in-one-line.ts')>('./in-one-line.ts');
  expect(inOneLine('Dec 13, 2027')).toBe('Dec\u00a013,\u00a02027');
});
