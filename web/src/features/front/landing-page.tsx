import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatMoney } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Drawing } from '../../shared/ui/drawing.tsx';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';
import { Answers } from './answers.tsx';
import { FrontFrame, largeTitle } from './front-frame.tsx';
import { type Offers, useOfferedPlans } from './offers.ts';
import { PlanOffers } from './plan-offers.tsx';
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
      <Facts />
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
      <Scene offers={offers} />
    </section>
  );
}

const large = 'w-auto! px-5!';

const float =
  'absolute flex items-center gap-2.5 rounded-card border border-line bg-surface px-3.5 py-3 text-small shadow-pop';

/** A fire, and the plan that most people take. It repeats what the plans below say, so it is silent. */
function Scene({ offers }: OffersProps) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const plans = useOfferedPlans();
  const plan = plans.find(({ popular }) => popular) ?? plans[0];
  const price = plan && offers.priceOf(plan);

  return (
    <div
      aria-hidden="true"
      className="relative grid min-h-[300px] items-end justify-items-center overflow-hidden rounded-[20px] border border-line bg-[radial-gradient(70%_80%_at_50%_82%,var(--fire-glow),var(--accent-soft)_60%,var(--sunken)_120%)] md:min-h-[380px]"
    >
      <Drawing name="hearth" className="-mb-0.5 h-auto! w-[190px]! md:w-[290px]!" />
      {price && (
        <>
          <div className={classNames(float, 'top-6 left-5 max-w-[70%]')}>
            <span className="grid size-8 shrink-0 place-items-center rounded-control bg-accent-soft font-card text-accent">
              {configuredText(plan.titleKey).slice(0, 1)}
            </span>
            <span className="grid min-w-0">
              <span className="truncate font-card">{configuredText(plan.titleKey)}</span>
              <span className="text-ink-2">
                {plan.seats === null
                  ? t('front.anyPeople')
                  : t('front.people', { count: plan.seats })}
              </span>
            </span>
          </div>
          <div className={classNames(float, 'top-[106px] right-5 items-baseline! tabular-nums')}>
            <span className="text-[1.0625rem] font-card">
              {formatMoney(price.amount, price.currency)}
            </span>
            <span className="text-ink-2">{t(`front.pricing.per.${price.frequency}`)}</span>
          </div>
        </>
      )}
    </div>
  );
}

const topics = ['people', 'plan', 'data'] as const;

function Facts() {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-x-8 gap-y-5 border-y border-line py-9 md:grid-cols-3">
      {topics.map((topic) => (
        <li key={topic} className="grid content-start gap-1.5">
          <h2 className="text-card font-card">{t(`front.facts.${topic}Title`)}</h2>
          <p className="text-ink-2">{t(`front.facts.${topic}`)}</p>
        </li>
      ))}
    </ul>
  );
}
