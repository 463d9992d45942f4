import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { ports } from '../server/bench/ports.mjs';
import { runCommand } from './run-command.mjs';

const bench = (...words) => runCommand(process.execPath, ['server/bench/bench.mjs', ...words]);
const listening = [];

afterEach(async () => {
  await Promise.all(listening.splice(0).map((server) => new Promise((end) => server.close(end))));
});

/** A port that something else listens on already is as good. */
function occupy(port) {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen(port, '127.0.0.1', () => {
      listening.push(server);
      resolve();
    });
  });
}

it.each([ports.product, ports.big])(
  'starts nothing while something listens on port %i',
  async (port) => {
    await occupy(port);
    const { code, output } = await bench('read');
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`Ports? .*\\b${port}\\b.* in use, perhaps by a server of an`),
    );
  },
);

it.each([
  [
    'the product',
    `import { startProduct } from './server/bench/product.mjs';
    await startProduct({ command: ['node', file], dataDir: '', port: ${ports.bare} });`,
  ],
  [
    "Google's emulator",
    `import { startEmulator } from './server/bench/emulator.mjs';
    await startEmulator(file);`,
  ],
])('%s ends before it is ready: its own words say why', async (_name, start) => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ends.mjs');
  writeFileSync(file, "console.error('There is no Java here.'); process.exit(3);");
  const script = `const file = ${JSON.stringify(file)}; ${start}`;
  const { code, output } = await runCommand(process.execPath, [
    '--input-type=module',
    '-e',
    script,
  ]);
  expect(code).toBe(1);
  expect(output).toMatch(/^There is no Java here\.$/m);
});

it('names the parts when it is asked for one that it does not have', async () => {
  const { code, output } = await bench('writes');
  expect(code).toBe(1);
  expect(output).toContain('There is no part writes. Parts: start, sign-in, read, tokens');
});
