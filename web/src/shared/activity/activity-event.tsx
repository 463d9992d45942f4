import type { Activity } from '@hearth/contract';
import ArrowRight from 'lucide-react/icons/arrow-right';
import CreditCard from 'lucide-react/icons/credit-card';
import Mail from 'lucide-react/icons/mail';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import UserRound from 'lucide-react/icons/user-round';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../i18n/format-date-time.ts';
import { useLanguage } from '../i18n/index.ts';
import { Avatar } from '../ui/avatar.tsx';
import { useActivityWords } from './use-activity-words.tsx';

interface ActivityEventProps {
  readonly activity: Activity;
  /** Time or day, as the list needs it. */
  readonly when: ReactNode;
}

/** Person, action, subject, old and new value, and time. */
export function ActivityEvent({ activity, when }: ActivityEventProps) {
  const language = useLanguage();
  const words = useActivityWords()(activity);

  return (
    <li className="flex gap-3 px-5 py-2.5">
      <Doer activity={activity} />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-0.5 sm:flex-nowrap">
        <div className="grid min-w-0 flex-[1_1_100%] gap-0.5 pt-0.5 sm:flex-1">
          <p className="wrap-anywhere">{words.sentence}</p>
          {words.change && <Change {...words.change} />}
          {words.note && <p className="text-small text-ink-2 tabular-nums">{words.note}</p>}
        </div>
        <time
          dateTime={activity.happened_at}
          title={formatDateTime(activity.happened_at, language)}
          className="pt-0.5 text-small leading-[1.4375rem] whitespace-nowrap text-ink-2 tabular-nums"
        >
          {when}
        </time>
      </div>
    </li>
  );
}

/** The old value muted, the new one outlined. */
function Change({ from, to }: { readonly from: string; readonly to: string }) {
  const { t } = useTranslation();
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 pt-1 text-small">
      {from !== '' && (
        <>
          <span className="min-w-0 rounded-[6px] bg-sunken px-1.5 text-ink-2 wrap-anywhere">
            <bdi>{from}</bdi>
          </span>
          <span className="sr-only">{t('activity.to')}</span>
          <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
        </>
      )}
      <span className="min-w-0 rounded-[6px] border border-line-strong px-1.5 wrap-anywhere">
        <bdi>{to}</bdi>
      </span>
    </p>
  );
}

/** The person's avatar; a sign if the product acted or the person is not known. */
function Doer({ activity: { action, actor } }: { readonly activity: Activity }) {
  if (actor.name !== '') {
    return <Avatar id={actor.id} name={actor.name} size="small" />;
  }
  const Icon = actor.id === '' || action === 'invite.rejected' ? signOf(action) : UserRound;
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-ink-2"
    >
      <Icon className="size-4" />
    </span>
  );
}

function signOf(action: string): typeof Mail {
  if (/^subscription\.(past-due|unpaid)$|disputed$/.test(action)) {
    return TriangleAlert;
  }
  if (action.startsWith('invite.')) {
    return Mail;
  }
  return /^subscription\.(canceled|end-scheduled|resumed)$/.test(action)
    ? SlidersHorizontal
    : CreditCard;
}
