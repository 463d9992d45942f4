import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
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

it('names the parts when it is asked for one that it does not have', async () => {
  const { code, output } = await bench('writes');
  expect(code).toBe(1);
  expect(output).toContain('There is no part writes. Parts: start, sign-in, read, tokens');
});
