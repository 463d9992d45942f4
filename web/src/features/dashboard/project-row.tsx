import type { ListedSubscription, ScheduledChange } from '@hearth/contract';
import ChevronRight from 'lucide-react/icons/chevron-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { StateChip } from '../../shared/current-subscription/state-chip.tsx';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { useRoleText } from '../../shared/current-subscription/use-role-text.ts';
import { zoneOf } from '../../shared/current-subscription/zone-of.ts';
import { formatDate, formatMoney, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { chargedPrice } from '../../shared/plans/charged-price.ts';
import { isFull, useSeatsText } from '../../shared/plans/seats.ts';
import { usePriceText } from '../../shared/plans/use-price-text.ts';
import { AvatarGroup } from '../../shared/ui/avatar.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { Meter } from '../../shared/ui/meter.tsx';

/** Columns of a row and of their heads; a narrow page shows the people first. */
export const rowStyle =
  'grid items-center gap-5 px-5 grid-cols-[minmax(0,1fr)_116px_140px_140px_156px_18px] @max-[860px]:gap-4 @max-[860px]:grid-cols-[minmax(0,1fr)_124px_124px_156px_18px]';

interface ProjectRowProps {
  readonly subscription: ListedSubscription;
}

/** The whole row is the link, and its name is the project's. In little room it is a block. */
export function ProjectRow({ subscription }: ProjectRowProps) {
  return (
    <li
      className={classNames(
        rowStyle,
        'relative min-h-[72px] py-2.5 focus-within:bg-hover hover:bg-hover @max-[720px]:flex @max-[720px]:flex-wrap @max-[720px]:gap-x-3 @max-[720px]:gap-y-2.5 @max-[720px]:px-4 @max-[720px]:py-3.5',
      )}
    >
      <div className="min-w-0 @max-[720px]:flex-[1_1_60%]">
        <ProjectName subscription={subscription} sub={usePlanAndRole(subscription)} />
      </div>
      <People subscription={subscription} />
      <Seats subscription={subscription} />
      <div className="grid min-w-0 gap-px text-small text-ink-2 tabular-nums @max-[720px]:order-4 @max-[720px]:ml-auto @max-[720px]:text-right">
        <NextCharge subscription={subscription} />
      </div>
      <Status subscription={subscription} />
      <ChevronRight aria-hidden="true" className="size-[18px] text-ink-3 @max-[720px]:hidden" />
    </li>
  );
}

/** A project that is over: its name, and when it ended. */
export function CanceledRow({ subscription }: ProjectRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { ended_at: ended, create_time: created } = subscription;
  const sub = ended
    ? t('dashboard.ended', { date: formatDate(ended, language, zoneOf(subscription)) })
    : t('dashboard.created', { date: formatDate(created, language) });

  return (
    <li className="relative flex min-h-14 items-center gap-3 px-4 py-2 focus-within:bg-hover hover:bg-hover sm:px-5">
      <div className="min-w-0 flex-1">
        <ProjectName subscription={subscription} sub={sub} />
      </div>
      <StatusBadge subscription={subscription} />
      <ChevronRight aria-hidden="true" className="size-[18px] text-ink-3 max-sm:hidden" />
    </li>
  );
}

function ProjectName({ subscription, sub }: ProjectRowProps & { readonly sub: string }) {
  const { t } = useTranslation();
  const { id, settings, status } = subscription;
  const name = settings.name || t('subscription.untitled');
  const isOver = status === 'canceled';

  return (
    <div className="flex min-w-0 items-center gap-3">
      <ProjectMark id={id} name={name} ended={isOver} />
      <div className="grid min-w-0 gap-px">
        <h3 className={classNames('min-w-0 text-label font-card', isOver && 'text-ink-2')}>
          <Link
            to={paths.subscription(id)}
            title={name}
            className="block truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p className="truncate text-small text-ink-2">{sub}</p>
      </div>
    </div>
  );
}

/** `Pro · You own it` */
function usePlanAndRole(subscription: ListedSubscription): string {
  const roleText = useRoleText();
  const plan = planById(useConfig(), subscription.plan_id);
  const configuredText = useConfiguredText();
  const title = plan ? configuredText(plan.titleKey) : subscription.plan_id;
  return [title, roleText(subscription)].filter(Boolean).join(' · ');
}

function People({ subscription: { people } }: ProjectRowProps) {
  const { t } = useTranslation();
  const shown = people.first.map(({ uid, display_name, avatar_url }) => ({
    id: uid,
    name: display_name || t('dashboard.unnamed'),
    pictureUrl: avatar_url,
  }));
  return (
    <span className="@max-[860px]:hidden">
      <AvatarGroup people={shown} total={people.total} />
    </span>
  );
}

function Seats({ subscription: { seats } }: ProjectRowProps) {
  const seatsText = useSeatsText();
  const { used, limit } = seats;

  return (
    <div className="grid min-w-0 gap-1.5 @max-[720px]:order-3 @max-[720px]:max-w-[234px] @max-[720px]:flex-[1_1_40%] @max-[720px]:pl-11">
      <span
        className={classNames(
          'text-small tabular-nums',
          isFull(seats) ? 'text-warn' : 'text-ink-2',
        )}
      >
        {seatsText(seats)}
      </span>
      {limit !== null && <Meter used={used} max={limit} />}
    </div>
  );
}

/** The status, and below it what matters; in little room the status stays beside the name. */
function Status({ subscription }: ProjectRowProps) {
  return (
    <div className="grid justify-items-start gap-1 @max-[720px]:contents">
      <span className="@max-[720px]:order-2 @max-[720px]:self-start">
        <StatusBadge subscription={subscription} />
      </span>
      <span className="empty:hidden @max-[720px]:order-2 @max-[720px]:w-full @max-[720px]:pl-11">
        <StateChip subscription={subscription} />
      </span>
    </div>
  );
}

/** Next charge and its date, or what is due. */
function NextCharge({ subscription }: ProjectRowProps): ReactNode {
  const { t } = useTranslation();
  const priceText = usePriceText();
  const plan = planById(useConfig(), subscription.plan_id);
  const { owed, needs_confirmation, next_charge: next } = subscription;

  if (owed) {
    const sum = formatMoney(owed.amount, owed.currency);
    return <span className="text-label font-card text-ink">{t('dashboard.due', { sum })}</span>;
  }
  if (needs_confirmation) {
    return <Trouble title={t('dashboard.confirm')}>{t('dashboard.confirmBy')}</Trouble>;
  }
  if (plan?.free) {
    return t('dashboard.free');
  }
  const charged = chargedPrice(subscription, plan);
  const sum = next && (next.total ?? charged?.price);
  return (
    <>
      {sum && (
        <span className="text-label font-card text-ink">
          <span className="sr-only">{t('dashboard.head.next')}: </span>
          {priceText(sum)}
        </span>
      )}
      <Coming subscription={subscription} />
    </>
  );
}

/** The day of the scheduled plan change or of the next charge. */
function Coming({ subscription }: ProjectRowProps): ReactNode {
  const language = useLanguage();
  const scheduledText = useScheduledText();
  const { scheduled, next_charge: next } = subscription;

  if (scheduled) {
    return <span className="text-pretty">{scheduledText(scheduled, zoneOf(subscription))}</span>;
  }
  if (!next) {
    return null;
  }
  return <span>{formatDate(next.date, language, zoneOf(subscription))}</span>;
}

function Trouble({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <>
      <span className="inline-flex items-center gap-1.5 font-card text-warn @max-[720px]:justify-self-end">
        <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
        {title}
      </span>
      <span>{children}</span>
    </>
  );
}

/** "Changes to Pro (monthly) on Dec 6, 2026", without the frequency if the plan has only that one. */
function useScheduledText(): (scheduled: ScheduledChange, timeZone: string) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const config = useConfig();
  const configuredText = useConfiguredText();

  return ({ plan_id, frequency, at }, timeZone) => {
    const plan = planById(config, plan_id);
    const words = {
      plan: plan ? configuredText(plan.titleKey) : plan_id,
      date: formatDate(at, language, timeZone),
    };
    const hasOthers = plan?.prices.some((price) => price.frequency !== frequency);
    return frequency && hasOthers && !plan?.free
      ? t(`dashboard.changesPaid.${frequency}`, words)
      : t('dashboard.changes', words);
  };
}
