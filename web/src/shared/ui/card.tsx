import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

const edges = {
  plain: 'border-line shadow-lift',
  /** Frame of the one card that is highlighted among several. */
  marked: 'border-accent shadow-[0_0_0_1px_var(--accent)]',
};

interface CardProps extends ComponentProps<'div'> {
  readonly edge?: keyof typeof edges;
}

/** A surface with an edge. */
export function Card({ edge = 'plain', className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={classNames('rounded-card border bg-surface', edges[edge], className)}
    />
  );
}

interface SectionCardProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A card with a headed part above its body. */
export function SectionCard({ id, title, aside, children }: SectionCardProps) {
  return (
    <section
      aria-labelledby={id}
      className="rounded-card border border-line bg-surface shadow-lift"
    >
      <div className="flex flex-wrap items-center justify-between gap-3 px-5 pt-4">
        <h2 id={id} className="text-card font-card">
          {title}
        </h2>
        {aside}
      </div>
      <div className="px-5 pt-3.5 pb-5">{children}</div>
    </section>
  );
}
