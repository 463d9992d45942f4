import { toSearchText } from '@hearth/contract';
import type { ComponentType, ReactNode, SVGProps } from 'react';

/** A line that can be chosen. */
export interface Choice {
  readonly id: string;
  /** Title of the group that it is in; the first group has none. */
  readonly group: string;
  readonly label: string;
  /** Said in grey at the end of the line. */
  readonly hint?: string | undefined;
  /** Shown in place of the hint, whose words still find the line. */
  readonly chip?: ReactNode;
  readonly mark: ReactNode;
  /** True for the page that the person is on. */
  readonly isCurrent?: boolean;
  /** Further words that find it. */
  readonly keywords?: string | undefined;
  readonly choose: () => void;
}

export function markOf(Icon: ComponentType<SVGProps<SVGSVGElement>>): ReactNode {
  return <Icon aria-hidden="true" strokeWidth={1.75} />;
}

/** Choices that have every typed word, group by group; those that are named so come before those with another word for it. */
export function filterChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const words = toSearchText(text).split(/\s+/).filter(Boolean);
  const hasAll = (...texts: (string | undefined)[]) => {
    const all = toSearchText(texts.filter(Boolean).join(' '));
    return words.every((word) => all.includes(word));
  };
  const isNamed = ({ label, hint }: Choice) => hasAll(label, hint);
  const found = choices.filter(({ label, hint, keywords }) => hasAll(label, hint, keywords));
  const named = new Set(found.filter(isNamed).map(({ group }) => group));
  const groups = [...new Set(found.map(({ group }) => group))];
  return [true, false]
    .flatMap((first) => groups.filter((group) => named.has(group) === first))
    .flatMap((group) => {
      const members = found.filter((choice) => choice.group === group);
      return [...members.filter(isNamed), ...members.filter((choice) => !isNamed(choice))];
    });
}
