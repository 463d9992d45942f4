import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'good' | 'info' | 'warn' | 'bad' | 'accent' | 'neutral';

const tones: Record<BadgeTone, string> = {
  good: 'bg-good-soft text-good',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  accent: 'bg-accent-soft text-accent',
  neutral: 'bg-sunken text-ink-2 shadow-[inset_0_0_0_1px_var(--line)]',
};

const dotted: readonly BadgeTone[] = ['good', 'info', 'warn', 'bad'];

/** A state in a word; the colour only repeats it. */
export function Badge(props: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  const { tone = 'neutral', children } = props;
  return (
    <span
      className={classNames(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-[9px] text-badge font-label whitespace-nowrap',
        tones[tone],
      )}
    >
      {dotted.includes(tone) && (
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
      )}
      {children}
    </span>
  );
}
