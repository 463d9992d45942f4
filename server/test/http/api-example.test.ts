import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createOwnTestApp } from '../harness/test-app.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/api.md'), 'utf8');
const missing = ['bash', 'curl', 'jq'].filter((tool) => spawnSync(tool, ['--version']).error);

/** Runs blocks of the page as one script, and answers what each has written. */
async function runBlocks(blocks: readonly RegExp[]): Promise<string[]> {
  const { server } = await createOwnTestApp({});
  const origin = await server.listen({ host: '127.0.0.1', port: 0 });
  const scripts = blocks.map((block) => block.exec(page)?.[1] ?? expect.fail(String(block)));
  const script = scripts.join('\necho; echo --\n').replace('http://localhost:3000', origin);
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${script}; echo`]);
  return stdout.split('\n--\n');
}

const firstSteps = /```\n(U=http:\/\/localhost:3000\n[\s\S]+?)\n```/;
const purchase = /```\n(curl -s \$F\/previewPurchase [\s\S]+?)\n```/;

it('the steps of docs/api.md work as they are written, the first ones and the purchase', async () => {
  expect(missing, 'The lines of the page need these programs. Install them.').toEqual([]);
  const [first = '', bought = ''] = await runBlocks([firstSteps, purchase]);
  const [named = '', invited = ''] = first.split(/(?<=\})(?=\{)/);
  expect(JSON.parse(named)).toMatchObject({ settings: { name: 'Engine' } });
  expect(JSON.parse(invited)).toMatchObject({ data: { inviteId: expect.any(String) } });

  const [due = '', next = '', invoice = ''] = bought.split(/(?<=^\})\n/m);
  const price = { amount: 1_000, currency: 'usd' };
  expect(JSON.parse(due)).toEqual(price);
  expect(JSON.parse(next)).toMatchObject({ total: price });
  expect(JSON.parse(invoice)).toEqual({ total: 1_000, currency: 'usd', status: 'paid' });
});
