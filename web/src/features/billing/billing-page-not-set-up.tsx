import { useTranslation } from 'react-i18next';
import { useConfig } from '../../shared/config/index.ts';
import { Notice } from '../../shared/ui/notice.tsx';

/** Where nobody takes money. */
export function NotSetUpNotice() {
  const { t } = useTranslation();
  const { payments } = useConfig();
  return (
    payments.provider === 'none' && (
      <Notice tone="info" title={t('billing.notSetUpTitle')}>
        {t('billing.notSetUp')}
      </Notice>
    )
  );
}
