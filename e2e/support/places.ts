import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where one running Hearth answers and keeps its rows. */
export interface Place {
  readonly port: number;
  readonly dataFolder: string;
}

/** A machine may have other work. */
export const startUpMs = 180_000;

const root = join(import.meta.dirname, '../..');
const emulatorProgram = join(root, 'stripe-emulator/dist/program.js');
const emulatorSeed = join(root, 'server/test/payment-provider/stripe/seed.json');

// Workers load this file again: they must find what the first one chose.
process.env.HEARTH_E2E_DATA ??= makeDataFolder();
process.env.HEARTH_E2E_PORTS ??= (await freePorts(5)).join();
const base = process.env.HEARTH_E2E_DATA;
const [sandboxPort = 0, stripePort = 0, emulatorPort = 0, frontPort = 0, monthlyYearlyPort = 0] =
  process.env.HEARTH_E2E_PORTS.split(',').map(Number);

/** A quarter of a gigabyte once the servers have run, so it goes with the process that made it. */
function makeDataFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'hearth-e2e-'));
  process.once('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 10 }));
  return made;
}

export const places = {
  sandbox: { port: sandboxPort, dataFolder: makeFolder('sandbox') },
  stripe: { port: stripePort, dataFolder: makeFolder('stripe') },
  /** With the example configuration as it is, so with a landing page. */
  front: { port: frontPort, dataFolder: makeFolder('front') },
  /** Sells by month and year, in dollars and euros, and speaks German too. */
  monthlyYearly: { port: monthlyYearlyPort, dataFolder: makeFolder('monthly-yearly') },
} as const satisfies Record<string, Place>;

export function addressOf({ port }: Place): string {
  return `http://localhost:${port}`;
}

/** The example configuration without its landing page, as the specification has it: `/` leads on. People sign in by mail, too. */
process.env.HEARTH_E2E_CONFIG ??= writeSpecifiedConfig();
export const specifiedConfig = process.env.HEARTH_E2E_CONFIG;

function writeSpecifiedConfig(): string {
  const policy = { emailSignIn: true };
  return writeConfig('config', { ...readConfig('hearth.json'), policy, landing: false });
}

interface Settings {
  readonly plans?: readonly Readonly<Record<string, unknown>>[];
  readonly billing?: object;
}

const example = readConfig('examples/monthly-yearly.json');

/** The example that sells by month and year without its trial and taxes, so that people pay the prices that they see; with German. */
process.env.HEARTH_E2E_MONTHLY_YEARLY ??= writeConfig('config-monthly-yearly', {
  ...withoutTaxes(withoutTrial(example)),
  languages: ['en', 'zh', 'de'],
});
export const monthlyYearlyConfig = process.env.HEARTH_E2E_MONTHLY_YEARLY;

/** Pro begins with 14 free days. */
process.env.HEARTH_E2E_TRIAL ??= writeConfig('config-trial', withoutTaxes(example));
export const trialConfig = process.env.HEARTH_E2E_TRIAL;

/** Taxes are computed. */
process.env.HEARTH_E2E_TAXED ??= writeConfig('config-taxed', withoutTrial(example));
export const taxedConfig = process.env.HEARTH_E2E_TAXED;

function withoutTrial(settings: Settings): Settings {
  return { ...settings, plans: settings.plans?.map(({ trial: _, ...plan }) => plan) ?? [] };
}

function withoutTaxes(settings: Settings): Settings {
  return { ...settings, billing: { ...settings.billing, tax: 'off' } };
}

function readConfig(file: string): Settings {
  return JSON.parse(readFileSync(join(root, 'config', file), 'utf8'));
}

/** A configuration needs its texts beside it. */
function writeConfig(name: string, settings: object): string {
  const copy = makeFolder(name);
  cpSync(join(root, 'config'), copy, { recursive: true });
  const file = join(copy, 'hearth.json');
  writeFileSync(file, JSON.stringify(settings));
  return file;
}

const webhookSecret = 'whsec_journeys';

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_journeys',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_journeys',
  STRIPE_WEBHOOK_SECRET: webhookSecret,
};

/** The Stripe emulator, and what has to be known to reach it. */
const emulatorUrl = `http://127.0.0.1:${emulatorPort}`;
export const emulator = {
  url: emulatorUrl,
  webhook: webhookOf(addressOf(places.stripe)),
  environment: stripeEnvironment(emulatorUrl),
  seed: emulatorSeed,
  webServer: {
    command: `npx tsc -b ../stripe-emulator && ${emulatorCommand(emulatorPort, emulatorSeed).join(' ')}`,
    url: `${emulatorUrl}/_control/selfcheck`,
    timeout: startUpMs,
  },
};

export function emulatorCommand(port: number, seed: string): string[] {
  return [process.execPath, emulatorProgram, '--port', String(port), '--seed', seed];
}

/** Settings of a product whose money the emulator at the address takes. */
export function stripeEnvironment(url: string) {
  return { ...keys, PAYMENT_PROVIDER: 'stripe', STRIPE_API_BASE: url };
}

/** The endpoint at which the product wants to be told what happens at Stripe. */
export function webhookOf(origin: string) {
  return {
    url: `${origin.replace('localhost', '127.0.0.1')}/webhooks/stripe`,
    secret: webhookSecret,
  };
}

/** Makes it below what is removed when the journeys end, and answers its path. */
export function makeFolder(name: string): string {
  const path = join(base, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Held together, so that all of them differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}
