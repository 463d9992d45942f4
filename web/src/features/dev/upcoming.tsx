import { type Upcoming, upcomingMails } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';

interface UpcomingCardProps {
  readonly only?: 'mails';
  /** Read again when this changes. */
  readonly since: unknown;
  /** Moves the clock to just after the instant; left out if the clock cannot be moved. */
  readonly onGo?: (at: Date) => void;
  readonly busy?: boolean;
}

/** Renewals, ends and emails that come next; nothing if there are none. */
export function UpcomingCard({ only, since, onGo, busy = false }: UpcomingCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const upcoming = useUpcoming(since).filter((one) => only !== 'mails' || isMail(one));
  if (upcoming.length === 0) {
    return null;
  }
  return (
    <Card className="grid gap-3 p-5">
      <h2 className="text-card font-card">{t(only ? 'mailbox.next' : 'clock.next')}</h2>
      <ul className="grid gap-2">
        {upcoming.map((one) => (
          <li
            key={`${one.at} ${one.kind} ${one.subscription_id}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1"
          >
            <span className="min-w-0">
              <time dateTime={one.at} className="block text-small text-ink-2 tabular-nums">
                {formatDateTime(one.at, language)}
              </time>
              <span className="wrap-anywhere">
                {t(`clock.upcoming.${one.kind}`, {
                  project: one.name || t('subscription.untitled'),
                })}
              </span>
            </span>
            {onGo && (
              <Button size="small" off={busy} onClick={() => onGo(new Date(one.at))}>
                {t('clock.go')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const isMail = ({ kind }: Upcoming) => upcomingMails.some((mail) => mail === kind);

/** Empty until it is read. The page works without it. */
function useUpcoming(since: unknown): readonly Upcoming[] {
  const [upcoming, setUpcoming] = useState<readonly Upcoming[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `since` says when to read again.
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const response = await fetch('/dev/upcoming.json');
      const next = response.ok ? ((await response.json()) as readonly Upcoming[]) : [];
      if (isCurrent) {
        setUpcoming(next);
      }
    };
    read().catch(() => setUpcoming([]));
    return () => {
      isCurrent = false;
    };
  }, [since]);
  return upcoming;
}
