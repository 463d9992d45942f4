import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';

/** Leads the owner to where the subscription is given away; a canceled one stays with its owner. */
export function OwnershipCard() {
  const { t } = useTranslation();
  const textId = useId();
  const { id, status } = useCurrentSubscription().subscription;
  const isCanceled = status === 'canceled';
  return (
    <SectionCard id="ownership" title={t('ownership.title')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p id={textId} className="min-w-0 flex-[1_1_260px] text-ink-2">
          {isCanceled ? t('ownership.canceled') : t('ownership.cardText')}
        </p>
        {isCanceled ? (
          <Button variant="danger" off aria-describedby={textId}>
            {t('ownership.open')}
          </Button>
        ) : (
          <ButtonLink variant="danger" to={paths.transferOwnership(id)}>
            {t('ownership.open')}
          </ButtonLink>
        )}
      </div>
    </SectionCard>
  );
}
