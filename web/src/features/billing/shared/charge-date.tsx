import { useTranslation } from 'react-i18next';
import { useTimeZone } from '../../../shared/current-subscription/index.ts';
import { daysFromNow, formatWeekday } from '../../../shared/i18n/format-date-time.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { productNow } from '../../../shared/product-time.ts';

/** Days are counted as far as a month goes: "in 364 days" says less than the date. */
const mostDays = 31;

/** "Nov 27, 2026 · Friday, in 5 days" */
export function ChargeDate({ date }: { readonly date: string }) {
  const language = useLanguage();
  const timeZone = useTimeZone();
  const dueText = useDueText(date);
  return (
    <>
      <span>{formatDate(date, language, timeZone)}</span>
      {daysFromNow(date, productNow(), timeZone) <= mostDays && (
        <>
          {' · '}
          <span>{dueText}</span>
        </>
      )}
    </>
  );
}

/** "Friday, in 5 days" */
function useDueText(instant: string): string {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const count = daysFromNow(instant, productNow(), timeZone);
  if (count > 1) {
    const weekday = formatWeekday(instant, language, timeZone);
    return t('subscription.overview.dueIn', { weekday, count });
  }
  return t(`subscription.overview.${count === 1 ? 'dueTomorrow' : 'dueToday'}`);
}
