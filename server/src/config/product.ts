import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  builtInLanguages,
  type ConfiguredTexts,
  type Entry,
  type HearthConfig,
  hearthConfig,
  isChargeable,
  type Language,
  priceDigits,
  sayOwnWords,
  wire,
} from '@hearth/contract';
import * as z from 'zod/mini';
import { mailTextFaults } from '../modules/mail/index.ts';
import { type AppReading, limitFaults, limitLabels } from './app-settings.ts';
import { brandFaults, resolveBrandFiles } from './brand.ts';
import { clientFaults } from './clients.ts';
import {
  completeLanguage,
  type OtherLanguage,
  readEnglishScreens,
  readLanguageFolder,
} from './languages/language-folder.ts';
import { parseInto, sourceOf } from './parse-into.ts';
import { originFaults, returnOriginFaults } from './return-origins.ts';

type Price = HearthConfig['plans'][number]['prices'][number];

export interface ProductReading {
  readonly settings: HearthConfig | undefined;
  readonly texts: ConfiguredTexts;
  /** Languages beside English and Chinese that are switched on. */
  readonly otherLanguages: Readonly<Record<Language, OtherLanguage>>;
  /** Folders with texts, each over those before it. */
  readonly localeFolders: readonly string[];
  readonly faults: readonly string[];
}

const shippedTexts = fileURLToPath(new URL('../../../config/locales', import.meta.url));

export const builtWeb = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/**
 * Reads config/hearth.json and its locales, and collects all faults. A setting in app/config/hearth.json replaces the
 * same one; texts are added. English words of the screens come from the built web.
 */
export function readProduct(
  file: string,
  { web = builtWeb, app }: { readonly web?: string; readonly app?: AppReading | undefined } = {},
): ProductReading {
  const faults: string[] = [];
  const own = app && join(app.config, 'hearth.json');
  const parsed = parseInto(file, hearthConfig, faults, own);
  const settings = parsed && resolveBrandFiles(parsed, dirname(sourceOf('brand', file, own)));
  const beside = join(dirname(file), 'locales');
  const locales = existsSync(beside) ? beside : shippedTexts;
  const ownLocales = app && join(app.config, 'locales');
  const languages = parsed?.languages ?? builtInLanguages;
  const compiled = builtInLanguages.filter((one) => one === 'en' || languages.includes(one));
  const read = readTexts(compiled, { folder: locales, added: ownLocales }, faults);
  const builtIn = nameProjects(read, parsed?.words);
  const others = languages.filter((one) => !compiled.some((each) => each === one));
  const localeFolders = [...new Set([shippedTexts, locales, ownLocales ?? locales])];
  const hasSupport = !parsed || parsed.brand?.support !== undefined;
  const otherLanguages = readOthers(others, {
    folders: localeFolders,
    english: builtIn.en ?? {},
    web,
    words: parsed?.words,
    faults,
  });
  const translated = Object.entries(otherLanguages).map(([one, each]) => [one, each.texts]);
  const texts: ConfiguredTexts = { ...builtIn, ...Object.fromEntries(translated) };
  faults.push(...mailFaults(builtIn, { hasSupport, folder: locales, added: ownLocales }));
  if (settings) {
    const wrong = [
      ...settingFaults(settings, app?.contract.calls),
      ...limitFaults(settings, app?.contract.limits),
      ...clientFaults(settings),
    ];
    // Each begins with the setting that it is about.
    const placeOf = (fault: string) => sourceOf(/^\w+/.exec(fault)?.[0] ?? '', file, own);
    faults.push(...wrong.map((fault) => `${placeOf(fault)}: ${fault}`));
    const folderOf = (setting: string) =>
      ownLocales && sourceOf(setting, file, own) === own ? ownLocales : locales;
    const named = Object.entries(namedTexts(settings)).map(
      ([setting, keys]) => [folderOf(setting), keys] as const,
    );
    const labels = ownLocales ? [[ownLocales, limitLabels(app.contract)] as const] : [];
    faults.push(...textFaults([...labels, ...named], builtIn));
  }
  return {
    settings: settings && withProfile(settings),
    texts,
    otherLanguages,
    localeFolders,
    faults,
  };
}

const hardenedLength = 8;

/** Turns the profile into rules, so that all other code reads rules only. */
function withProfile(settings: HearthConfig): HearthConfig {
  const { passwordPolicy } = settings;
  if (passwordPolicy.profile === 'default') {
    return settings;
  }
  return {
    ...settings,
    passwordPolicy: {
      ...passwordPolicy,
      minLength: Math.max(passwordPolicy.minLength, hardenedLength),
      requireLowercase: false,
      requireUppercase: false,
      requireNumeric: false,
      requireNonAlphanumeric: false,
    },
  };
}

