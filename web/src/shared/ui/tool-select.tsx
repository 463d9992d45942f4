import type { ReactNode } from 'react';

/** Look of a field above a list, which is lower than those of forms. */
export const toolStyle =
  'h-9 max-w-full min-w-0 rounded-control border border-line-strong bg-surface text-label text-ink hover:border-ink-3';

interface ToolSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Its options. */
  readonly children: ReactNode;
}

/** The browser's own dropdown above a list; what it shows says enough to sighted people. */
export function ToolSelect({ label, value, onChange, children }: ToolSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={`${toolStyle} truncate px-2`}
    >
      {children}
    </select>
  );
}
