/** Draws the same numbers for the same seed, so that a failure can be had again. */
export interface Chance {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** SEED, else a new one with each long run. A short run has one of its own, so that only a change can break it. */
export function chosenSeed(): number {
  const usual = process.env.HEARTH_LONG ? Math.floor(Math.random() * 2 ** 31) : 1;
  return Number(process.env.SEED ?? usual);
}

/** Mulberry32. */
export function createChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    shuffle(items) {
      const left = [...items];
      return Array.from(items, () => left.splice(below(left.length), 1)).flat();
    },
  };
}
