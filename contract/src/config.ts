import * as z from 'zod/mini';
import { brand, publicBrand, returnOrigin, returnOriginSetting } from './brand.ts';
import { findDomain } from './email-address.ts';
import { builtInLanguages, type Language, language } from './fields.ts';
import { signInClient } from './hosted-sign-in/sign-in-client.ts';
import { ownWords } from './own-words.ts';
import { configuredPlan, publicPlan } from './plans.ts';

const key = z.string().check(z.minLength(1), z.maxLength(100));
const port = z.int().check(z.minimum(1), z.maximum(65535));

const permission = z.strictObject({
  /** Name by which calls ask for it, and members hold it. */
  key,
  /** Key into config/locales. */
  label: key,
  /** Every member holds it and cannot lose it; exactly one. */
  default: z.boolean(),
  /** Opens users, billing and settings. */
  admin: z.boolean(),
});

export const socialProviderNames = [
  'google',
  'microsoft',
  'facebook',
  'playGames',
  'gameCenter',
  'apple',
  'github',
  'twitter',
  'yahoo',
] as const;

/** Which have a button, once their keys are in the environment. */
const socialProviders = z.strictObject({
  google: z.boolean(),
  microsoft: z.boolean(),
  facebook: z.boolean(),
  playGames: z.boolean(),
  gameCenter: z.boolean(),
  apple: z.boolean(),
  github: z.boolean(),
  twitter: z.boolean(),
  yahoo: z.boolean(),
});

/** Rules for passwords; the hardened profile has no classes of letters. */
const passwordPolicy = z.strictObject({
  /** `hardened`: at least 8 characters, no classes, common passwords and the person's own address refused. */
  profile: z.enum(['default', 'hardened']),
  /** UTF-16 units, like the maximum. */
  minLength: z.int().check(z.minimum(6), z.maximum(30)),
  maxLength: z.int().check(z.minimum(30), z.maximum(4096)),
  requireLowercase: z.boolean(),
  requireUppercase: z.boolean(),
  requireNumeric: z.boolean(),
  requireNonAlphanumeric: z.boolean(),
});

/** How long a notice of success stands before its page leads on. */
const redirectDelays = z.strictObject({
  /** Milliseconds after a saved name, password or setting. */
  shortMs: z.int().check(z.minimum(0)),
  /** Milliseconds after a changed e-mail or a deleted account. */
  longMs: z.int().check(z.minimum(0)),
});

const emulator = z.strictObject({ port });

/** Whether the payment provider computes taxes by the buyer's address; `off` if it is left out. */
const tax = z.enum(['off', 'automatic']);

const cancelTime = z.enum(['now', 'period-end', 'ask']);

const changeTime = z.enum(['now', 'period-end']);

/** The public pages, `/` and `/pricing`. Texts are keys into config/locales. */
const front = z.strictObject({
  /** Headline of `/`, and the first words that search engines show; the product's name if it is left out. */
  taglineKey: z.optional(key),
  /** One or two sentences below it, for search engines and link previews too. */
  descriptionKey: z.optional(key),
  /** Questions of your own, after those that every product here answers. */
  answers: z._default(z.array(z.strictObject({ questionKey: key, answerKey: key })), []),
  /** At the foot of the pages: terms, privacy, a way to write to you. */
  links: z._default(
    z.array(
      z.strictObject({
        labelKey: key,
        url: z.string().check(z.regex(/^(https?:\/\/|mailto:)\S+$/), z.maxLength(2000)),
      }),
    ),
    [],
  ),
});

const membersSeeBilling = z.enum(['all', 'summary', 'none']);
const billingPhone = z.enum(['required', 'optional']);
const signUpPolicy = z.enum(['open', 'invited', 'closed']);

const signUpDomain = z
  .string()
  .check(
    z.refine(
      (written) => findDomain(written) !== undefined,
      'must be the domain of email addresses, such as acme.com.',
    ),
  );

/**
 * Codes of an authenticator app after the first factor: nobody can add one, everybody may, projects open to admin-level
 * members only with one, or to all members. A factor that somebody has is asked for in any case.
 */
const secondFactorPolicy = z.enum(['off', 'optional', 'admins', 'everyone']);

