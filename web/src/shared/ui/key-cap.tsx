import { classNames } from './class-names.ts';

/** Keys that do what stands beside them; for the eyes only. */
export function KeyCap({
  keys,
  className,
}: {
  readonly keys: string;
  readonly className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'rounded-[6px] border border-line bg-surface px-1.5 py-0.5 font-sans text-badge text-ink-2',
        className,
      )}
    >
      {keys}
    </span>
  );
}
