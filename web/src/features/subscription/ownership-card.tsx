import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';

/** Leads the owner to where the subscription is given away. */
export function OwnershipCard() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  return (
    <SectionCard id="ownership" title={t('ownership.title')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-[1_1_260px] text-ink-2">{t('ownership.cardText')}</p>
        <ButtonLink variant="danger" to={paths.transferOwnership(subscription.id)}>
          {t('ownership.open')}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}
