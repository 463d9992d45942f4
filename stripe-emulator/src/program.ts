import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createEmulator, createMemoryStore, type Seed } from './index.ts';
import { serve } from './serve.ts';

/**
 * The emulator on a port of this machine: `--port 12111 --seed seed.json`. `--papers` is the address in links to
 * invoices and receipts. `--check` compares answers with declarations.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    seed: { type: 'string' },
    papers: { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const seed: Seed = values.seed ? JSON.parse(await readFile(values.seed, 'utf8')) : {};
const url = `http://127.0.0.1:${values.port}`;
/** The compiler and its scripts are there in a clone only. */
const checks = values.check
  ? await import(new URL('../scripts/check-answers.mjs', import.meta.url).href)
  : undefined;
const emulator = createEmulator({
  store: createMemoryStore(),
  seed,
  ...(checks && { check: checks.createAnswerCheck() }),
  papersUrl: values.papers ?? url,
});
await serve(emulator, Number(values.port));
process.stdout.write(`Stripe emulator on ${url}\n`);
