import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { wire } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { operations } from '../src/http/operations.ts';

const folder = join(import.meta.dirname, 'wire');
const contract = join(import.meta.dirname, '../../contract/src');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.ts'),
);
const entries = Object.values(wire).flatMap((dialect) => Object.entries(dialect));

function toFileName(name: string): string {
  return `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.test.ts`;
}

/** Name of the file without the size of the run that makes it. */
const bareName = (path: string) => basename(path).replace('.full.test.ts', '.test.ts');

describe('the wire', () => {
  it('has an operation and a test file for every name, and no others', () => {
    const names = entries.map(([name]) => name).sort();
    const operationNames = Object.values(operations).flatMap((dialect) => Object.keys(dialect));
    expect(operationNames.sort()).toEqual(names);
    expect(files.map(bareName).sort()).toEqual(names.map(toFileName).sort());
  });

  it('has each test file in the folder that its entry has in the contract', () => {
    const misplaced = files.filter(
      (path) => !existsSync(join(contract, path.replace(/(\.full)?\.test\.ts$/, '.ts'))),
    );
    expect(misplaced).toEqual([]);
  });

  it('wires each name to its own contract entry', () => {
    for (const dialect of ['identity', 'callables', 'documents', 'server'] as const) {
      const wired = Object.entries(operations[dialect]).map(([name, { entry }]) => [name, entry]);
      expect(Object.fromEntries(wired)).toEqual(wire[dialect]);
    }
  });

  it.each(entries)('has a case for every refusal of %s', (name, { refusals }) => {
    const path = files.find((one) => bareName(one) === toFileName(name)) ?? '';
    const text = readFileSync(join(folder, path), 'utf8');
    for (const code of refusals) {
      expect(text, `${name} never shows ${code}`).toContain(code);
    }
  });
});
