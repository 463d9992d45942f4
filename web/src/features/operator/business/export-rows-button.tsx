import { exportRevenueRows, type RequestOf } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { FileButton } from '../file-button.tsx';
import type { RowsAsked } from './use-revenue.ts';

interface ExportRowsButtonProps {
  readonly asked: RowsAsked;
  /** Says what is in the file. */
  readonly name: string;
}

/** Saves all rows behind a figure, which the server sends as it reads them. */
export function ExportRowsButton({ asked, name }: ExportRowsButtonProps) {
  const { t } = useTranslation();
  const { from, to, figure, currency, group } = asked;
  const question: RequestOf<typeof exportRevenueRows> = { from, to, figure, currency, group };
  return (
    <FileButton
      text={t('business.csv')}
      label={t('business.csvOf', { name })}
      file={[figure, currency, from, to].filter(Boolean).join(' ').concat('.csv')}
      type="csv"
      read={(api) => api.download(exportRevenueRows, question)}
    />
  );
}
