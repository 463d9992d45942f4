import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { makeFolder, openSilentServer, type Plant } from './plant.ts';
import { host } from './scene.ts';

const gigabyte = 1024 ** 3;

const limits = { node: '22.1.0', memoryBytes: 4 * gigabyte, openFiles: 65_536 };

const unreachable = ['public-url-unreachable', 'webhook-missing'] as const;

/** The doctor reads its own limits where no server answers. */
async function withLimits(planted: Partial<typeof limits>) {
  return {
    env: { PUBLIC_URL: `https://${host}:${await freePort()}` },
    elsewhere: { limits: async () => ({ ...limits, ...planted }) },
  };
}

export const machinePlants: readonly Plant[] = [
  {
    id: 'disk',
    given: 'a full disk',
    plant: () => ({
      elsewhere: {
        freeSpace: async () => ({ disk: 1, freeBytes: 100_000_000, totalBytes: 20 * gigabyte }),
      },
    }),
  },
  {
    id: 'disk',
    given: 'a disk that is nearly full',
    plant: () => ({
      elsewhere: {
        freeSpace: async () => ({ disk: 1, freeBytes: gigabyte, totalBytes: 20 * gigabyte }),
      },
    }),
  },
  {
    id: 'data-folder',
    given: 'a file as DATA_DIR',
    async plant() {
      const file = join(await makeFolder(), 'file');
      await writeFile(file, '');
      return { env: { DATA_DIR: file } };
    },
  },
  {
    id: 'data-folder',
    given: 'a DATA_DIR that is not there',
    plant: async () => ({ env: { DATA_DIR: join(await makeFolder(), 'missing') } }),
  },
  {
    id: 'backup-folder',
    given: 'a file as BACKUP_DIR',
    async plant() {
      const file = join(await makeFolder(), 'file');
      await writeFile(file, '');
      return {
        elsewhere: {
          backups: {
            schedule: { folder: file, everyHours: 24 },
            readAgeSeconds: async () => 60,
            readSecondsWithout: async () => 72 * 3_600,
          },
        },
      };
    },
  },
  {
    id: 'backup-folder',
    given: 'a BACKUP_DIR below a program',
    async plant() {
      const file = join(await makeFolder(), 'file');
      await writeFile(file, '', { mode: 0o777 });
      return {
        elsewhere: {
          backups: {
            schedule: { folder: join(file, 'backups'), everyHours: 24 },
            readAgeSeconds: async () => 60,
            readSecondsWithout: async () => 72 * 3_600,
          },
        },
      };
    },
  },
  {
    id: 'files-open-to-others',
    given: 'a DATA_DIR that everybody may write',
    plant: ({ dataDir }) => chmod(dataDir, 0o777),
    undo: ({ dataDir }) => chmod(dataDir, 0o700),
  },
  {
    id: 'files-open-to-others',
    given: 'a file .env that everybody may read',
    plant: ({ dataDir }) => chmod(join(dataDir, '.env'), 0o644),
    undo: ({ dataDir }) => chmod(join(dataDir, '.env'), 0o600),
  },
  {
    id: 'metrics-port',
    given: 'another web server at METRICS_PORT',
    plant: ({ stripe }) => ({ env: { METRICS_PORT: new URL(stripe.url).port } }),
  },
  {
    id: 'metrics-port',
    given: 'a program at METRICS_PORT that says nothing',
    plant: async () => ({
      env: { METRICS_PORT: (await openSilentServer()).split(':')[1] ?? '' },
    }),
  },
  {
    id: 'web-not-built',
    given: 'no built web',
    plant: async () => ({ folders: { web: await makeFolder() } }),
  },
  {
    id: 'node-old',
    given: 'Node.js 20.11',
    also: unreachable,
    plant: () => withLimits({ node: '20.11.1' }),
  },
  {
    id: 'memory',
    given: 'a container with 128 MB',
    also: unreachable,
    plant: () => withLimits({ memoryBytes: gigabyte / 8 }),
  },
  {
    id: 'open-files',
    given: 'a limit of 256 open files',
    also: unreachable,
    plant: () => withLimits({ openFiles: 256 }),
  },
  {
    id: 'backup-not-set',
    given: 'no folder for backups',
    plant: () => ({
      elsewhere: {
        backups: {
          schedule: undefined,
          readAgeSeconds: async () => undefined,
          readSecondsWithout: async () => 72 * 3_600,
        },
      },
    }),
  },
  {
    id: 'backup-old',
    given: 'a backup of three days ago',
    plant: ({ dataDir: folder }) => ({
      elsewhere: {
        backups: {
          schedule: { folder, everyHours: 24 },
          readAgeSeconds: async () => 72 * 3_600,
          readSecondsWithout: async () => 72 * 3_600,
        },
      },
    }),
  },
  {
    id: 'backup-old',
    given: 'no backup yet',
    plant: ({ dataDir: folder }) => ({
      elsewhere: {
        backups: {
          schedule: { folder, everyHours: 24 },
          readAgeSeconds: async () => undefined,
          readSecondsWithout: async () => 72 * 3_600,
        },
      },
    }),
  },
];

