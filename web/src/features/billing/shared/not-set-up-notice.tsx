import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { Notice } from '../../../shared/ui/notice.tsx';

/** Shown if no paid plan is sold. */
export function NotSetUpNotice() {
  const { t } = useTranslation();
  const { provider, selling } = useConfig().payments;
  if (selling) {
    return null;
  }
  return provider === 'none' ? (
    <Notice tone="info" title={t('billing.notSetUpTitle')}>
      {t('billing.notSetUp')}
    </Notice>
  ) : (
    <Notice tone="info" title={t('billing.notSellingTitle')}>
      {t('billing.notSelling')}
    </Notice>
  );
}
