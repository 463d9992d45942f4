import type { ReactNode } from 'react';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Number of items with this value. */
  readonly count?: number;
}

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A few choices side by side, of which one is on. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <fieldset
      aria-label={label}
      className="inline-flex w-fit max-w-full flex-wrap gap-0.5 rounded-[9px] border border-line bg-sunken p-[3px]"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex h-7 items-center gap-1.5 rounded-[6px] px-2.5 text-small font-label whitespace-nowrap text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-[0_0_0_1px_var(--line)] max-sm:h-9 [&>svg]:size-[15px]"
        >
          {option.label}
          {option.count !== undefined && (
            <span className="font-normal text-ink-3 tabular-nums">{option.count}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
