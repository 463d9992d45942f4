import type { Subscription } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { Button, type ButtonLook } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';

/** Element that says why the actions of the page are off; of a canceled project it is the banner. */
export const pageHintId = 'billing-hint';

/** Why the actions of the page are off, in a sentence with the owner's name. */
export function OffHint({ id = pageHintId }: { readonly id?: string }) {
  const { t } = useTranslation();
  const { isOwner, subscription } = useCurrentSubscription();
  const { status, owner_name: name } = subscription;
  const isUnpaid = lacksPayment(subscription);
  if (status === 'canceled' || (isOwner && !isUnpaid)) {
    return null;
  }
  return (
    <div id={id} className="grid gap-1 text-small text-ink-2">
      {isUnpaid && <p>{t('billing.unpaidHint')}</p>}
      {!isOwner && <p>{name ? t('billing.ownedBy', { name }) : t('billing.ownerOnly')}</p>}
    </div>
  );
}

/** True while the project can only be paid or ended. */
function lacksPayment({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'unpaid' || status === 'incomplete';
}

interface OwnerActionProps extends ButtonLook {
  readonly to: string;
  /** Name of the action if the label is short. */
  readonly name?: string;
  /** Has to wait for a payment that is missing. */
  readonly paidOnly?: boolean;
  /** Element that says why the action is off. */
  readonly hintId?: string;
  readonly children: ReactNode;
}

/** Link for the owner of a subscription that has not ended; for others a quiet button that is off and says why. */
export function OwnerAction(props: OwnerActionProps) {
  const { to, name, paidOnly = false, hintId = pageHintId, children, ...look } = props;
  const reason = useOffReason(paidOnly);
  return reason === undefined ? (
    <ButtonLink size="small" {...look} to={to} aria-label={name}>
      {children}
    </ButtonLink>
  ) : (
    <Button
      size="small"
      variant="quiet"
      off
      aria-label={name}
      aria-describedby={hintId}
      title={reason}
    >
      {children}
    </Button>
  );
}

function useOffReason(paidOnly: boolean): string | undefined {
  const { t } = useTranslation();
  const { isOwner, subscription } = useCurrentSubscription();
  if (subscription.status === 'canceled') {
    return t('billing.alreadyCanceled');
  }
  if (!isOwner) {
    return t('billing.ownerOnly');
  }
  return paidOnly && lacksPayment(subscription) ? t('billing.unpaidHint') : undefined;
}
