import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/index.ts';
import { namesIn } from '../i18n/names-in.ts';
import { Segmented } from '../ui/segmented.tsx';
import { usePlanWords } from './use-plan-words.ts';
import type { PriceChoice } from './use-price-choice.ts';

interface PriceSwitchProps {
  readonly choice: PriceChoice;
}

/** How often and in which currency plans are paid; nothing if there is no choice. */
export function PriceSwitch({ choice }: PriceSwitchProps) {
  const { t } = useTranslation();
  const { savingText } = usePlanWords();
  const { frequency, frequencies, currencies, commonSaving, choose } = choice;

  if (!frequency && currencies.length === 0) {
    return null;
  }
  const options = frequencies.map((value) => {
    const saving = commonSaving(value);
    const label = t(`price.paid.${value}`);
    return {
      value,
      label: saving ? (
        <>
          {label} <span className="text-good">{savingText(saving)}</span>
        </>
      ) : (
        label
      ),
    };
  });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
      {frequency && (
        <Segmented
          label={t('price.period')}
          options={options}
          value={frequency}
          onChange={(chosen) => choose('frequency', chosen)}
        />
      )}
      {currencies.length > 0 && <CurrencySelect choice={choice} />}
    </div>
  );
}

function CurrencySelect({ choice: { currency, currencies, choose } }: PriceSwitchProps) {
  const { t } = useTranslation();
  const id = useId();
  const nameOf = namesIn(useLanguage(), 'currency');

  return (
    <div className="flex min-w-0 max-w-full items-center gap-2">
      <label htmlFor={id} className="text-small text-ink-2">
        {t('price.currency')}
      </label>
      <select
        id={id}
        value={currency}
        onChange={(event) => choose('currency', event.target.value)}
        className="h-9 min-w-0 rounded-control border border-line-strong bg-surface px-2.5 text-small text-ink max-sm:h-[42px]"
      >
        {currencies.map((code) => (
          <option key={code} value={code}>
            {`${code.toUpperCase()} · ${nameOf(code.toUpperCase())}`}
          </option>
        ))}
      </select>
    </div>
  );
}