/** config/hearth.json: what an operator decides about the product. */
export const hearthConfig = z.strictObject({
  /** Name of the product on screen, in emails and on invoices. */
  productName: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Seller named on invoices of the sandbox; Stripe has its own. Without it they name the product. */
  seller: z.optional(
    z.strictObject({
      name: z.string().check(z.minLength(1), z.maxLength(100)),
      /** Lines of the address. */
      address: z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(6)),
    }),
  ),
  /** Look of the product, and its links to help and terms. */
  brand: z.optional(brand),
  /** Words that replace ours in all texts. */
  words: z.optional(ownWords),
  /** Tags of the languages that people may choose, English among them. One that is not `en` or `zh` has a folder in config/locales. */
  languages: z._default(z.array(language).check(z.minLength(1), z.maxLength(50)), [
    ...builtInLanguages,
  ]),
  /** Products that billing pages may lead back to, by `return_url`. */
  returnOrigins: z.optional(z.array(returnOriginSetting)),
  /** Origins of apps that a mailed sign-in link may lead to, beside PUBLIC_URL. */
  authorizedDomains: z._default(z.array(z.string()).check(z.maxLength(100)), []),
  /** `aud` of ID tokens and the SDK's project id. */
  projectId: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,29}$/)),
  /** Path segment of callables. */
  region: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  /** The plans, in the order in which screens show them. */
  plans: z.array(configuredPlan).check(z.minLength(1)),
  /** The permissions that a project gives to its members. */
  permissions: z.array(permission).check(z.minLength(1)),
  /** Shows visitors of `/` a page with the plans; without it they are led to sign-in. */
  landing: z._default(z.boolean(), false),
  front: z._default(front, { answers: [], links: [] }),
  socialProviders,
  passwordPolicy,
  /** Rules of the product about paying; the keys of the provider are in the environment. */
  payments: z._default(
    z.strictObject({
      /** Cards can be used with a verified address only, from the first one on. */
      verifiedEmailFirst: z._default(z.boolean(), false),
    }),
    { verifiedEmailFirst: false },
  ),
  /** Rules of buying and canceling. */
  billing: z._default(
    z.strictObject({
      /** When a canceled subscription ends: immediately, with its paid period, or as its owner chooses. */
      cancel: z._default(cancelTime, 'now'),
      /** Buyers can type a promotion code of the payment provider. */
      promotionCodes: z._default(z.boolean(), false),
      /** When a change to less takes effect: immediately, with credit for the unused time, or when the paid period ends. */
      downgrade: z.optional(
        z.strictObject({
          /** To a price that costs less per day, or to a free plan; `now` if it is left out. */
          cheaper: z.optional(changeTime),
          /** To a shorter period, as from a year to a month; `period-end` if it is left out. */
          shorter: z.optional(changeTime),
        }),
      ),
      tax: z.optional(tax),
    }),
    { cancel: 'now', promotionCodes: false },
  ),
  /** Unknown address and wrong password answer alike. */
  emailEnumerationProtection: z.boolean(),
  /**
   * Days until an account is removed that was never verified and not used after its first day; null keeps them all. An
   * email announces it a week before.
   */
  removeUnverifiedAfterDays: z._default(
    z.nullable(z.int().check(z.minimum(14), z.maximum(3650))),
    null,
  ),
  /** Rules for everybody who signs up. */
  policy: z._default(
    z.strictObject({
      /** Projects on free plans that one account may own at a time; null for any number. */
      freeProjects: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))), 10),
      /** Members who are not admin-level see all of a project's billing, its summary without invoices and spending, or nothing of it. */
      membersSeeBilling: z._default(membersSeeBilling, 'all'),
      /** Whether billing details need a phone number. */
      phone: z._default(billingPhone, 'required'),
      secondFactor: z._default(secondFactorPolicy, 'optional'),
      /** People may sign in with a link or a code that is mailed to them. */
      emailSignIn: z._default(z.boolean(), false),
      /** Who may create an account: everybody, addresses with an open invitation, or only those that an operator invites. */
      signUp: z._default(signUpPolicy, 'open'),
      /**
       * Domains of the addresses that may create an account or become that of one; all, if there are none. Subdomains
       * are other domains. An operator's invitation counts for any domain.
       */
      signUpDomains: z._default(z.array(signUpDomain).check(z.maxLength(1000)), []),
      /**
       * A refund, or time free of charge, worth more than that needs a second operator; what was given to the project in the
       * day before counts with it. By currency, in whole units. A currency that is left out has no limit.
       */
      secondOperatorAbove: z._default(
        z.record(z.string().check(z.regex(/^[a-z]{3}$/)), z.number().check(z.nonnegative())),
        {},
      ),
      /**
       * Administrators among the operators may see the product as a person does, for fifteen minutes and without changing
       * anything. The person and the owners of their projects get an email each time.
       */
      operatorsSeeAsPerson: z._default(z.boolean(), false),
    }),
    {
      freeProjects: 10,
      membersSeeBilling: 'all',
      phone: 'required',
      secondFactor: 'optional',
      emailSignIn: false,
      signUp: 'open',
      signUpDomains: [],
      secondOperatorAbove: {},
      operatorsSeeAsPerson: false,
    },
  ),
  /** How long people stay signed in. */
  sessions: z.strictObject({
    /** Days without use after which a session ends. */
    idleDays: z.int().check(z.minimum(1), z.maximum(365)),
    /** Days after which any session ends. */
    absoluteDays: z.int().check(z.minimum(1), z.maximum(3650)),
  }),
  redirectDelays,
  /** Front ends on other origins that people sign in to here, by OpenID Connect. */
  clients: z._default(z.array(signInClient).check(z.maxLength(50)), []),
  /** A port each for programs that expect Firebase's emulators. */
  emulators: z.strictObject({
    enabled: z.boolean(),
    auth: emulator,
    database: emulator,
    functions: emulator,
    hosting: emulator,
  }),
});

