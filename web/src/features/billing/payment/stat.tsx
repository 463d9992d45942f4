import type { ReactNode } from 'react';

interface StatProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** One of the figures that stand side by side in a `dl`. */
export function Stat({ name, children }: StatProps) {
  return (
    <div className="grid content-start gap-1 px-5 py-[18px]">
      <dt className="text-small text-ink-2">{name}</dt>
      <dd className="grid gap-1">{children}</dd>
    </div>
  );
}

/** The figure that a part of the summary is about. */
export function StatFigure({ children }: { readonly children: ReactNode }) {
  return (
    <span className="text-[20px] leading-7 font-card tracking-tight wrap-anywhere">{children}</span>
  );
}

/** What belongs to the figure above it. */
export function StatNote({ children }: { readonly children: ReactNode }) {
  return <span className="text-small text-ink-2">{children}</span>;
}
