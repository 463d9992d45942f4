import { getSubscriptionUsers, type OutputOf, type SubscriptionUser } from '@hearth/contract';
import Download from 'lucide-react/icons/download';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { saveFile, toCsv } from '../../shared/csv.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { notify } from '../../shared/ui/toasts.ts';
import { toQuestion, type UsersPart } from './use-get-subscription-users.ts';
import { useRoleWords, useUserName } from './use-user-words.ts';

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

/** Saves every page of what is asked for, as the server has it now. */
function useExportUsers(part: UsersPart) {
  const { t } = useTranslation();
  const api = useApi();
  const { id: subscriptionId } = useCurrentSubscription().subscription;
  const project = useProjectName();
  const userName = useUserName();
  const roleWords = useRoleWords();
  const { busy, error, run } = useChange();

  const heads = [
    t('users.name'),
    t('users.email'),
    t('users.permissions'),
    t('users.status'),
    t('users.joined'),
    t('users.lastSeen'),
    t('users.expires'),
    t('users.inviter'),
  ];

  const toCells = (user: SubscriptionUser) => [
    user.status === 'pending' ? '' : userName(user),
    user.email,
    roleWords(user)
      .map(({ text }) => text)
      .join(t('subscription.role.separator')),
    user.status === 'pending' ? t('users.pending') : t('users.active'),
    user.joined_at ?? '',
    user.last_seen_at ?? '',
    user.expires_at ?? '',
    user.invited_by ?? '',
  ];

  const exportAll = () =>
    run(async () => {
      const question = { subscriptionId, ...toQuestion(part) };
      const { users } = await api.call(getSubscriptionUsers, question);
      saveFile(`${toFileName(project)}.csv`, toCsv([heads, ...users.map(toCells)]));
    });

  function toFileName(name: string): string {
    return `${name} ${t('users.title')}`.replace(/[\\/:*?"<>|]/g, ' ').trim();
  }

  return { busy, error, exportAll };
}
