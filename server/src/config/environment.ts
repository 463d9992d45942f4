import { isIP } from 'node:net';
import { findEmail } from '@hearth/contract';
import * as z from 'zod';
import { findAddressFault } from '../platform/database-servers.ts';
import { toSender } from './sender.ts';

const url = (protocol: RegExp, sentence: string) =>
  z.string().refine(
    (value) => {
      const read = URL.canParse(value) ? new URL(value) : undefined;
      return read !== undefined && protocol.test(read.protocol) && isOfServer(read);
    },
    { message: sentence },
  );

const secret = z.string().min(1).optional();

const drainRange = 'must be a number of seconds from 0 to 300.';
const port = z.coerce
  .number({ message: 'must be a port number from 1 to 65535.' })
  .int('must be a whole number.')
  .min(1, 'must be a port number from 1 to 65535.')
  .max(65_535, 'must be a port number from 1 to 65535.');

const share = 'must be a number from 0 to 1.';

/** Every variable that Hearth reads, with its default. `.env.example` lists the same. */
export const environmentSchema = z.object({
  HEARTH_MODE: z
    .enum(['local', 'production'], { message: 'must be local or production.' })
    .default('local'),
  HEARTH_APP: z.enum(['on', 'off'], { message: 'must be on or off.' }).default('on'),
  HEARTH_CONFIG: z.string().default('config/hearth.json'),
  PORT: port.default(3000),
  DRAIN_SECONDS: z.coerce
    .number({ message: drainRange })
    .min(0, drainRange)
    .max(300, drainRange)
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(/^https?:$/, 'must be an http or https address.').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .superRefine((text, { addIssue }) => {
      const message = findAddressFault(text);
      if (message !== undefined) {
        addIssue({ code: 'custom', message });
      }
    })
    .optional(),
  API_KEY: z.string().min(8, 'must have at least 8 characters.').default('hearth-local'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters.').optional(),
  SECRET_KEY_OLD: z.string().min(32, 'must have at least 32 characters.').optional(),
  SMTP_URL: url(
    /^smtps?:$/,
    'must be an address like smtp://user:password@host:587; special characters are written as %40 for @, %25 for %.',
  ).optional(),
  SMTP_TLS: z
    .enum(['required', 'optional'], { message: 'must be required or optional.' })
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((value) => isSender(value), {
      message: 'must be an email address, such as hello@example.com or Hearth <hello@example.com>.',
    })
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((value) => isTrustProxy(value), {
      message:
        'must be the number of proxies in front (0 for none), or their addresses or networks, separated by commas.',
    })
    .optional(),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every((origin) => isOrigin(origin)), {
      message:
        'must be origins as browsers write them, like https://app.example.com or capacitor://localhost, separated by commas.',
    }),
  WEBHOOK_ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((host) => host.trim().toLowerCase() || []))
    .refine((hosts) => hosts.every((host) => isHostName(host)), {
      message: 'must be host names or addresses like backend or 10.0.0.7, separated by commas.',
    }),
  WEBHOOK_CONCURRENCY: z.coerce
    .number({ message: 'must be a whole number from 1 to 100.' })
    .int('must be a whole number from 1 to 100.')
    .min(1, 'must be a whole number from 1 to 100.')
    .max(100, 'must be a whole number from 1 to 100.')
    .default(20),
  OPERATOR_EMAILS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter((address) => address.trim() !== ''))
    .refine((addresses) => addresses.every((address) => findEmail(address) !== undefined), {
      message: 'must be email addresses, separated by commas.',
    })
    .transform((addresses) => addresses.flatMap((address) => findEmail(address) ?? [])),
  OAUTH_CLIENT_SECRETS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((pair) => pair.trim() || []))
    .refine((pairs) => pairs.every((pair) => /^[^=\s]+=\S+$/.test(pair)), {
      message: 'must be pairs like client=secret, separated by commas.',
    })
    .transform((pairs) => Object.fromEntries(pairs.map((pair) => toPair(pair)))),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: z.coerce
    .number({ message: 'must be a number of hours.' })
    .min(0.1, 'must be a number of hours, at least 0.1.')
    .default(24),
  BACKUP_KEEP: z.coerce
    .number({ message: 'must be a whole number from 1 on.' })
    .int('must be a whole number from 1 on.')
    .min(1, 'must be a whole number from 1 on.')
    .default(7),
  RATE_LIMITS: z.enum(['on', 'off'], { message: 'must be on or off.' }).default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      message: 'must be fatal, error, warn, info, debug, trace or silent.',
    })
    .default('info'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters.')
    .regex(/^[!-~]+$/, 'must have letters, digits and signs of ASCII only, without spaces.')
    .optional(),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, 'must be an http or https address.').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((header) => header.trim() || []))
    .refine((headers) => headers.every((header) => isHeader(header)), {
      message: 'must be headers like api-key=secret, separated by commas.',
    })
    .transform((headers) => Object.fromEntries(headers.map((header) => toHeader(header)))),
  OTEL_SERVICE_NAME: z.string().default('hearth'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ message: share })
    .min(0, share)
    .max(1, share)
    .default(1),
  PAYMENT_PROVIDER: z
    .enum(['stripe', 'sandbox', 'none'], { message: 'must be stripe, sandbox or none.' })
    .optional(),
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_API_BASE: url(/^https?:$/, 'must be an http or https address.').optional(),
  STRIPE_REQUESTS_PER_SECOND: z.coerce
    .number({ message: 'must be a number from 2 on.' })
    .min(2, 'must be a number from 2 on.')
    .default(20),
  GOOGLE_CLIENT_ID: secret,
  GOOGLE_CLIENT_SECRET: secret,
  MICROSOFT_CLIENT_ID: secret,
  MICROSOFT_CLIENT_SECRET: secret,
  FACEBOOK_CLIENT_ID: secret,
  FACEBOOK_CLIENT_SECRET: secret,
  APPLE_CLIENT_ID: secret,
  APPLE_CLIENT_SECRET: secret,
  GITHUB_CLIENT_ID: secret,
  GITHUB_CLIENT_SECRET: secret,
  TWITTER_CLIENT_ID: secret,
  TWITTER_CLIENT_SECRET: secret,
  YAHOO_CLIENT_ID: secret,
  YAHOO_CLIENT_SECRET: secret,
});

