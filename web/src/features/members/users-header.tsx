import type { getSubscriptionUsers, OutputOf } from '@hearth/contract';
import Download from 'lucide-react/icons/download';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { useExportUsers } from './use-export-users.ts';
import type { UsersPart } from './use-get-subscription-users.ts';

interface UsersHeaderProps {
  /** Undefined until it is read. */
  readonly list: OutputOf<typeof getSubscriptionUsers> | undefined;
  readonly part: UsersPart;
  readonly isFull: boolean;
}

/** Title, seats and the ways to a file and to more people. */
export function UsersHeader({ list, part, isFull }: UsersHeaderProps) {
  const { t } = useTranslation();
  const hintId = useId();
  return (
    <>
      <PageHeader
        title={t('users.title')}
        sub={list ? <SeatMeter list={list} /> : <SeatsToCome />}
        actions={
          <>
            <ExportButton part={part} />
            <InviteButton isFull={isFull} hintId={hintId} />
          </>
        }
      />
      <CanceledHint id={hintId} />
    </>
  );
}

/** Same height as the meter, so that nothing moves when it comes. */
function SeatsToCome() {
  return <span aria-hidden="true" className="block h-[23px]" />;
}

function ExportButton({ part }: { readonly part: UsersPart }) {
  const { t } = useTranslation();
  const { busy, error, exportAll } = useExportUsers(part);

  useEffect(() => {
    if (error !== undefined) {
      notify.failure(t('users.csvError'), toText(error, t));
    }
  }, [error, t]);

  return (
    <Button aria-label={t('users.csvName')} busy={busy} onClick={() => void exportAll()}>
      <Download aria-hidden="true" className="size-4" />
      {t('users.csv')}
    </Button>
  );
}

/** Why the button above is off. */
function CanceledHint({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return useCurrentSubscription().subscription.status === 'canceled' ? (
    <p id={id} className="-mt-3 text-small text-ink-2">
      {t('invites.canceledHint')}
    </p>
  ) : null;
}

/** The way to the invite page; nobody joins a canceled subscription, or one without a free seat. */
function InviteButton({ isFull, hintId }: { readonly isFull: boolean; readonly hintId: string }) {
  const { t } = useTranslation();
  const { id, status } = useCurrentSubscription().subscription;
  const isCanceled = status === 'canceled';

  if (!(isCanceled || isFull)) {
    return (
      <ButtonLink to={paths.inviteUser(id)} variant="primary">
        {t('invites.invite')}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button variant={isCanceled ? 'primary' : 'secondary'} off aria-describedby={hintId}>
        {t('invites.invite')}
      </Button>
      {!isCanceled && (
        <p id={hintId} className="sr-only">
          {t('users.seatsFull')}
        </p>
      )}
    </>
  );
}

/** Seats in words; the bar only repeats them. */
function SeatMeter({ list }: { readonly list: OutputOf<typeof getSubscriptionUsers> }) {
  const { t } = useTranslation();
  const { used, limit } = list.seats;
  const { open_invites: count } = list;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-label tabular-nums">
      <span>
        {limit === null ? t('users.seatsTaken', { used }) : t('users.seats', { used, limit })}
      </span>
      {count > 0 && <span>{t('users.openCount', { count })}</span>}
      {limit !== null && <Meter used={used} max={limit} className="max-w-[140px]" />}
    </span>
  );
}
