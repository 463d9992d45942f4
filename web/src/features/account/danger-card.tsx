import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { SectionCard } from '../../shared/ui/card.tsx';

/** Irreversible actions, at the end of the page. */
export function DangerCard() {
  const { t } = useTranslation();
  return (
    <SectionCard id="danger" title={t('account.profile.danger')}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-[1_1_260px] text-ink-2">{t('account.profile.deleteText')}</p>
        <ButtonLink variant="danger" to={paths.deleteAccount}>
          {t('account.profile.deleteAccount')}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}
