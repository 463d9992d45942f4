import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hearthConfig } from '@hearth/contract';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../test/harness/make-folder.ts';
import { production, stripeKeys } from '../../test/harness/production-environment.ts';
import { ConfigFaults, readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

const root = join(import.meta.dirname, '../../..');
const dataDir = () => makeFolder('config');

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ DATA_DIR: dataDir(), ...env });
    return [];
  } catch (error) {
    return error instanceof ConfigFaults ? error.faults : [`bug: ${error}`];
  }
}

describe('the configuration', () => {
  it('needs nothing in local mode', () => {
    const config = readConfig({ DATA_DIR: dataDir() });
    expect(config).toMatchObject({
      mode: 'local',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://localhost:3000',
      apiKey: 'hearth-local',
      databaseUrl: undefined,
    });
    expect(config.secretKey.length).toBeGreaterThanOrEqual(32);
  });

  it('keeps the secret that local mode made', () => {
    const DATA_DIR = dataDir();
    expect(readConfig({ DATA_DIR }).secretKey).toBe(readConfig({ DATA_DIR }).secretKey);
  });

  it('takes an empty variable for an absent one', () => {
    expect(faultsOf({ PORT: '', DATABASE_URL: '', STRIPE_SECRET_KEY: '' })).toEqual([]);
  });

  it.each([
    'null',
    '*',
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com:443',
    'https://App.example.com',
    'Capacitor://localhost',
    'capacitor://localhost/',
    'capacitor://',
    'capacitor:localhost',
    'chrome-extension://id/page.html',
    'app://a;script-src *',
    'file://',
    'file://host',
    'javascript://a',
    'data://a',
    'ws://app.example.com',
  ])('takes %s for no origin', (origin) => {
    const faults = faultsOf({ CORS_ORIGINS: origin });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain('CORS_ORIGINS: must be origins as browsers write them');
  });

  it('lists all faults together, in sentences', () => {
    const faults = faultsOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      RATE_LIMITS: 'maybe',
      CORS_ORIGINS: 'https://a.example, b.example',
      HEARTH_CONFIG: '/nowhere/hearth.json',
    });
    expect(faults).toHaveLength(5);
    expect(faults.join('\n')).toMatch(/PORT: must be a port number/);
    expect(faults.join('\n')).toMatch(/DATABASE_URL: must be a PostgreSQL address/);
    expect(faults.join('\n')).toMatch(/RATE_LIMITS: must be on or off/);
    expect(faults.join('\n')).toMatch(/CORS_ORIGINS: must be origins/);
    expect(faults.join('\n')).toMatch(/nowhere\/hearth.json/);
  });

  it.each([
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example' }],
    ['STRIPE_SECRET_KEY', stripeKeys],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://hearth.example' }],
    ['HOST', { HOST: '0.0.0.0' }],
  ])('never guesses the mode when %s looks like production', (name, env) => {
    const [fault, ...others] = faultsOf(env);
    expect(others).toEqual([]);
    expect(fault).toMatch(/^HEARTH_MODE: /);
    expect(fault).toContain(name);
    expect(faultsOf({ ...env, HEARTH_MODE: 'local' })).toEqual([]);
  });

  it('starts production with what production needs', () => {
    expect(readConfig(production)).toMatchObject({
      mode: 'production',
      publicUrl: 'https://hearth.example',
    });
  });

  it.each([
    ['PUBLIC_URL', { PUBLIC_URL: 'http://hearth.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://hearth.example/app' }],
    ['SMTP_URL', { SMTP_URL: '' }],
    ['MAIL_FROM', { MAIL_FROM: '' }],
    ['API_KEY', { API_KEY: 'hearth-local' }],
    ['SECRET_KEY', { SECRET_KEY: '' }],
    ['RATE_LIMITS', { RATE_LIMITS: 'off' }],
    ['TRUST_PROXY', { TRUST_PROXY: '' }],
  ])('refuses production with a wrong %s', (name, env) => {
    const [fault, ...others] = faultsOf({ ...production, ...env });
    expect(others).toEqual([]);
    expect(fault?.startsWith(`${name}: `)).toBe(true);
  });

  it.each([
    [
      'MAIL_FROM',
      ['Hearth', 'a@', 'Hearth <hello>', 'a..b@example.com', 'a@b.example, c@d.example'],
    ],
    ['MAIL_FROM', ['Hearth <a@b.example> x', 'A <a@b.example>, C <c@d.example>', '<>']],
    ['SMTP_URL', ['smtp://', 'smtp:mail', 'smtp://us%er:p@mail.example', 'smtp://mail.example:0']],
    ['SMTP_URL', ['mail.example:587', 'smtp://mail.example:70000']],
    ['PUBLIC_URL', ['http://localhost/?a=1', 'http://localhost/#a', 'http://a:b@localhost']],
    ['PUBLIC_URL', ['hearth.example', 'http://localhost:0']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['http://', 'collector:4318']],
    ['STRIPE_API_BASE', ['http://', 'stripe']],
    ['METRICS_TOKEN', ['a token with spaces', 'ein-schlüssel-für-zahlen']],
    ['OPERATOR_EMAILS', ['ada', 'a..b@example.com', 'ada@example']],
  ])('refuses a %s that would fail in use: %j', (name, values) => {
    for (const value of values) {
      const faults = faultsOf({ HEARTH_MODE: 'local', [name]: value });
      expect(faults, value).toEqual([expect.stringMatching(`^${name}: must `)]);
    }
  });

  it.each([
    ['hello@example.com', '', 'hello@example.com'],
    ['Hearth <hello@example.com>', 'Hearth', 'hello@example.com'],
    ['"Hearth, Inc." <hello@example.com>', 'Hearth, Inc.', 'hello@example.com'],
    ['Hearth, Inc. <hello@example.com>', 'Hearth, Inc.', 'hello@example.com'],
    ['赫斯 <hello@müller.example>', '赫斯', 'hello@müller.example'],
    ['<hello@example.com>', '', 'hello@example.com'],
    ['root@mailhost', '', 'root@mailhost'],
  ])('takes the sender %j', (MAIL_FROM, name, address) => {
    const config = readConfig({ DATA_DIR: dataDir(), ...production, MAIL_FROM });
    expect(config.mail?.from).toEqual({ name, address });
  });

  it('keeps addresses of operators as accounts have them', () => {
    const OPERATOR_EMAILS = 'Ada@Müller.example, ,grace@example.com';
    expect(readConfig({ DATA_DIR: dataDir(), OPERATOR_EMAILS }).operators).toEqual([
      'ada@xn--mller-kva.example',
      'grace@example.com',
    ]);
  });

  it.each(['0', '2', '10.0.0.7', '10.0.0.0/8, fd00::/8', 'loopback'])(
    'takes the proxies in front as a number or as addresses: %s',
    (TRUST_PROXY) => {
      expect(readConfig({ DATA_DIR: dataDir(), ...production, TRUST_PROXY }).trustProxy).toBe(
        TRUST_PROXY,
      );
    },
  );

  it.each(['true', '-1', '1.5', '10.0.0.300', '10.0.0.0/33', 'proxy.example', '10.0.0.7,'])(
    'refuses %s as the proxies in front, and says what to write',
    (TRUST_PROXY) => {
      const [fault, ...others] = faultsOf({ TRUST_PROXY });
      expect(others).toEqual([]);
      expect(fault).toMatch(/^TRUST_PROXY: must be the number of proxies in front \(0 for none\)/);
    },
  );

  it.each<[string, string | undefined, boolean]>([
    ['smtp://mail.example:587', undefined, true],
    ['smtps://mail.example', undefined, true],
    ['smtp://127.example:25', undefined, true],
    ['smtp://user:localhost@mail.example', undefined, true],
    ['smtp://mail.example:587', 'optional', false],
    ['smtp://localhost:25', undefined, false],
    ['smtp://LOCALHOST:25', undefined, false],
    ['smtp://127.0.0.1:25', undefined, false],
    ['smtp://[::1]:25', undefined, false],
    ['smtp://localhost:25', 'required', true],
  ])(
    'sends mails to %s with SMTP_TLS %s: encryption required is %s',
    (SMTP_URL, tls, isRequired) => {
      const env = { HEARTH_MODE: 'local', SMTP_URL, ...(tls && { SMTP_TLS: tls }) };
      expect(readConfig({ DATA_DIR: dataDir(), ...env }).mail?.requireTls).toBe(isRequired);
    },
  );

  it('logs from the level info on, unless another one is set', () => {
    const levelOf = (env: Record<string, string>) =>
      readConfig({ DATA_DIR: dataDir(), ...env }).logLevel;
    expect(levelOf({})).toBe('info');
    expect(levelOf({ LOG_LEVEL: 'silent' })).toBe('silent');
    expect(faultsOf({ LOG_LEVEL: 'verbose' }).join()).toMatch(/^LOG_LEVEL: must be fatal, /);
  });

  it('lists the same variables in .env.example', () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8');
    const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(environmentSchema.shape).sort());
  });
});