/** The server and the database have another one. */
const otherKey = ['public-url-other', 'secret-other'] as const;

export const settingPlants: readonly Plant[] = [
  {
    id: 'configuration',
    given: 'no TRUST_PROXY in production',
    plant: () => ({ env: { TRUST_PROXY: '' } }),
  },
  {
    id: 'configuration',
    given: 'RATE_LIMITS=off in production',
    plant: () => ({ env: { RATE_LIMITS: 'off' } }),
  },
  {
    id: 'configuration',
    given: 'plain http in production',
    plant: () => ({ env: { PUBLIC_URL: `http://${host}` } }),
  },
  {
    id: 'configuration',
    given: 'CORS_ORIGINS=*',
    plant: () => ({ env: { CORS_ORIGINS: '*' } }),
  },
  {
    id: 'secret-weak',
    given: 'a SECRET_KEY of words',
    also: otherKey,
    plant: () => ({ env: { SECRET_KEY: 'a-secret-of-at-least-32-characters' } }),
  },
  {
    id: 'secret-weak',
    given: 'a SECRET_KEY of one character',
    also: otherKey,
    plant: () => ({ env: { SECRET_KEY: 'x'.repeat(40) } }),
  },
  {
    id: 'secret-weak',
    given: 'a SECRET_KEY that every visitor reads as API_KEY',
    plant: ({ app: { config } }) => ({ env: { API_KEY: config.secretKey } }),
  },
  {
    id: 'local-mode-public',
    given: 'local mode at a public address',
    also: [...unreachable, 'cookies-over-http', 'stripe-mode'],
    plant: () => ({
      env: { HEARTH_MODE: 'local', HOST: '0.0.0.0', PUBLIC_URL: `http://${host}` },
      // An address of no private network; connections to it stay on this machine.
      elsewhere: { lookup: async () => ['0.0.0.0'] },
    }),
  },
  {
    id: 'cookies-over-http',
    given: 'plain http at a name',
    also: [...unreachable, 'local-mode-public', 'stripe-mode'],
    plant: () => ({ env: { HEARTH_MODE: 'local', PUBLIC_URL: `http://${host}` } }),
  },
  {
    id: 'cors-http',
    given: 'a site over plain http that may call the API',
    plant: () => ({ env: { CORS_ORIGINS: 'http://shop.acme.dev,https://www.acme.dev' } }),
  },
  {
    id: 'content-sources',
    given: 'a product whose screens load pictures from elsewhere',
    plant: () => ({ csp: { images: ['https://pictures.acme.dev'] } }),
  },
  {
    id: 'links-example',
    given: 'links to example.com',
    plant: ({ app: { config } }) => {
      const links = [{ labelKey: 'front.terms', url: 'https://example.com/terms' }];
      return { product: { front: { ...config.product.front, links } } };
    },
  },
];