export type HearthConfig = z.infer<typeof hearthConfig>;

/** Texts that the configuration names, by language and key. */
export type ConfiguredTexts = Readonly<Record<Language, Readonly<Record<string, string>>>>;

/** A text that the configuration names: English where the language has none. */
export function findText(
  texts: ConfiguredTexts,
  language: Language,
  key: string,
): string | undefined {
  return texts[language]?.[key] ?? texts.en?.[key];
}

/** The part of the configuration that every visitor may read, in the page and at /config.json. */
export const publicConfig = z.object({
  /** Whether the pages below /dev are served. */
  localMode: z.boolean(),
  productName: z.string(),
  brand: z.optional(publicBrand),
  words: z.optional(ownWords),
  /** Languages that people may choose, by tag, each named in itself; left out if they are English and Chinese. */
  languages: z.optional(z.record(language, z.string())),
  /** Versions of the words of languages that have a folder; left out if there are none. */
  wordVersions: z.optional(z.record(language, z.string())),
  /** Products that billing pages may lead back to. */
  returnOrigins: z.optional(z.array(returnOrigin)),
  projectId: z.string(),
  region: z.string(),
  apiKey: z.string(),
  plans: z.array(publicPlan),
  permissions: z.array(permission),
  landing: z.boolean(),
  front,
  payments: z.object({
    /** Service that takes the money; `none` if there is none. */
    provider: z.enum(['stripe', 'sandbox', 'none']),
    /** False if no provider is set or its keys are wrong: no paid plan is sold, and running subscriptions go on. */
    selling: z.boolean(),
    /** For Stripe's script; empty otherwise. */
    publishableKey: z.string(),
  }),
  billing: z.object({
    /** When a canceled subscription ends: immediately, with its paid period, or as its owner chooses. */
    cancel: cancelTime,
    /** Whether a purchase takes promotion codes. */
    promotionCodes: z.boolean(),
    tax: z.optional(tax),
  }),
  /** Left out if it is `all`. */
  membersSeeBilling: z.optional(membersSeeBilling),
  /** Phone of billing details; left out if it is required. */
  phone: z.optional(billingPhone),
  /** Who needs a second factor; left out if nobody does but everybody may have one. */
  secondFactor: z.optional(secondFactorPolicy),
  /** Whether a link or a code can be mailed to sign in with; left out if not. */
  emailSignIn: z.optional(z.literal(true)),
  /** Who may create an account; left out if it is `open`. */
  signUp: z.optional(signUpPolicy),
  /** Origin of pages that may use passkeys; left out if none may. */
  passkeyOrigin: z.optional(z.string()),
  /** Enabled providers only. */
  socialProviders: z.array(z.enum(socialProviderNames)),
  passwordPolicy,
  redirectDelays,
  texts: z.record(language, z.record(z.string(), z.string())),
});

export type PublicConfig = z.infer<typeof publicConfig>;
export type Permission = z.infer<typeof permission>;
