import { getSubscriptionUsers, type SubscriptionUser } from '@hearth/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../shared/api/index.ts';
import {
  subscriptionUsersKey,
  useCurrentSubscription,
} from '../../shared/current-subscription/index.ts';
import { usePermissionsText } from '../../shared/current-subscription/use-role-text.ts';
import { toText, useLanguage } from '../../shared/i18n/index.ts';
import { seenText } from '../../shared/i18n/seen-text.ts';
import { paths } from '../../shared/paths.ts';
import { productNow } from '../../shared/product-time.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Avatar, InvitedAvatar } from '../../shared/ui/avatar.tsx';
import { Card, SectionCard } from '../../shared/ui/card.tsx';
import { Ring } from '../../shared/ui/meter.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';

/** How many seats are taken, and how many are free. The list of people says if they could not be read. */
export function SeatsCard() {
  const { t } = useTranslation();
  const { data, error } = useFirstUsers();
  if (error && !data) {
    return null;
  }
  return (
    <Card role="region" aria-label={t('subscription.overview.seats')}>
      {data ? (
        <Seats {...data.seats} openInvites={data.open_invites} />
      ) : (
        <SkeletonGroup className="flex items-center gap-5 px-5 py-[18px]">
          <Skeleton className="size-[92px] shrink-0 rounded-full" />
          <Skeleton className="h-12 w-24" />
        </SkeletonGroup>
      )}
    </Card>
  );
}

interface SeatsProps {
  readonly used: number;
  /** Null for any number. */
  readonly limit: number | null;
  readonly openInvites: number;
}

function Seats({ used, limit, openInvites }: SeatsProps) {
  const { t } = useTranslation();
  const figure = useFigure({ used, limit });
  const note =
    used === 1
      ? t('subscription.overview.justYou')
      : openInvites > 0 && t('subscription.overview.openInvites', { count: openInvites });
  return (
    <div className="flex items-center gap-5 px-5 py-[18px]">
      {limit !== null && (
        <Ring
          used={used}
          max={limit}
          label={t('subscription.overview.seatsTaken', { used, limit })}
          ofText={t('subscription.overview.ofSeats', { limit })}
        />
      )}
      <div className="grid gap-1">
        <p className="text-small text-ink-2">{t('subscription.overview.seats')}</p>
        <p className="text-figure font-card tracking-tight">{figure}</p>
        {note && <p className="text-small text-ink-2">{note}</p>}
      </div>
    </div>
  );
}

/** How many are free; how many are taken if any number may be. */
function useFigure({ used, limit }: Omit<SeatsProps, 'openInvites'>): string {
  const { t } = useTranslation();
  if (limit === null) {
    return t('subscription.overview.seatsUsed', { count: used });
  }
  return limit > used
    ? t('subscription.overview.seatsFree', { count: limit - used })
    : t('subscription.overview.seatsFull');
}

/** The first people of the project, with the way to all of them. */
export function PeopleCard() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { data, error, isFetching, refetch } = useFirstUsers();
  return (
    <SectionCard
      id="people"
      title={t('subscription.overview.people')}
      aside={
        data && (
          <TextLink className="text-small" to={paths.subscriptionUsers(subscription.id)}>
            {t('subscription.overview.allPeople', { count: data.total })}
          </TextLink>
        )
      }
    >
      {error && (
        <RetryNote
          title={t('subscription.overview.usersError')}
          message={toText(error, t)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <PeopleSkeleton />}
      {data && (
        <ul aria-labelledby="people" className="grid grid-cols-1 gap-3">
          {data.users.map((user) => (
            <PersonRow key={user.id} user={user} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function PersonRow({ user }: { readonly user: SubscriptionUser }) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const permissionsText = usePermissionsText();
  const isPending = user.status === 'pending';
  const role = permissionsText(user.pending_permissions ?? user.permissions);
  const held = user.id === subscription.owner_id ? t('subscription.overview.owner') : role;
  const name = user.display_name || user.email;
  const seen = useSeenText(user);

  return (
    <li className="flex items-center gap-3">
      {isPending ? (
        <InvitedAvatar size="small" />
      ) : (
        <Avatar id={user.id} name={name} size="small" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-label font-label" title={name}>
          <bdi>{name}</bdi>
        </p>
        <p className="truncate text-small text-ink-2">
          {isPending ? t('subscription.overview.invitedAs', { role }) : held}
        </p>
      </div>
      {isPending ? (
        <span className="text-small text-warn">{t('subscription.overview.pending')}</span>
      ) : (
        <span className="shrink-0 text-small text-ink-2 tabular-nums">
          {user.id === uid ? t('subscription.overview.you') : seen}
        </span>
      )}
    </li>
  );
}

/** When the person was here last. */
function useSeenText({ last_seen_at: instant }: SubscriptionUser): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  return instant && (seenText(instant, productNow(), language) ?? t('users.seenNow'));
}

/** A row for everyone who is in the project; who is invited is not known yet. */
function PeopleSkeleton() {
  const { permissions } = useCurrentSubscription().subscription;
  const people = [...new Set(Object.values(permissions).flat())];
  return (
    <SkeletonGroup className="grid gap-3">
      {people.slice(0, shownPeople).map((uid) => (
        <div key={uid} className="flex items-center gap-3">
          <Skeleton className="size-7 shrink-0 rounded-full" />
          <Skeleton className="h-10 w-40" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

const shownPeople = 6;

/** The people who come first in the list of users. */
function useFirstUsers() {
  const api = useApi();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const part = { subscriptionId: subscription.id, page: 1, pageSize: shownPeople };
  return useQuery({
    queryKey: [...subscriptionUsersKey(uid, subscription.id), 'first'],
    queryFn: ({ signal }) => api.call(getSubscriptionUsers, part, { signal }),
  });
}
