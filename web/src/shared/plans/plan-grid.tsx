import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

interface PlanGridProps {
  readonly plans: number;
  /** A list item for each plan. */
  readonly children: ReactNode;
}

/** Columns by number of plans, so that none is left alone in a line. */
const columns: Readonly<Record<number, string>> = {
  1: 'max-w-[400px]',
  3: '@2xl:grid-cols-3',
  4: '@md:grid-cols-2 @4xl:grid-cols-4',
  5: '@2xl:grid-cols-3',
  6: '@md:grid-cols-2 @2xl:grid-cols-3',
};

/** Plans side by side. */
export function PlanGrid({ plans, children }: PlanGridProps) {
  return (
    <div className="@container">
      <ul className={classNames('plan-cards', columns[plans] ?? '@md:grid-cols-2')}>{children}</ul>
    </div>
  );
}
