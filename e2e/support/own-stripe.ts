import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { hearthConfig } from '../../contract/src/config.ts';
import {
  emulator,
  emulatorCommand,
  freePorts,
  startUpMs,
  stripeEnvironment,
  webhookOf,
} from './places.ts';

/** A Stripe emulator that one product uses, so that its clock can be moved. */
export interface OwnStripe {
  readonly url: string;
  /** For the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** Has it tell the product what happens. */
  tell(origin: string): Promise<void>;
  /** Moves its clock ahead; what falls due happens at its own time. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Sells the prices of the configuration. */
export async function startOwnStripe(configFile: string): Promise<OwnStripe> {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-stripe-'));
  const seed = join(folder, 'seed.json');
  writeFileSync(seed, JSON.stringify(toSeed(emulator.seed, configFile)));
  const [port = 0] = await freePorts(1);
  const [program = '', ...words] = emulatorCommand(port, seed);
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/_control/selfcheck`).catch(() => undefined))?.ok;
  await expect.poll(isReady, { timeout: startUpMs }).toBe(true);
  const control = async (route: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_control/${route}`, init);
    expect(answer.ok, `the emulator does not take ${route}`).toBe(true);
  };
  // Journeys look at a renewal that is paid, not at its hour as a draft.
  await control('config', { draftMinutes: 0 });
  return {
    url,
    environment: stripeEnvironment(url),
    tell: (origin) => control('webhooks', webhookOf(origin)),
    advance: (ms) => control('advance', { seconds: ms / 1_000 }),
    async stop() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Products, coupons and codes as in the example, with the prices of the configuration. */
function toSeed(example: string, configFile: string): object {
  const { plans } = hearthConfig.parse(readJson(configFile));
  const prices = plans.flatMap(({ id: planId, prices: ofPlan }) =>
    ofPlan.flatMap(({ frequency: interval, currency, price, tax, priceIds }) =>
      priceIds.map((id) => ({
        id,
        product: `prod_${planId}`,
        unit_amount: Math.round((price * 100) / priceIds.length),
        currency,
        recurring: { interval },
        ...(tax && { tax_behavior: tax }),
      })),
    ),
  );
  return { ...readJson(example), prices };
}

function readJson(file: string): object {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
