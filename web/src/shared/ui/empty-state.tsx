import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: ReactNode;
}

/** Nothing here yet: a sentence, and the button that changes it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card border border-dashed border-line-strong px-5 py-14 text-center">
      <div
        aria-hidden="true"
        className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent [&>svg]:size-6"
      >
        {icon}
      </div>
      <div className="grid max-w-[44ch] gap-1">
        <h2 className="text-card font-card">{title}</h2>
        <p className="text-ink-2">{children}</p>
      </div>
      {action}
    </div>
  );
}