/** Adds the second folder's texts; they replace equal keys of the first. */
function readTexts(
  languages: readonly Language[],
  { folder, added }: { readonly folder: string; readonly added: string | undefined },
  faults: string[],
): ConfiguredTexts {
  const schema = z.record(z.string(), z.string());
  const texts = languages.map((language): [Language, Record<string, string>] => {
    const own = added && join(added, `${language}.json`);
    return [language, parseInto(join(folder, `${language}.json`), schema, faults, own) ?? {}];
  });
  return Object.fromEntries(texts);
}

interface OtherReading {
  readonly folders: readonly string[];
  /** Texts that the configuration names. */
  readonly english: Readonly<Record<string, string>>;
  /** Folder of the built web. */
  readonly web: string;
  readonly words: HearthConfig['words'];
  readonly faults: string[];
}

function readOthers(
  languages: readonly Language[],
  { folders, english, web, words, faults }: OtherReading,
): Readonly<Record<Language, OtherLanguage>> {
  const screens = languages.length > 0 ? readEnglishScreens(web) : {};
  if (!screens) {
    faults.push(
      `languages: ${languages.join(', ')} can be checked once the web is built. Run: npm run build`,
    );
    return {};
  }
  const inEnglish = { screens, texts: english };
  const complete = languages.flatMap((language) => {
    const own = readLanguageFolder(language, folders, inEnglish, faults);
    if (!own) {
      faults.push(`languages: \`${language}\` has no folder ${join(shippedTexts, language)}.`);
      return [];
    }
    return [[language, completeLanguage(language, own, inEnglish, words)] as const];
  });
  return Object.fromEntries(complete);
}

interface MailTexts {
  /** Whether there is an address for questions. */
  readonly hasSupport: boolean;
  readonly folder: string;
  readonly added: string | undefined;
}

/** Texts of emails that no email could use, with the file that each is in. */
function mailFaults(texts: ConfiguredTexts, { hasSupport, folder, added }: MailTexts): string[] {
  return Object.entries(texts).flatMap(([language, said]) => {
    const file = join(folder, `${language}.json`);
    const own = added && join(added, `${language}.json`);
    return mailTextFaults(said, { hasSupport }).map(
      ({ key, fault }) => `${sourceOf(key, file, own)}: the text \`${key}\`: ${fault}`,
    );
  });
}

/** Texts of the configuration are the operator's own, so only what they put in braces is our word for a project. */
function nameProjects(texts: ConfiguredTexts, words: HearthConfig['words']): ConfiguredTexts {
  const named = Object.entries(texts).map(([language, own]) => {
    const say = (text: string) => (words ? sayOwnWords(text, language, words) : text);
    const entries = Object.entries(own).map(([key, text]) => [
      key,
      text.replace(/\{\{((?:a )?projects?|项目)\}\}/gi, (_braces, word: string) => say(word)),
    ]);
    return [language, Object.fromEntries(entries)];
  });
  return Object.fromEntries(named);
}

function settingFaults(
  settings: HearthConfig,
  calls: AppReading['contract']['calls'] = {},
): string[] {
  const { plans, permissions, languages, billing, returnOrigins, authorizedDomains, brand } =
    settings;
  const keys = permissions.map((permission) => permission.key);
  const ids = plans.map((plan) => plan.id);
  const rules: [broken: boolean, sentence: string][] = [
    [new Set(ids).size !== ids.length, 'plans: two plans have the same id.'],
    [new Set(keys).size !== keys.length, 'permissions: two permissions have the same key.'],
    [
      permissions.filter((permission) => permission.default).length !== 1,
      'permissions: exactly one must be the default.',
    ],
    [!permissions.some((permission) => permission.admin), 'permissions: none is admin-level.'],
    [!languages.includes('en'), 'languages: `en` is missing, which stands for missing texts.'],
    [new Set(languages).size !== languages.length, 'languages: a tag is there twice.'],
    [keys.includes('owner'), 'permissions: `owner` is not a permission key.'],
    [
      plans.some(({ free, prices }) => free !== prices.every(({ price }) => price === 0)),
      'plans: a plan is free exactly when all its prices are 0.',
    ],
  ];
  return [
    ...rules.filter(([broken]) => broken).map(([, sentence]) => sentence),
    ...plans.flatMap(priceFaults),
    ...(billing.tax === 'automatic' ? plans.flatMap(taxFaults) : []),
    ...missingFreePrices(plans),
    ...repeatedPrices(plans),
    ...unknownPermissionKeys(keys, calls),
    ...returnOriginFaults({ returnOrigins }),
    ...originFaults('authorizedDomains', authorizedDomains),
    ...brandFaults(brand),
  ];
}

