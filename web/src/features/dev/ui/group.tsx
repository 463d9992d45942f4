import type { ReactNode } from 'react';

interface GroupProps {
  /** Names of primitives are code, so they are the same in every language. */
  readonly name: string;
  readonly children: ReactNode;
}

export function Group({ name, children }: GroupProps) {
  return (
    <section className="grid min-w-0 grid-cols-1 gap-4 rounded-card border border-line bg-surface p-5 shadow-lift">
      <h2 className="font-mono text-small wrap-anywhere text-ink-2">{name}</h2>
      {children}
    </section>
  );
}

export const row = 'flex flex-wrap items-center gap-3';
