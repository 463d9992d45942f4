import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HearthConfig } from '@hearth/contract';
import type { Surroundings } from '../../src/boot/open-doctor.ts';
import { readDoctorLine, runDoctor } from '../../src/cli/doctor.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/platform/database.ts';
import { freePort } from '../harness/free-port.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { openSmtpServer, type TestSmtpServer } from '../mail/smtp.ts';
import { pinnedVersion } from '../payment-provider/stripe/emulator.ts';
import { makeCertificate } from './certificate.ts';
import { type FakeStripe, type StripeState, startFakeStripe } from './fake-stripe.ts';
import { startTlsProxy, type TlsProxy } from './tls-proxy.ts';

export const host = 'app.acme.dev';
const certificate = makeCertificate(host);

/** Changes that a fault makes to the doctor's run. */
export interface Change {
  readonly env?: Record<string, string | undefined>;
  readonly product?: Partial<HearthConfig>;
  readonly folders?: Partial<Config['folders']>;
  readonly csp?: Config['app']['csp'];
  readonly elsewhere?: Partial<Surroundings>;
  readonly line?: readonly string[];
}

export interface Told {
  readonly healthy: boolean;
  readonly checks: number;
  readonly findings: readonly {
    readonly id: string;
    readonly severity: 'fault' | 'warning';
    readonly problem: string;
    readonly fix: string;
  }[];
  readonly notChecked: readonly { readonly check: string; readonly reason: string }[];
  readonly exitCode: number;
}

export interface Scene {
  readonly app: TestApp;
  readonly proxy: TlsProxy;
  readonly smtp: TestSmtpServer;
  readonly stripe: FakeStripe;
  readonly dataDir: string;
  readonly texts: Map<string, string[]>;
  examine(change?: Change): Promise<Told>;
  tell(change?: Change): Promise<{ readonly text: string; readonly exitCode: number }>;
  /** Lets the proxy lead to another port of this machine. */
  serve(port: number): void;
  /** Makes all as it was. */
  heal(): void;
  close(): Promise<void>;
}

const healthyTexts: [string, string[]][] = [
  ['acme.dev', ['some-site-verification=1', 'v=spf1 include:mail.acme.dev -all']],
  ['_dmarc.acme.dev', ['v=DMARC1; p=reject']],
];

/** The account at Stripe of a healthy installation. */
const healthyStripe = (publicUrl: string): StripeState => ({
  account: 'acct_ours',
  surchargeCents: 0,
  clockAheadMs: 0,
  missingTaxFields: undefined,
  failure: undefined,
  endpoints: [
    {
      url: `${publicUrl}/webhooks/stripe`,
      status: 'enabled',
      api_version: pinnedVersion,
      enabled_events: ['*'],
    },
  ],
});

/** Settings of a healthy installation in production. */
const healthySettings = {
  HEARTH_MODE: 'production',
  MAIL_FROM: 'Acme <hello@acme.dev>',
  API_KEY: 'a-key-of-our-own',
  SECRET_KEY: '6f1d0c4b9e3a8275d4c2b1a09f8e7d6c',
  TRUST_PROXY: '1',
  RATE_LIMITS: 'on',
  STRIPE_SECRET_KEY: 'sk_live_anything',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_anything',
  STRIPE_WEBHOOK_SECRET: 'whsec_anything',
};

/** Its server, behind a proxy with TLS, with mail server and Stripe. */
export async function openScene(): Promise<Scene> {
  const port = await freePort();
  let served = port;
  const proxy = await startTlsProxy(certificate, () => served);
  const smtp = await openSmtpServer();
  const publicUrl = `https://${host}:${proxy.port}`;
  const stripe = await startFakeStripe(healthyStripe(publicUrl));
  const dataDir = await mkdtemp(join(tmpdir(), 'hearth-doctor-'));
  const env = {
    ...healthySettings,
    PUBLIC_URL: publicUrl,
    PORT: String(port),
    DATA_DIR: dataDir,
    SMTP_URL: smtp.url,
    STRIPE_API_BASE: stripe.url,
  };
  const product = withoutExamples(readConfig(env));
  const app = await createTestApp({ env, product, logger: false });
  await app.app.listen();
  const texts = new Map(healthyTexts);
  const around = await openSurroundings(app, { dataDir, texts });
  const tell = createTell({ app, env, product, around });
  return {
    app,
    proxy,
    smtp,
    stripe,
    dataDir,
    texts,
    tell,
    async examine(change = {}) {
      const { text, exitCode } = await tell({
        ...change,
        line: [...(change.line ?? []), '--json'],
      });
      return { ...JSON.parse(text), exitCode };
    },
    serve(other) {
      served = other;
    },
    heal() {
      served = port;
      proxy.fault = {};
      proxy.show(certificate);
      Object.assign(stripe.state, healthyStripe(publicUrl));
      for (const [name, records] of healthyTexts) {
        texts.set(name, records);
      }
    },
    async close() {
      await app.close();
      await Promise.all([proxy.close(), smtp.close(), stripe.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The example's links and Google are there to be replaced. */
function withoutExamples({ product }: Config): Partial<HearthConfig> {
  return {
    socialProviders: { ...product.socialProviders, google: false },
    front: { ...product.front, links: [] },
  };
}

interface Inside {
  readonly dataDir: string;
  readonly texts: Scene['texts'];
}

async function openSurroundings(app: TestApp, { dataDir, texts }: Inside) {
  const location = await findLocation(app);
  const environmentFile = join(dataDir, '.env');
  await writeFile(environmentFile, 'API_KEY=x', { mode: 0o600 });
  return {
    lookup: async (name) => (name === host ? ['127.0.0.1'] : refuse(name)),
    readTexts: async (name) => texts.get(name) ?? [],
    authorities: [certificate.cert],
    open: async () => openDatabase(location, () => undefined, { max: 3 }),
    environmentFile,
    isStarting: async () => false,
    backups: {
      schedule: { folder: dataDir, everyHours: 24 },
      readAgeSeconds: async () => 60,
      readSecondsWithout: async () => 72 * 3_600,
    },
  } satisfies Partial<Surroundings>;
}

interface TellParts {
  readonly app: TestApp;
  readonly env: Record<string, string>;
  readonly product: Partial<HearthConfig>;
  readonly around: Partial<Surroundings>;
}

function createTell({ app, env, product, around }: TellParts): Scene['tell'] {
  return async ({ line = [], ...change } = {}) => {
    const wanted = readDoctorLine(['doctor', ...line]);
    if (!wanted) {
      throw new Error('This is not a line of the doctor.');
    }
    const read = () => {
      const config = readConfig({ ...env, ...change.env }, { isReadOnly: true });
      return {
        ...config,
        product: { ...config.product, ...product, ...change.product },
        folders: { ...app.config.folders, ...change.folders },
        app: { ...config.app, csp: change.csp ?? config.app.csp },
      };
    };
    return await runDoctor(wanted, read, { ...around, ...change.elsewhere });
  };
}

/** Fails like a DNS server that does not know the name. */
export function refuse(name: string): never {
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
}
