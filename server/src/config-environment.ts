import * as z from 'zod';

const url = (protocol: RegExp, sentence: string) =>
  z.string().refine((value) => URL.canParse(value) && protocol.test(new URL(value).protocol), {
    message: sentence,
  });

const secret = z.string().min(1).optional();

/** Every variable that Hearth reads, with its default. `.env.example` lists the same. */
export const environmentSchema = z.object({
  HEARTH_MODE: z
    .enum(['local', 'production'], { message: 'must be local or production.' })
    .default('local'),
  HEARTH_CONFIG: z.string().default('config/hearth.json'),
  PORT: z.coerce
    .number({ message: 'must be a port number from 1 to 65535.' })
    .int('must be a whole number.')
    .min(1, 'must be a port number from 1 to 65535.')
    .max(65_535, 'must be a port number from 1 to 65535.')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url(/^https?:$/, 'must be an http or https address.').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(
    /^postgres(ql)?:$/,
    'must be a PostgreSQL address: postgres://user:password@host/database.',
  ).optional(),
  API_KEY: z.string().min(8, 'must have at least 8 characters.').default('hearth-local'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters.').optional(),
  SMTP_URL: url(/^smtps?:$/, 'must be an address like smtp://user:password@host:587.').optional(),
  MAIL_FROM: z.string().optional(),
  TRUST_PROXY: z.string().optional(),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every((origin) => isOrigin(origin)), {
      message: 'must be origins like https://app.example.com, separated by commas.',
    }),
  RATE_LIMITS: z.enum(['on', 'off'], { message: 'must be on or off.' }).default('on'),
  PAYMENT_PROVIDER: z
    .enum(['stripe', 'sandbox', 'none'], { message: 'must be stripe, sandbox or none.' })
    .optional(),
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_API_BASE: url(/^https?:$/, 'must be an http or https address.').optional(),
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

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