describe('config/hearth.json', () => {
  function withProduct(edit: (product: Record<string, unknown>) => void) {
    const folder = dataDir();
    mkdirSync(join(folder, 'locales'));
    for (const language of ['en', 'zh']) {
      const name = `locales/${language}.json`;
      copyFileSync(join(root, 'config', name), join(folder, name));
    }
    const product = JSON.parse(readFileSync(join(root, 'config/hearth.json'), 'utf8'));
    edit(product);
    writeFileSync(join(folder, 'hearth.json'), JSON.stringify(product));
    return faultsOf({ HEARTH_CONFIG: join(folder, 'hearth.json') });
  }

  it('holds the plans, prices and seats of the product', () => {
    const { plans } = readConfig({ DATA_DIR: dataDir() }).product;
    expect(
      plans.map(({ id, prices, seats, free, legacy, popular }) => ({
        id,
        price: prices[0]?.price,
        seats,
        free,
        legacy,
        popular,
        prices: prices[0]?.priceIds.length,
      })),
    ).toEqual([
      { id: 'free', price: 0, seats: 10, free: true, legacy: false, popular: false, prices: 1 },
      { id: 'pro', price: 10, seats: 20, free: false, legacy: false, popular: true, prices: 1 },
      {
        id: 'enterprise',
        price: 30,
        seats: 50,
        free: false,
        legacy: false,
        popular: false,
        prices: 2,
      },
      { id: 'gold', price: 10, seats: 20, free: false, legacy: true, popular: false, prices: 1 },
    ]);
  });

  it('a configuration without texts beside it: has those of config/locales, and names them', () => {
    const file = join(root, 'config/examples/monthly-yearly.json');
    const { texts } = readConfig({ DATA_DIR: dataDir(), HEARTH_CONFIG: file });
    expect(texts.en?.['plans.pro.title']).toBe('Pro');
    const copy = join(dataDir(), 'hearth.json');
    const settings = JSON.parse(readFileSync(file, 'utf8'));
    settings.plans[0].titleKey = 'plans.none';
    writeFileSync(copy, JSON.stringify(settings));
    expect(faultsOf({ HEARTH_CONFIG: copy })).toEqual(
      ['en', 'zh'].map(
        (language) =>
          `${join(root, `config/locales/${language}.json`)}: the text \`plans.none\` is missing.`,
      ),
    );
  });

  it('names the old SECRET_KEY beside the new one, never the same twice', () => {
    const [SECRET_KEY, SECRET_KEY_OLD] = ['a'.repeat(32), 'b'.repeat(32)];
    const { secretKey, oldSecretKey } = readConfig({ SECRET_KEY, SECRET_KEY_OLD });
    expect([secretKey, oldSecretKey]).toEqual([SECRET_KEY, SECRET_KEY_OLD]);
    expect(faultsOf({ SECRET_KEY, SECRET_KEY_OLD: SECRET_KEY })).toEqual([
      'SECRET_KEY_OLD: is the same as SECRET_KEY. Remove it, or set another SECRET_KEY.',
    ]);
  });

  it.each([0, 3, 5])('takes a plan with %i lines about what it has', (lines) => {
    const faults = withProduct((product) => {
      const [plan] = product.plans as { descriptionKeys: string[] }[];
      Object.assign(plan ?? {}, { descriptionKeys: Array(lines).fill('plans.pro.title') });
    });
    expect(faults).toEqual([]);
  });

  it('needs no public pages: without them `/` leads on', () => {
    const faults = withProduct((product) => {
      delete product.landing;
      delete product.front;
    });
    expect(faults).toEqual([]);
    const { product } = readConfig({ DATA_DIR: dataDir() });
    expect(hearthConfig.parse({ ...product, landing: undefined }).landing).toBe(false);
  });

  it.each<[string, (product: never) => void]>([
    [
      'projectId',
      (product: { projectId: string }) => {
        product.projectId = 'No Spaces';
      },
    ],
    [
      'unknownSetting',
      (product: Record<string, unknown>) => {
        product.unknownSetting = 1;
      },
    ],
    [
      'same id',
      ({ plans }: { plans: { id: string }[] }) => {
        for (const plan of plans) {
          plan.id = 'x';
        }
      },
    ],
    [
      'exactly one must be the default',
      ({ permissions }: { permissions: { default: boolean }[] }) => {
        for (const permission of permissions) {
          permission.default = true;
        }
      },
    ],
    [
      'none is admin-level',
      ({ permissions }: { permissions: { admin: boolean }[] }) => {
        for (const permission of permissions) {
          permission.admin = false;
        }
      },
    ],
    [
      'free exactly when all its prices are 0',
      ({ plans }: { plans: { free: boolean }[] }) => {
        for (const plan of plans) {
          plan.free = true;
        }
      },
    ],
    [
      'the price id `price_pro_week` is there more than once',
      ({ plans }: { plans: { retired?: string[][] }[] }) => {
        for (const plan of plans.slice(-1)) {
          plan.retired = [['price_gold_2019'], ['price_pro_week']];
        }
      },
    ],
    [
      'the price id `price_gold_week` is there more than once',
      ({ plans }: { plans: { priceIds: string[] }[] }) => {
        for (const plan of plans.slice(-2)) {
          plan.priceIds = ['price_gold_week'];
        }
      },
    ],
    [
      'plans.3.retired.0',
      ({ plans }: { plans: { retired?: string[][] }[] }) => {
        for (const plan of plans) {
          plan.retired = plans.indexOf(plan) === 3 ? [[]] : [];
        }
      },
    ],
    [
      'front.links.0.url',
      (product: Record<string, unknown>) => {
        product.front = { links: [{ labelKey: 'front.terms', url: 'javascript:alert(1)' }] };
      },
    ],
    [
      'the text `front.nothing` is missing',
      (product: Record<string, unknown>) => {
        product.front = { taglineKey: 'front.nothing' };
      },
    ],
    [
      'plans.silver.title',
      ({ plans }: { plans: { titleKey: string }[] }) => {
        for (const plan of plans) {
          plan.titleKey = 'plans.silver.title';
        }
      },
    ],
  ])('is refused with a sentence about: %s', (words, edit) => {
    const faults = withProduct(edit as (product: Record<string, unknown>) => void);
    expect(faults.join('\n')).toContain(words);
  });
});
