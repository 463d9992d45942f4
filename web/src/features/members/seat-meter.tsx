import { useTranslation } from 'react-i18next';
import { classNames } from '../../shared/ui/class-names.ts';

interface SeatMeterProps {
  readonly used: number;
  readonly limit: number;
}

/** Seats in words; the bar only repeats them. */
export function SeatMeter({ used, limit }: SeatMeterProps) {
  const { t } = useTranslation();
  const isFull = used >= limit;
  const percent = limit > 0 ? Math.min(100, (used / limit) * 100) : 100;

  return (
    <span className="grid gap-2">
      <span className="tabular-nums">{t('users.seats', { used, limit })}</span>
      <span
        aria-hidden="true"
        className="block h-1.5 max-w-[260px] overflow-hidden rounded-full bg-line"
      >
        <span
          style={{ width: `${percent}%` }}
          className={classNames('block h-full rounded-full', isFull ? 'bg-warn' : 'bg-ink-3')}
        />
      </span>
      {isFull && <span className="text-small text-warn">{t('users.seatsFull')}</span>}
    </span>
  );
}
