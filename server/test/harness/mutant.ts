import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, vi } from 'vitest';

const root = join(import.meta.dirname, '../../src');

/** A change to the text of one file of the product. */
export interface Mutation {
  /** Below `server/src`. */
  readonly file: string;
  /** Is in the file once. */
  readonly from: string;
  readonly to: string;
}

/**
 * Runs the work with a product that has been changed. `load` imports what stands on the changed product; what the test
 * itself has imported before stands on the real one.
 */
export async function withMutant<Loaded, Result>(
  { file, from, to }: Mutation,
  load: () => Promise<Loaded>,
  work: (loaded: Loaded) => Promise<Result>,
): Promise<Result> {
  const path = join(root, file);
  const source = await readFile(path, 'utf8');
  expect(source.split(from), `${file} has once: ${from}`).toHaveLength(2);
  vi.resetModules();
  vi.doMock(path, () =>
    evaluate(
      source.replace(from, () => to),
      path,
    ),
  );
  try {
    return await work(await load());
  } finally {
    vi.doUnmock(path);
    vi.resetModules();
  }
}

/** The module of this text, with its imports as the file has them. */
async function evaluate(source: string, path: string): Promise<object> {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  const imports = new Map<string, unknown>();
  for (const [, name = ''] of outputText.matchAll(/require\("([^"]+)"\)/g)) {
    imports.set(name, await import(name.startsWith('.') ? join(path, '..', name) : name));
  }
  const exported = {};
  const run = new Function('require', 'exports', outputText);
  run((name: string) => imports.get(name), exported);
  return exported;
}
