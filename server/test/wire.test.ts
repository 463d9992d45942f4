import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wire } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { operations } from '../src/http/operations.ts';

const folder = join(import.meta.dirname, 'wire');
const entries = Object.values(wire).flatMap((dialect) => Object.entries(dialect));

function toFileName(name: string): string {
  return `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`;
}

describe('the wire', () => {
  it('has an operation and a test file for every name, and no others', () => {
    const names = entries.map(([name]) => name).sort();
    const operationNames = Object.values(operations).flatMap((dialect) => Object.keys(dialect));
    expect(operationNames.sort()).toEqual(names);
    expect(readdirSync(folder).sort()).toEqual(names.map(toFileName).sort());
  });

  it('wires each name to its own contract entry', () => {
    for (const dialect of ['identity', 'callables', 'documents', 'server'] as const) {
      const wired = Object.entries(operations[dialect]).map(([name, { entry }]) => [name, entry]);
      expect(Object.fromEntries(wired)).toEqual(wire[dialect]);
    }
  });

  it.each(entries)('has a case for every refusal of %s', (name, { refusals }) => {
    const text = readFileSync(join(folder, toFileName(name)), 'utf8');
    for (const code of refusals) {
      expect(text, `${name} never shows ${code}`).toContain(code);
    }
  });
});
