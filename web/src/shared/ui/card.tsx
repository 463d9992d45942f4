import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-card border border-line bg-surface shadow-lift', className)}
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
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-4">
        <h2 id={id} className="text-card font-card">
          {title}
        </h2>
        {aside}
      </div>
      <div className="p-5">{children}</div>
    </section>
  );
}
