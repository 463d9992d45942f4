import { classNames } from './class-names.ts';

/** Look of a key. */
export const keyStyle =
  'rounded-[6px] border border-line bg-surface px-1.5 py-0.5 font-sans text-badge text-ink-2';

interface KeyCapProps {
  readonly keys: string;
  readonly className?: string;
}

/** Keys that do what stands beside them; for the eyes only. */
export function KeyCap({ keys, className }: KeyCapProps) {
  return (
    <span aria-hidden="true" className={classNames(keyStyle, className)}>
      {keys}
    </span>
  );
}
