import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { countConnections } from './connections.ts';

it.each(['operating', 'runbook'])(
  '%s.md: says how many connections a process needs',
  async (page) => {
    const text = await readFile(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
    expect(text).toMatch(new RegExp(`\\b(at most|up\\s+to) ${countConnections('stripe')}\\b`));
  },
);
