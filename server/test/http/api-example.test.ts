import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createOwnTestApp } from '../harness/test-app.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const missing = ['bash', 'curl', 'jq'].filter((tool) => spawnSync(tool, ['--version']).error);
it.skipIf(missing.length > 0)(
  'the first steps of docs/api.md work as they are written (with bash, curl and jq)',
  async () => {
    const { server } = await createOwnTestApp({});
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    const [, steps = ''] = /```\n(U=http:\/\/localhost:3000\n[\s\S]+?)\n```/.exec(page) ?? [];
    const script = steps.replace('http://localhost:3000', origin);
    const { stdout } = await promisify(execFile)('bash', ['-euc', `${script}; echo`]);
    const [named = '', invited = ''] = stdout.split(/(?<=\})(?=\{)/);
    expect(JSON.parse(named)).toMatchObject({ settings: { name: 'Engine' } });
    expect(JSON.parse(invited)).toMatchObject({ data: { inviteId: expect.any(String) } });
  },
);
