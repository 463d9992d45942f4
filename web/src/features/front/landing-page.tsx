import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatCount, formatMoney } from '../../shared/i18n/format.ts';
import { paths } from '../../shared/paths.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';
import { Answers } from './answers.tsx';
import { FrontFrame, largeTitle } from './front-frame.tsx';
import { Comparison, Showcase } from './lower-parts.ts';
import { type Offers, useOfferedPlans } from './offers.ts';
import { PlanOffers } from './plan-offers.tsx';
import { SentPart } from './sent-part.tsx';
import { WithOffers } from './with-offers.tsx';

/** First page of visitors, made from the configuration. */
export function LandingPage() {
  return <WithOffers>{(offers) => <Landing offers={offers} />}</WithOffers>;
}

interface OffersProps {
  readonly offers: Offers;
}

function Landing({ offers }: OffersProps) {
  const { t } = useTranslation();

  return (
    <FrontFrame>
      <Hero offers={offers} />
      <SentPart name="showcase" shown={offers.shown}>
        <Showcase offers={offers} />
      </SentPart>
      <section aria-labelledby="plans" className="grid gap-6 py-16">
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          <div className="grid min-w-0 flex-[1_1_300px] gap-1.5">
            <h2 id="plans" className="text-[1.75rem]/[2.25rem] font-title tracking-tight">
              {t('front.plans')}
            </h2>
            <p className="text-ink-2">{t('front.pricing.sub')}</p>
          </div>
          {offers.control}
        </div>
        <PlanOffers offers={offers} heading="h3" />
        <SentPart name="comparison">
          <Comparison />
        </SentPart>
      </section>
      <Answers />
    </FrontFrame>
  );
}

function Hero({ offers }: OffersProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { productName, front, signUp } = useConfig();
  const isClosed = signUp === 'closed';
  const free = useOfferedPlans().find((plan) => plan.free);
  const tagline = front.taglineKey === undefined ? productName : configuredText(front.taglineKey);
  usePageTitle(tagline);

  return (
    <section className="grid items-center gap-x-12 gap-y-8 pt-4 pb-11 sm:pt-10 sm:pb-[72px] md:grid-cols-[1.05fr_1fr]">
      <div className="grid gap-5">
        <PageTitle className={largeTitle}>{tagline}</PageTitle>
        {front.descriptionKey !== undefined && (
          <p className="max-w-[42ch] text-[1rem]/[1.5625rem] text-ink-2 sm:text-[1.125rem]/[1.75rem]">
            {configuredText(front.descriptionKey)}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {!isClosed && (
            <Link
              to={paths.signUp}
              className={classNames(buttonStyle({ variant: 'primary', size: 'wide' }), large)}
            >
              {t('front.createAccount')}
            </Link>
          )}
          <Link
            to={paths.signIn}
            className={classNames(
              buttonStyle({ variant: isClosed ? 'primary' : 'secondary', size: 'wide' }),
              large,
            )}
          >
            {t('auth.signIn.submit')}
          </Link>
        </div>
        {free && (
          <p className="text-small text-ink-2">
            {free.seats === null ? t('front.freeForAll') : t('front.free', { count: free.seats })}
          </p>
        )}
      </div>
      <Miniature offers={offers} />
    </section>
  );
}

const large = 'w-auto! px-5!';

/** A card of the product with the founder's own plan in it, so that visitors see what they would get. */
function Miniature({ offers }: OffersProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const plans = useOfferedPlans();
  const plan = plans.find(({ popular }) => popular) ?? plans[0];
  const price = plan && offers.priceOf(plan);

  if (!price) {
    return null;
  }
  const title = configuredText(plan.titleKey);
  const sum = formatMoney(price.amount, price.currency);
  const used = plan.seats === null ? 7 : Math.ceil(plan.seats / 3);
  return (
    <div
      role="img"
      aria-label={t('front.example.alt', { plan: title, price: sum })}
      className="grid gap-3 rounded-[20px] border border-line bg-[radial-gradient(80%_80%_at_50%_100%,var(--accent-soft),var(--sunken)_120%)] p-4 sm:p-8"
    >
      <span className="text-small text-ink-2">{t('front.example.label')}</span>
      <Card className="grid gap-5 p-5 shadow-pop!">
        <div className="flex items-center gap-3">
          <span className="hue-1 grid size-9 shrink-0 place-items-center rounded-control font-card">
            A
          </span>
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-card">Acme Analytics</span>
            <span className="truncate text-small text-ink-2">{title}</span>
          </span>
          <Badge tone="good">{t('front.example.active')}</Badge>
        </div>
        <div className="grid grid-cols-2 gap-4 border-y border-line py-5 tabular-nums">
          <Figure label={t('front.example.next')} value={sum}>
            {t(`front.pricing.per.${price.frequency}`)}
          </Figure>
          <Figure
            label={t('front.example.seats')}
            value={
              plan.seats === null
                ? formatCount(used)
                : t('front.example.taken', { used, count: plan.seats })
            }
          />
        </div>
        <span className="text-small text-ink-2 tabular-nums">Visa ·· 4242</span>
      </Card>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** In smaller letters below. */
  readonly children?: string;
}

function Figure({ label, value, children }: FigureProps) {
  return (
    <span className="grid min-w-0 content-start gap-0.5">
      <span className="text-small text-ink-2">{label}</span>
      <span className="text-figure font-title tracking-tight">{value}</span>
      {children && <span className="text-small text-ink-2">{children}</span>}
    </span>
  );
}
