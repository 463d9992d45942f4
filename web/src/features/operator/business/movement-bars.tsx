import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveFocus, sideOf, sides, valueLook } from '../../../shared/ui/bars.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import type { RevenueMonth } from './figures.ts';

const up = ['new', 'expansion'] as const;
const down = ['contraction', 'churn'] as const;

const looks = {
  new: 'bg-good',
  expansion: 'bg-good opacity-50',
  contraction: 'bg-bad opacity-50',
  churn: 'bg-bad',
};

interface MovementBarsProps {
  readonly caption: string;
  readonly months: readonly RevenueMonth[];
  readonly money: (amount: number) => string;
  readonly monthText: (month: string) => string;
}

/** Gains and losses of each month: one tab stop, arrows lead through the months. */
export function MovementBars({ caption, months, money, monthText }: MovementBarsProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(months.length - 1);
  const stop = Math.min(wanted, months.length - 1);
  const most = Math.max(
    1,
    ...months.flatMap((month) => [totalOf(month, up), totalOf(month, down)]),
  );
  const textOf = (month: RevenueMonth) =>
    [...up, ...down]
      .map((name) => `${t(`business.figure.${name}`)} ${money(month[name])}`)
      .join(', ');
  const shown = months[stop];

  return (
    <div className="grid grid-cols-1 gap-2 text-[0.75rem] leading-4 tabular-nums">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div role="group" aria-label={caption} onKeyDown={moveFocus} className="pb-[22px]">
        <div className="group/bars relative flex h-[120px] justify-between gap-[5px] max-sm:gap-[2px]">
          <div
            aria-hidden="true"
            className="absolute inset-x-0 top-1/2 border-t border-line-strong"
          />
          {months.map((month, index) => (
            <span
              key={month.month}
              role="img"
              aria-label={`${monthText(month.month)}: ${textOf(month)}`}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => setWanted(index)}
              className={classNames(
                'relative flex max-w-[30px] flex-1 flex-col outline-offset-2',
                valueLook,
                sides[sideOf(index, months.length)].value,
              )}
            >
              <Half month={month} names={up} most={most} />
              <Half month={month} names={down} most={most} />
              {(index === 0 || index === months.length - 1) && (
                <span
                  className={classNames(
                    'absolute top-full mt-1.5 whitespace-nowrap text-ink-3',
                    sides[sideOf(index, months.length)].label,
                  )}
                >
                  {monthText(month.month)}
                </span>
              )}
            </span>
          ))}
        </div>
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
        {[...up, ...down].map((name) => (
          <li key={name} className="flex items-center gap-1.5">
            <span
              aria-hidden="true"
              className={classNames('size-2.5 rounded-[3px]', looks[name])}
            />
            {t(`business.figure.${name}`)}
          </li>
        ))}
      </ul>
      {shown && (
        <p aria-live="polite" className="text-small text-ink-2">
          {monthText(shown.month)}: {textOf(shown)}
        </p>
      )}
    </div>
  );
}

const totalOf = (month: RevenueMonth, names: readonly (keyof typeof looks)[]) =>
  names.reduce((sum, name) => sum + month[name], 0);

interface HalfProps {
  readonly month: RevenueMonth;
  readonly names: typeof up | typeof down;
  readonly most: number;
}

/** The parts above the line grow from it, as those below do. */
function Half({ month, names, most }: HalfProps) {
  return (
    <span className={classNames('flex h-1/2', names === up ? 'flex-col-reverse' : 'flex-col')}>
      {names.map((name) => (
        <span
          key={name}
          style={{ height: `${(month[name] / most) * 100}%` }}
          className={classNames('w-full', month[name] > 0 && `min-h-[2px] ${looks[name]}`)}
        />
      ))}
    </span>
  );
}
