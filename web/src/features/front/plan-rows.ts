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
    if (plans.every(({ seats }, index) => isAboutSeats(kind, texts[index], seats))) {
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

const people = /\b(people|person|users?|members?|seats?)\b|席位|人|用户|成员/i;

/** Whether the text says how many people the plan is for, and not another figure that is the same; keys are English in every language. */
function isAboutSeats(kind: string, text: string | undefined, seats: number | null): boolean {
  const figures: readonly string[] = text?.match(/\d+/g) ?? [];
  return text !== undefined && people.test(`${kind} ${text}`) && figures.includes(String(seats));
}

const kindOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);
