import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../shared/ui/card.tsx';
import type { FigureName } from './figures.ts';

interface FigureGridProps {
  readonly id: string;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly figures: readonly { readonly name: FigureName; readonly value: ReactNode }[];
}

/** Figures side by side, each with its definition below. */
export function FigureGrid({ id, title, aside, figures }: FigureGridProps) {
  const { t } = useTranslation();
  return (
    <SectionCard id={id} title={title} aside={aside}>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map(({ name, value }) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-small font-label text-ink-2">{t(`business.figure.${name}`)}</dt>
            <dd className="text-figure font-card tracking-tight wrap-anywhere tabular-nums">
              {value}
            </dd>
            <dd className="max-w-[52ch] text-small leading-paragraph text-ink-2">
              {t(`business.definition.${name}`)}
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
