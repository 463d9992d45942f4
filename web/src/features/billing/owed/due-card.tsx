import type { PaymentMethod } from '@hearth/contract';
import Plus from 'lucide-react/icons/plus';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isCardExpired } from '../../../shared/card-expiry.ts';
import { CardMark } from '../../../shared/card-mark.tsx';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { formatDay, useLanguage } from '../../../shared/i18n/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { AddCardFields } from '../card-fields/add-card-fields.tsx';
import type { CardAdder } from '../card-fields/card-and-address.ts';
import { CardName, cardExpiry } from '../shared/card-text.tsx';
import { useGetBillingSummary } from '../shared/use-get-billing-summary.ts';
import { useGetPaymentMethods } from '../shared/use-get-payment-methods.ts';
import { type DueDay, useDueWords } from './use-due-words.ts';
import { usePayWithCard } from './use-pay-with-card.ts';
import type { PaymentAttempt } from './use-payment-attempt.ts';

interface DueCardProps {
  readonly attempt: PaymentAttempt;
}

/** Shows the sum that is owed, its cause and its days, and takes the payment with any card. */
export function DueCard({ attempt }: DueCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const { title, besideDays, days } = useDueWords();

  return (
    <section
      aria-labelledby={id}
      className="grid gap-[18px] rounded-card border border-[color-mix(in_srgb,var(--bad)_34%,var(--line))] bg-surface p-5 shadow-lift"
    >
      <div className="flex gap-3">
        <TriangleAlert aria-hidden="true" className="mt-[3px] size-[18px] shrink-0 text-bad" />
        <div className="grid min-w-0 gap-0.5">
          <h2 id={id} className="text-card font-card">
            {title}
          </h2>
          <p className="text-label text-ink-2 tabular-nums">
            {besideDays.join(t('billing.due.gap'))}
          </p>
        </div>
      </div>
      {days.length > 0 && <Days days={days} />}
      <PayForm attempt={attempt} />
    </section>
  );
}

/** Side by side, on a phone one below the other. */
function Days({ days }: { readonly days: readonly DueDay[] }) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (
    <ol className="grid text-small tabular-nums max-sm:gap-2.5 sm:auto-cols-fr sm:grid-flow-col">
      {days.map(({ instant, name, isPast }) => (
        <li
          key={instant}
          className={classNames(dayStyle, isPast ? 'after:bg-bad' : 'after:bg-bad-soft')}
        >
          <span className="block font-card">{formatDay(instant, language, timeZone)}</span>
          <span className="block text-ink-2">{name}</span>
        </li>
      ))}
    </ol>
  );
}

/** A dot, and a line to the next one. */
const dayStyle =
  'relative max-sm:pl-5 sm:pt-[18px] sm:pr-3 before:absolute before:border-[color-mix(in_srgb,var(--bad)_25%,var(--line))] last:before:hidden max-sm:before:top-3 max-sm:before:-bottom-3 max-sm:before:left-[5px] max-sm:before:border-l-2 sm:before:inset-x-0 sm:before:top-[5px] sm:before:border-t-2 after:absolute after:top-[5px] after:left-0 after:size-3 after:rounded-full after:border-2 after:border-bad sm:after:top-0';

function PayForm({ attempt }: DueCardProps) {
  const { data: summary } = useGetBillingSummary();
  const { data: methods, isPending } = useGetPaymentMethods();

  if (isPending) {
    return (
      <SkeletonGroup className="grid gap-2">
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="mt-2 h-[38px] w-36" />
      </SkeletonGroup>
    );
  }
  // If the list cannot be loaded, the default card can still pay.
  const known = summary?.card
    ? [{ id: 'default', isDefault: true, card: summary.card, name: '' }]
    : [];
  return <PayChoice attempt={attempt} methods={methods ?? known} />;
}

interface PayChoiceProps extends DueCardProps {
  readonly methods: readonly PaymentMethod[];
}

const another = 'another';

function PayChoice({ attempt, methods }: PayChoiceProps) {
  const { t } = useTranslation();
  const { action } = useDueWords();
  const adder = useRef<CardAdder>(null);
  const { payWithKept, payWithNew } = usePayWithCard(attempt);
  const [chosenId, setChosenId] = useState(() => bestOf(methods)?.id ?? another);
  const chosen = methods.find(({ id }) => id === chosenId);
  const choice = { chosenId: chosen?.id ?? another, onChoose: setChosenId };

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (chosen) {
      void payWithKept(chosen);
    } else if (adder.current) {
      void payWithNew(adder.current, setChosenId);
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <fieldset disabled={attempt.busy} className="grid min-w-0 gap-2">
        <legend className="pb-1.5 text-label font-label">{t('billing.due.payWith')}</legend>
        {methods.map((method) => (
          <KeptCard key={method.id} {...choice} method={method} />
        ))}
        <Choice {...choice} id={another}>
          <span className="grid h-[22px] w-[34px] shrink-0 place-items-center text-ink-2">
            <Plus aria-hidden="true" className="size-[18px]" />
          </span>
          {t('billing.due.another')}
        </Choice>
      </fieldset>
      {!chosen && (
        <div className="max-w-[560px]">
          <AddCardFields ref={adder} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="primary" busy={attempt.busy}>
          {action}
        </Button>
        {!chosen?.isDefault && (
          <p className="min-w-0 text-small text-ink-2">{t('billing.due.fromNowOn')}</p>
        )}
      </div>
    </form>
  );
}

/** The default card has failed, so that another one that has not expired is more likely to pay. */
function bestOf(methods: readonly PaymentMethod[]): PaymentMethod | undefined {
  const good = methods.filter(({ card }) => !isCardExpired(card));
  return good.find(({ isDefault }) => !isDefault) ?? good[0] ?? methods[0];
}

interface ChoiceProps {
  readonly chosenId: string;
  readonly onChoose: (id: string) => void;
}

function KeptCard({ method, ...choice }: ChoiceProps & { readonly method: PaymentMethod }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const { data } = useGetBillingSummary();
  const { id, card, isDefault } = method;
  const failedAt = isDefault && !isCardExpired(card) ? data?.owed?.failed_at : undefined;
  return (
    <Choice {...choice} id={id}>
      <CardMark brand={card.brand} />
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-2 tabular-nums">
        <span className="font-card">
          <CardName card={card} />
        </span>
        <span className="text-small leading-[22px] text-ink-2">
          {failedAt
            ? t('billing.due.declinedOn', { date: formatDay(failedAt, language, timeZone) })
            : t(`billing.${isCardExpired(card) ? 'due.expiredOn' : 'summary.expires'}`, {
                expiry: cardExpiry(card),
              })}
        </span>
      </span>
    </Choice>
  );
}

interface OneChoiceProps extends ChoiceProps {
  readonly id: string;
  readonly children: ReactNode;
}

function Choice({ id, chosenId, onChoose, children }: OneChoiceProps) {
  return (
    <label className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-line-strong bg-surface px-3.5 py-2 text-label transition-colors duration-150 ease-out hover:bg-sunken has-checked:border-accent has-checked:shadow-[0_0_0_1px_var(--accent)] has-disabled:cursor-not-allowed">
      <input
        type="radio"
        name="pay-with"
        value={id}
        checked={id === chosenId}
        onChange={() => onChoose(id)}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}
