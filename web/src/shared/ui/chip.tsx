import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  owner: 'border-transparent bg-chart-soft text-ink',
  strong: 'border-line-strong bg-sunken text-ink',
  plain: 'border-line bg-surface text-ink-2',
};

/** Names something that a person holds, such as Owner or Editor. */
export function Chip(props: { readonly tone?: keyof typeof tones; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex h-[22px] max-w-full items-center rounded-[6px] border px-2 text-badge font-medium whitespace-nowrap',
        tones[props.tone ?? 'plain'],
      )}
    >
      <span className="truncate">{props.children}</span>
    </span>
  );
}