/** Frequency and currency name a price of its plan. Only a free plan may ask for no card, so it cannot cost something elsewhere. */
function priceFaults({ id, prices, ...plan }: HearthConfig['plans'][number]): string[] {
  const names = prices.map(({ frequency, currency }) => `per ${frequency} in ${currency}`);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  const free = prices.filter(({ price }) => price === 0).length;
  return [
    ...[...repeated].map((name) => `plans: \`${id}\` has two prices ${name}.`),
    ...prices.filter((price) => !isChargeable(price)).map((price) => tooFine(id, price)),
    ...(free > 0 && free < prices.length
      ? [`plans: some prices of \`${id}\` are 0 and others are not.`]
      : []),
    ...(prices.length > 0 && prices.every(({ legacy }) => legacy)
      ? [`plans: every price of \`${id}\` is legacy. Set \`legacy\` of the plan instead.`]
      : []),
    ...(plan.trial && (plan.free || plan.legacy)
      ? [
          `plans: \`${id}\` has a \`trial\`, which only a plan has that costs something and is offered.`,
        ]
      : []),
  ];
}

function tooFine(id: string, { price, currency, frequency }: Price): string {
  const digits = priceDigits(currency);
  const allowed = digits === 0 ? 'no digits' : `at most ${digits} digits`;
  return `plans: \`${id}\` costs ${price} ${currency} per ${frequency}, which Stripe cannot charge: a price in ${currency} has ${allowed} after the point, and at most 12 digits in its smallest unit.`;
}

/** Stripe computes no tax for a price of which it does not know whether the tax is a part, and none without an address. */
function taxFaults({ id, prices, trial }: HearthConfig['plans'][number]): string[] {
  const isPlaceUnknown = trial?.card === false;
  const unknown = `plans: \`billing.tax\` is \`automatic\`, and the trial of \`${id}\` begins without a card, so without an address by which taxes could be computed. Set \`trial.card\` to true, or \`billing.tax\` to \`off\`.`;
  const unsaid = prices
    .filter(({ price, tax }) => price > 0 && tax === undefined)
    .map(
      ({ frequency, currency }) =>
        `plans: \`billing.tax\` is \`automatic\`, so the price of \`${id}\` per ${frequency} in ${currency} has to say \`tax\`: \`exclusive\` where tax is added to it, \`inclusive\` where it is a part of it.`,
    );
  return isPlaceUnknown ? [...unsaid, unknown] : unsaid;
}

/** A running subscription keeps its currency, so without such a price it could never go back to the free plan. */
function missingFreePrices(plans: HearthConfig['plans']): string[] {
  const currenciesOf = (plan: HearthConfig['plans'][number]) =>
    plan.prices.map(({ currency }) => currency);
  const offeredIn = (plan: HearthConfig['plans'][number]) =>
    plan.prices.filter(({ legacy }) => !legacy).map(({ currency }) => currency);
  const paid = new Set(plans.filter(({ free }) => !free).flatMap(currenciesOf));
  return plans
    .filter(({ free, legacy }) => free && !legacy)
    .flatMap((plan) =>
      [...paid]
        .filter((currency) => !offeredIn(plan).includes(currency))
        .map((currency) => `plans: \`${plan.id}\` has no price in ${currency}, which others have.`),
    );
}

/** A price id says which plan and price a subscriber is on, so it may be in one list only. */
function repeatedPrices(plans: HearthConfig['plans']): string[] {
  const ids = plans.flatMap(({ prices }) =>
    prices.flatMap(({ priceIds, retired }) => [priceIds, ...retired].flat()),
  );
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...repeated].map((id) => `plans: the price id \`${id}\` is there more than once.`);
}

/** Calls may ask for permission keys by name; the configuration must have them. */
function unknownPermissionKeys(
  keys: readonly string[],
  calls: AppReading['contract']['calls'],
): string[] {
  const entries = [...Object.values(wire), calls].flatMap((dialect) =>
    Object.entries<Entry>(dialect),
  );
  return entries.flatMap(([name, { access }]) =>
    'keys' in access
      ? access.keys
          .filter((key) => !keys.includes(key))
          .map((key) => `permissions: ${name} asks for \`${key}\`, which does not exist.`)
      : [],
  );
}

/** Texts that each setting names. */
function namedTexts({ plans, permissions, front }: HearthConfig) {
  return {
    plans: plans.flatMap((plan) => [plan.titleKey, ...plan.descriptionKeys]),
    permissions: permissions.map((permission) => permission.label),
    front: [
      ...[front.taglineKey, front.descriptionKey].filter((key) => key !== undefined),
      ...front.answers.flatMap(({ questionKey, answerKey }) => [questionKey, answerKey]),
      ...front.links.map(({ labelKey }) => labelKey),
    ],
  };
}

/** Keys without a text, by the folder that should have it. */
function textFaults(
  wanted: readonly (readonly [folder: string, keys: readonly string[]])[],
  texts: ConfiguredTexts,
): string[] {
  return Object.entries(texts).flatMap(([language, own]) =>
    wanted.flatMap(([folder, keys]) =>
      keys
        .filter((key) => own[key] === undefined)
        .map((key) => `${join(folder, `${language}.json`)}: the text \`${key}\` is missing.`),
    ),
  );
}
