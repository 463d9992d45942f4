import type { PublicPlan } from '@hearth/contract';
import Users from 'lucide-react/icons/users';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';

/** Tells that nobody can be invited, before anybody is typed in; the owner is one press from the larger plan. */
export function SeatsFull({ limit }: { readonly limit: number }) {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const { subscription } = useCurrentSubscription();
  const { id, owner_id, owner_name: owner = '' } = subscription;
  const larger = useLargerPlan(limit);
  const isOwner = owner_id === uid;

  function toText(): string {
    if (!larger) {
      return t('users.seatsFullLargest');
    }
    if (isOwner) {
      const { title: plan, seats } = larger;
      return seats === null
        ? t('users.seatsFullAnyNumber', { plan })
        : t('users.seatsFullOwner', { plan, count: seats });
    }
    return owner ? t('users.seatsFullMember', { owner }) : t('users.seatsFullNobody');
  }

  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-card border border-[color-mix(in_srgb,var(--warn)_34%,var(--line))] bg-warn-soft px-5 py-4"
    >
      <div className="flex min-w-0 flex-[1_1_220px] gap-3">
        <Users aria-hidden="true" className="mt-0.5 size-[18px] shrink-0 text-warn" />
        <div className="grid gap-0.5">
          <strong className="font-card">{t('users.seatsFull')}</strong>
          <p className="text-label wrap-anywhere text-ink-2">{toText()}</p>
        </div>
      </div>
      {isOwner && larger && (
        <ButtonLink to={paths.changePlan(id)} variant="primary">
          {t('users.seePlans')}
        </ButtonLink>
      )}
    </div>
  );
}

/** The smallest plan on offer with more seats. */
function useLargerPlan(limit: number): { title: string; seats: number | null } | undefined {
  const { plans } = useConfig();
  const configuredText = useConfiguredText();
  const [next] = plans
    .filter((plan) => !plan.legacy && mostOf(plan) > limit)
    .toSorted((one, other) => mostOf(one) - mostOf(other));
  return next && { title: configuredText(next.titleKey), seats: next.seats };
}

// Two plans for any number of people are equal, so the number is a finite one.
const mostOf = ({ seats }: PublicPlan) => seats ?? Number.MAX_SAFE_INTEGER;
