import type { Revenue } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../shared/i18n/format.ts';
import { formatMonth } from '../../../shared/i18n/format-month.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { Table } from '../../../shared/ui/table.tsx';
import { FigureGrid } from '../figure-grid.tsx';
import { useFigureWords } from './figures.ts';
import { middleOf } from './month-range.ts';
import { RowsLink } from './rows-link.tsx';

type Trials = Revenue['trials'][number];

interface TrialSectionProps {
  readonly trials: readonly Trials[];
  readonly running: number;
}

/** Trials, which have no currency, and how many of them became paying projects. */
export function TrialSection({ trials, running }: TrialSectionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = t('business.trialTable');
  const last = trials.at(-1) ?? { month: '', begun: 0, stayed: 0 };
  const link = (figure: 'trials' | 'stayed' | 'trials_running', month: string, count: number) =>
    count === 0 ? (
      formatCount(count)
    ) : (
      <RowsLink
        name={t(`business.figure.${figure}`)}
        value={formatCount(count)}
        asked={{ from: month, to: month, figure }}
      />
    );
  const toWords = useFigureWords();
  const shareOf = ({ begun, stayed }: Trials) =>
    begun === 0 ? '–' : `${Math.round((stayed / begun) * 100)} %`;

  return (
    <section aria-labelledby="trials" className="grid grid-cols-1 gap-6">
      <h2 id="trials" className="text-title font-card">
        {title}
      </h2>
      <FigureGrid
        id="trial-figures"
        title={`${title}, ${formatMonth(middleOf(last.month), language, 'UTC')}`}
        figures={[
          toWords('trials', link('trials', last.month, last.begun)),
          toWords('stayed', link('stayed', last.month, last.stayed)),
          toWords('trials_running', link('trials_running', last.month, running)),
        ]}
      />
      <Table
        caption={title}
        columns={[
          {
            name: t('business.month'),
            cell: ({ month }) => formatMonth(middleOf(month), language, 'UTC'),
          },
          {
            name: t('business.figure.trials'),
            cell: ({ month, begun }) => link('trials', month, begun),
            atEnd: true,
          },
          {
            name: t('business.figure.stayed'),
            cell: ({ month, stayed }) => link('stayed', month, stayed),
            atEnd: true,
          },
          { name: t('business.share'), cell: shareOf, atEnd: true },
        ]}
        rows={trials.toReversed()}
        keyOf={({ month }) => month}
      />
    </section>
  );
}
