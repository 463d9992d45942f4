import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import { ConnectionDropped, createEmulator, createMemoryStore, type Seed } from './index.ts';

/** The emulator on a port of this machine: `--port 12111 --seed seed.json`. `--papers` is
 * the address in links to invoices and receipts, if it is another one; `--check` compares answers with declarations. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    seed: { type: 'string' },
    papers: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const seed: Seed = values.seed ? JSON.parse(await readFile(values.seed, 'utf8')) : {};
/** The compiler and its scripts are there in a clone only. */
const checks = values.check
  ? await import(new URL('../scripts/check-answers.mjs', import.meta.url).href)
  : undefined;
const emulator = createEmulator({
  store: createMemoryStore(),
  seed,
  ...(checks && { check: checks.createAnswerCheck() }),
  papersUrl: values.papers ?? `http://127.0.0.1:${values.port}`,
});

const server = createServer((incoming, outgoing) => {
  void answer(incoming, outgoing);
});
server.listen(Number(values.port), '127.0.0.1', () => {
  process.stdout.write(`Stripe emulator on http://127.0.0.1:${values.port}\n`);
});

/** Things fall due without a request, too. */
setInterval(() => void emulator.settle(), 1000).unref();

async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const { method = 'GET', url = '/' } = incoming;
    const headers = new Headers(
      Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    );
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const response = await emulator.fetch(new URL(url, `http://127.0.0.1:${values.port}`), {
      method,
      headers,
      ...(hasBody && { body: Buffer.concat(chunks) }),
    });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    if (error instanceof ConnectionDropped) {
      outgoing.destroy();
      return;
    }
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    outgoing.writeHead(500, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }));
  }
}
