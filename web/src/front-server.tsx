import type { DrawFront, FrontVisit, Language, PublicConfig } from '@hearth/contract';
import type { i18n as I18n } from 'i18next';
import { prerender } from 'react-dom/static';
import { I18nextProvider } from 'react-i18next';
import { StaticRouter } from 'react-router';
import { LandingPage, PricingPage } from './features/front/front-pages.ts';
import { ApiProvider } from './shared/api/index.ts';
import { ConfigProvider } from './shared/config/index.ts';
import { createI18n } from './shared/i18n/create-i18n.ts';
import { writeIn } from './shared/i18n/format.ts';
import { front as enFront } from './shared/i18n/locales/en/front.ts';
import { publicWords as enPublic } from './shared/i18n/locales/en/public.ts';
import { front as zhFront } from './shared/i18n/locales/zh/front.ts';
import * as chinese from './shared/i18n/locales/zh/public.ts';
import { writeOwnWords } from './shared/i18n/own-words.ts';
import { currenciesOf, frequenciesOf } from './shared/plans/prices.ts';
import { visitorCurrency } from './shared/plans/visitor-currency.ts';
import { type Session, SessionContext } from './shared/session/session-provider.tsx';

const screens = { '/': LandingPage, '/pricing': PricingPage };

const builtIn: Readonly<Record<Language, object>> = {
  en: { ...enPublic, front: enFront },
  zh: { ...chinese.publicWords, front: zhFront },
};

/** The pages about the product as a visitor sees them, for the server to send. Each is drawn once for a configuration. */
export const drawFront: DrawFront = (config, visit) => {
  const pages = drawn.get(config) ?? new Map<string, Promise<string>>();
  drawn.set(config, pages);
  const shown = { ...visit, search: keepPrices(config, visit) };
  const key = [shown.path, shown.search, shown.language].join(' ');
  const known = pages.get(key);
  if (known) {
    return known;
  }
  const page = drawAfter(last, config, shown);
  pages.set(key, page);
  last = page;
  // The next visit draws it again.
  page.catch(() => pages.delete(key));
  return page;
};

/** Pages are drawn one after another, since the language of one changes how all sums are written. */
let last: Promise<unknown> = Promise.resolve();

async function drawAfter(
  before: Promise<unknown>,
  config: PublicConfig,
  visit: FrontVisit,
): Promise<string> {
  await before.catch(() => undefined);
  writeIn(visit.language);
  return draw(config, visit);
}

const drawn = new WeakMap<PublicConfig, Map<string, Promise<string>>>();

/** The query with no more in it than a choice that there is, so that visitors cannot have more pages drawn than that. */
function keepPrices({ plans }: PublicConfig, { search, locale }: FrontVisit): string {
  const asked = new URLSearchParams(search);
  const offered = plans.filter(({ legacy }) => !legacy);
  const currencies = currenciesOf(offered);
  const currency =
    currencies.find((one) => one === asked.get('currency')) ??
    visitorCurrency(currencies, locale ?? '');
  const frequency = frequenciesOf(offered, currency).find((one) => one === asked.get('frequency'));
  const kept = new URLSearchParams({
    ...(frequency && { frequency }),
    ...(currency && { currency }),
  }).toString();
  return kept && `?${kept}`;
}

async function draw(config: PublicConfig, visit: FrontVisit): Promise<string> {
  const { path, search } = visit;
  const Screen = screens[path];
  const { prelude } = await prerender(
    <I18nextProvider i18n={await speak(visit, config)}>
      <ConfigProvider config={config}>
        <SessionContext value={visitor}>
          <ApiProvider api={{ call: refuse, download: refuse }}>
            <StaticRouter location={path + search}>
              <Screen />
            </StaticRouter>
          </ApiProvider>
        </SessionContext>
      </ConfigProvider>
    </I18nextProvider>,
    // Parts that come later would need a script to put them into their places.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

function speak(
  { language, words }: FrontVisit,
  { words: ownWords, productName }: PublicConfig,
): Promise<I18n> {
  const ours = builtIn[language] ?? {};
  const said = ownWords ? writeOwnWords(ours, language, ownWords) : ours;
  return createI18n({
    language,
    words: words ?? said,
    productName,
    chinese: () => chinese,
  });
}

const refuse = async () => {
  throw new Error('Nobody acts on a page that is only drawn.');
};

const visitor: Session = {
  status: 'signed-out',
  reason: 'nobody',
  signIn: refuse,
  signUp: refuse,
  signOut: refuse,
  reload: refuse,
  takeOver: refuse,
  join: refuse,
  takeEntry: () => undefined,
};
