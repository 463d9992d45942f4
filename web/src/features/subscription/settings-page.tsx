import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { NameForm } from './name-form.tsx';
import { OwnershipCard } from './ownership-card.tsx';

export function SettingsPage() {
  const { t } = useTranslation();
  const { subscription, isOwner } = useCurrentSubscription();

  return (
    <>
      <PageHeader
        title={t('subscription.settings.title')}
        sub={t('subscription.settings.sub')}
        actions={
          <ButtonLink to={paths.subscription(subscription.id)}>
            {t('subscription.settings.back')}
          </ButtonLink>
        }
      />
      <SectionCard id="general" title={t('subscription.settings.sectionTitle')}>
        <NameForm />
      </SectionCard>
      {isOwner && <OwnershipCard />}
    </>
  );
}
