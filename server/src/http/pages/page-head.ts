import { findText, formatMoney, type Language, toMinorUnits } from '@hearth/contract';
import type { Config } from '../../config/config.ts';
import { fillText, pageWordsIn } from '../../config/languages/index.ts';
import { linkHomeIcon, listIcons } from './brand-head.ts';

type Described = Pick<Config, 'product' | 'brand' | 'publicUrl' | 'texts' | 'otherLanguages'>;
type Plan = Described['product']['plans'][number];

/** Pages that search engines may list; all others show what is a person's own, or lead to sign-in. */
const listed = ['/', '/pricing', '/signin', '/signup', '/reset-password'] as const;

type Listed = (typeof listed)[number];

export interface PageText {
  /** Elements for the page's head. */
  readonly head: string;
  /** Shown by a browser without JavaScript. */
  readonly withoutScript: string;
}

const keep = ({ brand }: Described) =>
  `<link rel="manifest" href="/manifest.webmanifest">${linkHomeIcon(brand)}`;

/** For people with a session; search engines and programs that preview links have none. */
export function namePage(config: Described): PageText {
  const title = `<title>${escapeHtml(config.product.productName)}</title>`;
  return { head: title + keep(config), withoutScript: '' };
}

/** Says what the page at an address is, to those who run no JavaScript. */
export function describePage(path: string, language: Language, config: Described): PageText {
  const address = toListed(path, config);
  const { title, description } = wordPage(address, language, config);
  const { publicUrl } = config;
  const { productName } = config.product;
  const preview: Readonly<Record<string, string>> = {
    'og:type': 'website',
    'og:site_name': productName,
    'og:title': title ?? productName,
    'og:description': description,
    'og:locale': localeOf(language),
    // The addresses of all other pages may hold secrets.
    ...(address && { 'og:url': `${publicUrl}${address}` }),
    'og:image': `${publicUrl}/social-preview.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': productName,
  };
  const head = [
    `<title>${escapeHtml(title ? `${title} · ${productName}` : productName)}</title>`,
    meta('name', 'description', description),
    address
      ? `<link rel="canonical" href="${escapeHtml(publicUrl + address)}">`
      : meta('name', 'robots', 'noindex'),
    keep(config),
    ...Object.entries(preview).map(([name, content]) => meta('property', name, content)),
    meta('name', 'twitter:card', 'summary_large_image'),
  ].join('');
  const sentence = fillText(wordsIn(language, config).needsScript, { name: productName }, language);
  return { head, withoutScript: `<noscript><p>${escapeHtml(sentence)}</p></noscript>` };
}

/** Tells a phone how to keep the product on its home screen. */
export function describeProduct({ product, brand }: Described) {
  return {
    name: product.productName,
    short_name: product.productName,
    start_url: '/dashboard',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#faf9f7',
    theme_color: '#faf9f7',
    icons: listIcons(brand),
  };
}

function toListed(path: string, { product }: Described): Listed | undefined {
  const address = path === '/' && !product.landing ? '/signin' : path;
  return listed.find((one) => one === address);
}

interface Words {
  /** Left out if the product's name is the title. */
  readonly title?: string | undefined;
  readonly description: string;
}

function wordPage(address: Listed | undefined, language: Language, config: Described): Words {
  const { taglineKey, descriptionKey } = config.product.front;
  const { titles, description } = wordsIn(language, config);
  switch (address) {
    case '/':
      return {
        title: textOf(taglineKey, language, config),
        description: textOf(descriptionKey, language, config) ?? listPrices(language, config),
      };
    case '/pricing':
      return { title: titles[address], description: listPrices(language, config) };
    case undefined:
      return { description };
    default:
      return { title: titles[address], description };
  }
}

function textOf(key: string | undefined, language: Language, { texts }: Described) {
  return key === undefined ? undefined : findText(texts, language, key);
}

function wordsIn(language: Language, { otherLanguages }: Described) {
  return pageWordsIn(language, otherLanguages).page;
}

/** `zh_CN`, `de_DE`: the tag with the region where most read it. */
function localeOf(language: Language): string {
  const likely = new Intl.Locale(language).maximize();
  return `${likely.language}_${likely.region}`;
}

function listPrices(language: Language, config: Described): string {
  const words = wordsIn(language, config);
  const prices = offered(config).map((plan) => pricePlan(plan, language, config));
  const values = { name: config.product.productName, plans: prices.join(words.separator) };
  return fillText(words.pricing, values, language);
}

function offered({ product }: Described): readonly Plan[] {
  return product.plans.filter(({ legacy }) => !legacy);
}

/** `Pro $40.00 per month or $400.00 per year`: the prices in the plan's first currency, which stands for the others. */
function pricePlan({ titleKey, ...plan }: Plan, language: Language, config: Described) {
  const words = wordsIn(language, config);
  const prices = plan.prices.filter(({ legacy }) => !legacy);
  const currency = prices[0]?.currency;
  const shown = prices.filter((price) => price.currency === currency);
  const texts = shown.map(({ frequency, ...price }) =>
    fillText(words.price[frequency], { price: formatMoney(toMinorUnits(price)) }, language),
  );
  const title = textOf(titleKey, language, config) ?? titleKey;
  return fillText(words.plan, { title, prices: texts.join(words.alternative) }, language);
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
