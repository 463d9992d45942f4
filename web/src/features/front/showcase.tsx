import type { PublicPlan, PublicPrice } from '@hearth/contract';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatMoney } from '../../shared/i18n/index.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { type Offers, useOfferedPlans } from './offers.ts';
import { useFrontPartsWords } from './use-front-parts-words.ts';

interface ShowcaseProps {
  readonly offers: Offers;
}

/** Shows the product in pictures with the founder's own plans. If nothing costs anything, only people are shown. */
export function Showcase({ offers }: ShowcaseProps) {
  useFrontPartsWords();
  const { t } = useTranslation();
  const paid = useOfferedPlans().filter(({ free }) => !free);
  const plan = paid.find(({ popular }) => popular) ?? paid[0];
  const price = plan && offers.priceOf(plan);
  const upgrade = findUpgrade(paid, offers);

  return (
    <section aria-labelledby="showcase" className="grid gap-6 border-t border-line pt-14">
      <div className="grid gap-1.5">
        <h2 id="showcase" className="text-[1.75rem]/[2.25rem] font-title tracking-tight">
          {t('frontParts.title')}
        </h2>
        <p className="text-ink-2">{t('frontParts.note')}</p>
      </div>
      <ul className="grid gap-x-6 gap-y-10 lg:auto-cols-fr lg:grid-flow-col">
        <Block topic="people">
          <People />
        </Block>
        {upgrade && (
          <Block topic="change">
            <Change {...upgrade} />
          </Block>
        )}
        {price && (
          <Block topic="failed">
            <FailedPayment price={price} />
          </Block>
        )}
      </ul>
    </section>
  );
}

interface BlockProps {
  readonly topic: 'people' | 'change' | 'failed';
  /** Its picture, which the words below it say too. */
  readonly children: ReactNode;
}

function Block({ topic, children }: BlockProps) {
  const { t } = useTranslation();
  return (
    <li className="grid content-start gap-x-8 gap-y-4 sm:max-lg:grid-cols-[3fr_2fr] sm:max-lg:items-center">
      <div
        aria-hidden="true"
        className="grid min-h-[228px] content-center rounded-card border border-line bg-sunken p-5"
      >
        {children}
      </div>
      <div className="grid content-start gap-1.5">
        <h3 className="text-card font-card">{t(`frontParts.${topic}.title`)}</h3>
        <p className="text-ink-2">{t(`frontParts.${topic}.text`)}</p>
      </div>
    </li>
  );
}

const sheet = 'rounded-card border border-line bg-surface shadow-lift';

function People() {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const { permissions } = useConfig();
  const role = permissions.findLast((one) => !one.default) ?? permissions[0];
  const people = [
    { name: 'Ada Lovelace', mark: 'hue-5', chip: t('frontParts.people.owner') },
    { name: 'Grace Hopper', mark: 'hue-3', chip: role && configuredText(role.label) },
    {
      name: 'alan@acme.example',
      mark: 'border border-dashed border-line-strong text-ink-2',
      chip: t('frontParts.people.invited'),
    },
  ];
  return (
    <ul className={classNames(sheet, 'divide-y divide-line')}>
      {people.map(({ name, mark, chip }) => (
        <li key={name} className="flex items-center gap-3 px-4 py-2.5 text-small">
          <span
            className={classNames(
              'grid size-7 shrink-0 place-items-center rounded-full font-card',
              mark,
            )}
          >
            {name[0]?.toUpperCase()}
          </span>
          <span className="min-w-0 flex-1 truncate font-label">{name}</span>
          <span className="text-ink-2">{chip}</span>
        </li>
      ))}
    </ul>
  );
}

interface Upgrade {
  readonly from: PublicPlan;
  readonly to: PublicPlan;
  readonly price: PublicPrice;
  readonly nextPrice: PublicPrice;
}

/** From a plan to the next dearer one that is paid as often and in the same money. */
function findUpgrade(paid: readonly PublicPlan[], { priceOf }: Offers): Upgrade | undefined {
  const priced = paid.flatMap((plan) => {
    const price = priceOf(plan);
    return price ? [{ plan, price }] : [];
  });
  const [first, next] = priced
    .filter(
      ({ price }) =>
        price.currency === priced[0]?.price.currency &&
        price.frequency === priced[0].price.frequency,
    )
    .sort((one, other) => one.price.amount - other.price.amount);
  return first && next && first.price.amount < next.price.amount
    ? { from: first.plan, to: next.plan, price: first.price, nextPrice: next.price }
    : undefined;
}

/** In the middle of a period. */
function Change({ from, to, price, nextPrice }: Upgrade) {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const unused = Math.round(price.amount / 2);
  const rest = Math.round(nextPrice.amount / 2);
  const lines = [
    [t('frontParts.change.unused', { plan: configuredText(from.titleKey) }), -unused],
    [t('frontParts.change.rest', { plan: configuredText(to.titleKey) }), rest],
  ] as const;
  const line = 'flex items-baseline justify-between gap-4';
  return (
    <div className={classNames(sheet, 'grid gap-2.5 p-4 text-small tabular-nums')}>
      {lines.map(([words, amount]) => (
        <span key={words} className={line}>
          <span className="min-w-0 text-ink-2">{words}</span>
          <span className="shrink-0">{formatMoney(amount, price.currency)}</span>
        </span>
      ))}
      <span className={classNames(line, 'border-t border-line pt-2.5 font-card')}>
        <span>{t('frontParts.change.due')}</span>
        <span className="text-card">{formatMoney(rest - unused, price.currency)}</span>
      </span>
    </div>
  );
}

const steps = [
  { name: 'failed', mark: 'border-2 border-bad bg-bad-soft' },
  { name: 'again', mark: 'border-2 border-line-strong bg-surface' },
  { name: 'paid', mark: 'bg-good text-surface' },
] as const;

function FailedPayment({ price: { amount, currency } }: { readonly price: PublicPrice }) {
  const { t } = useTranslation();
  const price = formatMoney(amount, currency);
  return (
    <ol className={classNames(sheet, 'grid p-4 text-small tabular-nums')}>
      {steps.map(({ name, mark }, index) => (
        <li key={name} className="grid grid-cols-[1rem_1fr] gap-x-3">
          <span className="grid grid-rows-[auto_1fr] justify-items-center">
            <span
              className={classNames('mt-0.5 grid size-4 place-items-center rounded-full', mark)}
            >
              {name === 'paid' && <Check className="size-3" strokeWidth={3} />}
            </span>
            {index < steps.length - 1 && <span className="w-px bg-line-strong" />}
          </span>
          <span className={classNames('grid', index < steps.length - 1 && 'pb-3')}>
            <span className="font-label">{t(`frontParts.failed.${name}`, { price })}</span>
            <span className="text-ink-2">{t(`frontParts.failed.${name}Note`)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
