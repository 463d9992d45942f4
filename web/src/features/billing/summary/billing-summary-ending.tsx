import { useTranslation } from 'react-i18next';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { useGetBillingSummary } from '../payment/use-get-billing-summary.ts';
import { useProjectName } from '../payment/use-project-name.ts';

/** Somebody has set at the provider that the subscription ends; it cannot be taken back here. */
export function BillingSummaryEnding() {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = useProjectName();
  const { data } = useGetBillingSummary();

  if (!data?.cancel_at) {
    return null;
  }
  const date = formatDate(data.cancel_at, language);
  return (
    <Notice tone="info" title={t('billing.banner.endingTitle', { project, date })}>
      {t('billing.banner.ending')}
    </Notice>
  );
}
