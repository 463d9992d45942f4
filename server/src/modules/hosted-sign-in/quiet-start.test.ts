import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const files = ['provider.js', 'helpers/errors.js', 'helpers/interaction_policy/index.js'];

it('the package of hosted sign-in says nothing about a Node that we support', async () => {
  const imports = files.map((file) => `await import('oidc-provider/lib/${file}');`).join('\n');
  const program = ['--input-type=module', '--eval', imports];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, program, {
    cwd: import.meta.dirname,
  });
  expect(stdout + stderr).toBe('');
});
