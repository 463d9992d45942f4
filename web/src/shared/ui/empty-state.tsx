import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';

interface EmptyStateProps {
  readonly drawing: DrawingName;
  readonly title: string;
  readonly children: ReactNode;
  /** Left out if the page has no such button yet. */
  readonly action?: ReactNode;
}

/** Shown in place of an empty list: a sentence, and the button that changes it unless the page has it already. */
export function EmptyState({ drawing, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card border border-line bg-surface px-5 pt-9 pb-10 shadow-lift text-center">
      <Drawing name={drawing} />
      <div className="grid max-w-[44ch] gap-1">
        <h2 className="text-card font-card">{title}</h2>
        <p className="text-ink-2">{children}</p>
      </div>
      {action}
    </div>
  );
}
