import type { PublicPlan } from '@hearth/contract';

/** A number, a text of the plan, whether the plan has it, or null for no limit. */
export type Cell = number | string | boolean | null;

export interface PlanRow {
  readonly label: string;
  /** In the order of the plans. */
  readonly cells: readonly Cell[];
}

type Say = (key: string) => string;

/** A row for each limit that any plan names. */
export function compareLimits(plans: readonly PublicPlan[], say: Say): readonly PlanRow[] {
  const names = new Set(plans.flatMap(({ limits = {} }) => Object.keys(limits)));
  return [...names].map((name) => ({
    label: say(`limits.${name}`),
    cells: plans.map(({ limits }) => limits?.[name] ?? (limits && name in limits ? null : false)),
  }));
}

/**
 * A row for features whose keys end alike, such as `plans.free.storage` and `plans.pro.storage`, if `compare.storage`
 * names it; without a name each text has its own row.
 */
export function compareFeatures(plans: readonly PublicPlan[], say: Say): readonly PlanRow[] {
  const kinds = new Set(plans.flatMap(({ descriptionKeys }) => descriptionKeys.map(kindOf)));
  return [...kinds].flatMap((kind): readonly PlanRow[] => {
    const texts = plans.map(({ descriptionKeys }) => {
      const key = descriptionKeys.find((one) => kindOf(one) === kind);
      return key === undefined ? undefined : say(key);
    });
    // The row of people says it already.
    if (texts.every((text, index) => text?.includes(String(plans[index]?.seats ?? Number.NaN)))) {
      return [];
    }
    const named = `compare.${kind}`;
    const label = say(named);
    const different = new Set(texts.filter((text) => text !== undefined));
    if (label !== named && different.size > 1) {
      return [{ label, cells: texts.map((text) => text ?? false) }];
    }
    return [...different].map((text) => ({ label: text, cells: texts.map((one) => one === text) }));
  });
}

const kindOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);
