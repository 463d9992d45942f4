import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/button.tsx';
import { type RowsAsked, useExportRows } from './use-revenue.ts';

interface ExportRowsButtonProps {
  readonly asked: RowsAsked;
  /** Says what is in the file. */
  readonly name: string;
}

/** Saves the rows behind a figure. */
export function ExportRowsButton({ asked, name }: ExportRowsButtonProps) {
  const { t } = useTranslation();
  const { busy, exportRows, dialog } = useExportRows();
  return (
    <>
      <Button
        size="small"
        busy={busy}
        aria-label={t('business.csvOf', { name })}
        onClick={() => void exportRows(asked)}
      >
        <Download aria-hidden="true" className="size-4" />
        {t('business.csv')}
      </Button>
      {dialog}
    </>
  );
}
