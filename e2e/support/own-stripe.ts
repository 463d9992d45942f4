import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { hearthConfig } from '../../contract/src/config.ts';
import {
  freePorts,
  hostRulesTo,
  standIn,
  startUpMs,
  stripeEnvironment,
  webhookOf,
} from './places.ts';

/** A stand-in for Stripe that one product uses, so that its clock can be moved. */
export interface OwnStripe {
  readonly url: string;
  /** For a browser, so that Stripe's hosts lead here. */
  readonly hostRules: string;
  /** For the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** Has it tell the product what happens. */
  tell(origin: string): Promise<void>;
  /** Moves its clock ahead; what falls due happens at its own time. */
  advance(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Sells the prices of the configuration; the other stand-in must run, since it makes the files that both need. */
export async function startOwnStripe(configFile: string): Promise<OwnStripe> {
  if (!standIn) {
    throw new Error('There is no stand-in for Stripe beside the repository.');
  }
  const { program, spec, certificate, certificateKey } = standIn;
  const folder = mkdtempSync(join(tmpdir(), 'hearth-stripe-'));
  const seed = join(folder, 'seed.json');
  writeFileSync(seed, JSON.stringify(toSeed(standIn.seed, configFile)));
  const [port = 0, securePort = 0] = await freePorts(2);
  const places = ['--port', String(port), '--https-port', String(securePort)];
  const files = ['--spec', spec, '--seed', seed, '--cert', certificate, '--key', certificateKey];
  const child = spawn(process.execPath, [program, ...places, ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/_control/selfcheck`).catch(() => undefined))?.ok;
  await expect.poll(isReady, { timeout: startUpMs }).toBe(true);
  const control = async (route: string, body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${url}/_control/${route}`, init);
    expect(answer.ok, `the stand-in does not take ${route}`).toBe(true);
  };
  return {
    url,
    hostRules: hostRulesTo(securePort),
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
