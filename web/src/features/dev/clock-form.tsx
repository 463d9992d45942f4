import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../shared/ui/button.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { type ClockUnit, furthestMs, unitMs } from './clock-units.ts';

interface ClockFormProps {
  readonly busy: boolean;
  readonly onAdvance: (ms: number) => void;
}

const units = ['hour', 'day', 'week'] as const satisfies readonly ClockUnit[];

/** Moves the clock by any number of hours, days or weeks. */
export function ClockForm({ busy, onAdvance }: ClockFormProps) {
  const { t } = useTranslation();
  const [count, setCount] = useState('');
  const [unit, setUnit] = useState<ClockUnit>('day');
  const [isWrong, setIsWrong] = useState(false);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const ms = Number(count) * unitMs[unit];
    const isGood = /^\s*\d+\s*$/.test(count) && ms > 0 && ms <= furthestMs;
    setIsWrong(!isGood);
    if (isGood) {
      onAdvance(ms);
    }
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      className="grid items-start gap-4 border-t border-line pt-5 sm:grid-cols-2"
    >
      <TextField
        label={t('clock.count')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        value={count}
        error={isWrong ? t('clock.countWrong') : undefined}
        onChange={(event) => setCount(event.target.value)}
      />
      <SelectField
        label={t('clock.unitName')}
        value={unit}
        onChange={({ target }) => setUnit(units.find((name) => name === target.value) ?? 'day')}
      >
        {units.map((name) => (
          <option key={name} value={name}>
            {t(`clock.unit.${name}`)}
          </option>
        ))}
      </SelectField>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('clock.submit')}
        </Button>
      </div>
    </form>
  );
}