export type Environment = z.infer<typeof environmentSchema>;

/** Whether an address names a host, and its user and password can be read. */
function isOfServer({ hostname, port, username, password }: URL): boolean {
  try {
    decodeURIComponent(`${username}${password}`);
    return hostname !== '' && port !== '0';
  } catch {
    return false;
  }
}

/** A private network may have mailboxes at a host name without a dot. */
function isSender(value: string): boolean {
  const { address } = toSender(value);
  return [address, `${address}.example`].some((one) => findEmail(one) !== undefined);
}

/** Names that proxy-addr, which Fastify asks, gives to networks. */
const namedNetworks: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

function isTrustProxy(text: string): boolean {
  return /^\d{1,2}$/.test(text) || text.split(',').every((one) => isNetwork(one.trim()));
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits);
  return namedNetworks.includes(text) || (maxBits > 0 && isPrefix && rest.length === 0);
}

/** Without a port: a program beside Hearth may listen on several. */
function isHostName(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);
}

function isHeader(text: string): boolean {
  try {
    const [name, value] = toHeader(text);
    return /^[\w-]+$/.test(name) && value !== '';
  } catch {
    return false;
  }
}

function toPair(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name, value.join('=')];
}

/** Values are written as in an address: a comma is %2C. */
function toHeader(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim(), decodeURIComponent(value.join('=').trim())];
}

/** Schemes whose pages have the origin `null`, and those of no pages. */
const schemesWithoutOrigin = /^(about|blob|data|file|ftp|javascript|wss?):/;

/** The origin of a site, or of an app in a frame of the system: `tauri://localhost`, `app://.`, `chrome-extension://…`. */
function isOrigin(text: string): boolean {
  const isApp = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9._-]+(:\d+)?$/.test(text) && !/^https?:/.test(text);
  return isApp
    ? !schemesWithoutOrigin.test(text)
    : URL.canParse(text) && new URL(text).origin === text && /^https?:/.test(text);
}
