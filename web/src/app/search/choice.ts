import { toSearchText } from '@hearth/contract';
import type { ReactNode } from 'react';

/** A line that can be chosen. */
export interface Choice {
  readonly id: string;
  /** Title of the group that it is in; the first group has none. */
  readonly group: string;
  readonly label: string;
  /** Said in grey at the end of the line. */
  readonly hint?: string | undefined;
  readonly tone?: 'warn' | undefined;
  readonly mark: ReactNode;
  /** True for the page that the person is on. */
  readonly isCurrent?: boolean;
  /** Further words that find it. */
  readonly keywords?: string;
  readonly choose: () => void;
}

/** Choices that have every typed word, in their order. */
export function filterChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = toSearchText(text).split(/\s+/).filter(Boolean);
  return choices.filter(({ label, hint = '', keywords = '' }) => {
    const all = toSearchText(`${label} ${hint} ${keywords}`);
    return words.every((word) => all.includes(word));
  });
}
