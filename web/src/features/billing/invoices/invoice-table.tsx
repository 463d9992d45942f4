import type { Invoice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../shared/ui/class-names.ts';
import { useProjectName } from '../payment/use-project-name.ts';
import { InvoiceRow } from './invoice-row.tsx';

interface InvoiceTableProps {
  readonly invoices: readonly Invoice[];
  /** Rows of the page before, while the next one is on its way. */
  readonly isOld: boolean;
}

/** A table; on a phone a list of blocks. */
export function InvoiceTable({ invoices, isOld }: InvoiceTableProps) {
  const { t } = useTranslation();
  const project = useProjectName();

  return (
    <table
      aria-busy={isOld || undefined}
      className={classNames(
        'w-full border-collapse transition-opacity duration-150 ease-out max-sm:block',
        isOld && 'opacity-60',
      )}
    >
      <caption className="sr-only">{t('invoices.caption', { project })}</caption>
      <thead className="bg-sunken text-small text-ink-2 max-sm:sr-only">
        <tr>
          <th scope="col" className={classNames(headStyle, 'text-left sm:pl-5')}>
            {t('invoices.number')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-left')}>
            {t('invoices.date')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-right')}>
            {t('invoices.amount')}
          </th>
          <th scope="col" className={classNames(headStyle, 'text-left')}>
            {t('invoices.statusName')}
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block [&>tr:first-child]:border-t-0">
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

const headStyle = 'h-10 px-4 font-label';
