import type { Invoice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { dayOf, formatDate, formatDay, useLanguage } from '../../../shared/i18n/index.ts';

type Charged = Pick<Invoice, 'created' | 'paid_until'>;

/** Whether the invoice is known to charge for a time: an operator's own one charges for something else. */
export function hasPeriod({ paid_until }: Charged): boolean {
  return typeof paid_until === 'number';
}

/** "Nov 20 – Nov 27, 2026", from the day of the invoice; empty if the time is not known. */
export function usePeriodText(): (invoice: Charged) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  return ({ created, paid_until: end }) => {
    if (typeof end !== 'number') {
      return '';
    }
    const [first, last] = [new Date(created * 1_000), new Date(end * 1_000)];
    const yearOf = (date: Date) => dayOf(date.getTime(), timeZone).year;
    const isOneYear = yearOf(first) === yearOf(last);
    const short = (date: Date) => formatDay(date.toISOString(), language, timeZone);
    const long = (date: Date) => formatDate(date.toISOString(), language, timeZone);
    // English names the year last, Chinese first.
    const from = isOneYear && language === 'en' ? short(first) : long(first);
    const to = isOneYear && language === 'zh' ? short(last) : long(last);
    return t('invoices.period', { from, to });
  };
}
