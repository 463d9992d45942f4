import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import config from '../.dependency-cruiser.cjs';
import { planted } from './planted-imports.mjs';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const folders = [
  'contract/src',
  'server/src',
  'web/src',
  'web/test',
  'app',
  'e2e',
  'sdk/src',
  'stripe-emulator/src',
];
const isSource = (path) => !/\/(node_modules|dist)(\/|$)/.test(path.slice(root.length));

describe('the import rules', () => {
  let copy;
  let sources;
  let violations;

  beforeAll(async () => {
    // Inside the repository, so that packages resolve as they do in the real tree.
    await mkdir(join(root, '.cache'), { recursive: true });
    copy = await mkdtemp(join(root, '.cache/boundaries-'));
    for (const part of [
      'contract',
      'server',
      'web',
      'app',
      'e2e',
      'sdk',
      'stripe-emulator',
      'tsconfig.base.json',
    ]) {
      await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource });
      await linkPackages(part);
    }
    for (const [index, [, from, to]] of planted.entries()) {
      await plant(toFile(from, index), to && toFile(to, index));
    }
    ({ sources, violations } = await cruise());
  }, 120_000);
  afterAll(() => rm(copy, { recursive: true, force: true }));

  it('current tree: no violations, and every file was read', () => {
    const files = planted.map(([, from], index) => toFile(from, index));
    expect(violations.filter(({ file }) => !files.includes(file))).toEqual([]);
    for (const folder of folders) {
      expect(
        sources.some((file) => file.startsWith(`${folder}/`)),
        folder,
      ).toBe(true);
    }
  });

  it('planted import: refused by the rule against it', () => {
    for (const [index, [rule, from]] of planted.entries()) {
      expect(violations, `${rule}: ${from}`).toContainEqual({ rule, file: toFile(from, index) });
    }
  });

  it('each rule: has a planted import that it refuses', () => {
    const rules = config.forbidden.map(({ name }) => name);
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(rules));
  });

  const toFile = (from, index) => from.replace('planted', `planted-${index}`);

  /** Packages that npm put below the workspace rather than at the root. */
  async function linkPackages(part) {
    const packages = join(root, part, 'node_modules');
    if (existsSync(packages)) {
      await symlink(packages, join(copy, part, 'node_modules'));
    }
  }

  async function plant(from, to) {
    const isFile = to?.includes('/') && !to.startsWith('@');
    const up = isFile ? '../'.repeat(from.split('/').length - 1) : '';
    const text = to ? `export * as planted from '${up}${to}';\n` : 'export const planted = true;\n';
    await mkdir(dirname(join(copy, from)), { recursive: true });
    await writeFile(join(copy, from), text);
  }

  async function cruise() {
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const options = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'];
    const { stdout } = await run(process.execPath, [program, ...options, ...folders], {
      cwd: copy,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error) => error);
    const { modules, summary } = JSON.parse(stdout);
    const errors = summary.violations.filter(({ rule }) => rule.severity === 'error');
    return {
      sources: modules.map(({ source }) => source),
      violations: errors.map(({ rule, from }) => ({ rule: rule.name, file: from })),
    };
  }
});
