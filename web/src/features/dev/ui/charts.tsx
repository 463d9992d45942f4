import { useTranslation } from 'react-i18next';
import { formatDay, useLanguage } from '../../../shared/i18n/index.ts';
import { type Bar, Bars } from '../../../shared/ui/bars.tsx';
import { Meter, Ring } from '../../../shared/ui/meter.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { Group, row } from './group.tsx';

const sums = [0, 0, 10, 10, 10, 16.43, 10, 10, 10, 10, 10, 10];
const weekMs = 7 * 24 * 60 * 60 * 1000;
/** A Friday in autumn: Chinese dates of two figures each are the widest. */
const firstDay = Date.parse('2026-10-02T12:00:00Z');

export function Charts() {
  const { t } = useTranslation();
  const language = useLanguage();
  const dayAfter = (weeks: number) =>
    formatDay(new Date(firstDay + weeks * weekMs).toISOString(), language);
  const bars = (last: 'now' | 'unpaid'): Bar[] => [
    ...sums.map((value, index) => ({
      label: dayAfter(index),
      value,
      text: `$${value.toFixed(2)}`,
      ...(index === sums.length - 1 && { kind: last }),
    })),
    { label: dayAfter(sums.length), value: 16.43, text: '$16.43', kind: 'next' },
  ];
  return (
    <Group name="Meter, Ring, Bars, Skeleton, SkeletonGroup">
      <div className={row}>
        {[1, 7, 20].map((used) => (
          <span key={used} className="w-32">
            <Meter used={used} max={20} />
          </span>
        ))}
        <Ring used={7} max={20} label="7 / 20" ofText="/ 20" />
        <Ring used={20} max={20} label="20 / 20" ofText="/ 20" />
      </div>
      <div className="max-w-96">
        <Bars caption={t('ui.word')} bars={bars('now')} />
      </div>
      <Bars caption={t('ui.word')} bars={bars('unpaid')} gridText={(value) => `$${value}`} />
      <SkeletonGroup className="grid gap-2">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="h-4 w-full" />
      </SkeletonGroup>
    </Group>
  );
}
