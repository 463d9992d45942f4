import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMissing } from './complete-lock.mjs';
import { root } from './run-command.mjs';

const text = readFileSync(join(root, 'package-lock.json'), 'utf8');

describe('the lock file', () => {
  it('holds every package of every platform, or `npm ci` fails; fix: node scripts/complete-lock.mjs', () => {
    expect([...findMissing(JSON.parse(text)).keys()]).toEqual([]);
  });

  it('finds what npm left out', () => {
    const packages = {
      '': { optionalDependencies: { there: '1.0.0' } },
      'node_modules/there': { optionalDependencies: { below: '1.0.0', absent: '2.0.0' } },
      'node_modules/there/node_modules/below': {},
    };
    expect(findMissing({ packages })).toEqual(new Map([['node_modules/absent', '2.0.0']]));
  });

  it('names no host, so that any registry serves it', () => {
    expect(text).not.toMatch(/"resolved": "https?:/);
  });
});
