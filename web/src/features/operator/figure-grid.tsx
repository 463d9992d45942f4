import type { ReactNode } from 'react';
import { SectionCard } from '../../shared/ui/card.tsx';

export interface Figure {
  readonly name: string;
  readonly label: string;
  readonly value: ReactNode;
  /** Below the value, such as since when. */
  readonly sub?: string | null;
  readonly definition: string;
}

interface FigureGridProps {
  readonly id: string;
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Figures side by side, each with its definition below. */
export function FigureGrid({ id, title, figures }: FigureGridProps) {
  return (
    <SectionCard id={id} title={title}>
      <dl className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {figures.map(({ name, label, value, sub, definition }) => (
          <div key={name} className="grid content-start gap-0.5">
            <dt className="text-small font-label text-ink-2">{label}</dt>
            <dd className="text-figure font-card tracking-tight wrap-anywhere tabular-nums">
              {value}
            </dd>
            {sub && <dd className="text-small text-ink-2 tabular-nums">{sub}</dd>}
            <dd className="max-w-[52ch] text-small leading-paragraph text-ink-2">{definition}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
