import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatMonth } from '../../../shared/i18n/format-month.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { type MonthRange, middleOf, offeredMonths } from './month-range.ts';

interface MonthFieldsProps {
  readonly range: MonthRange;
  readonly error: string | undefined;
}

/** The first and the last month that are shown. */
export function MonthFields({ range, error }: MonthFieldsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [, setSearch] = useSearchParams();
  const options = offeredMonths().map((month) => (
    <option key={month} value={month}>
      {formatMonth(middleOf(month), language, 'UTC')}
    </option>
  ));
  const choose = (changed: Partial<MonthRange>) =>
    setSearch({ ...range, ...changed }, { replace: true });
  return (
    <div className="grid max-w-[420px] grid-cols-2 items-start gap-3">
      <SelectField
        label={t('business.from')}
        value={range.from}
        error={error}
        onChange={(event) => choose({ from: event.target.value })}
      >
        {options}
      </SelectField>
      <SelectField
        label={t('business.to')}
        value={range.to}
        onChange={(event) => choose({ to: event.target.value })}
      >
        {options}
      </SelectField>
    </div>
  );
}
