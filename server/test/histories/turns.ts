import type { Chance } from '../harness/chance.ts';
import { signInAgain } from '../harness/crowd.ts';
import type { Cast } from './rounds.ts';

/** Events of the whole installation, which begin or end in a round. */
export type Turn = 'back up' | 'restore' | 'raise price' | 'wrong key' | 'drafts' | 'no drafts';

/** Turns of each round; most of them come once in every other lot. */
export function chooseTurns(chance: Chance, rounds: number): readonly (readonly Turn[])[] {
  const turnsByRound: Turn[][] = Array.from({ length: rounds }, () => []);
  const at = (from: number) => turnsByRound[from + chance.below(rounds - from)] ?? [];
  if (chance.below(2) === 0) {
    const backup = 1 + chance.below(rounds - 3);
    turnsByRound[backup]?.push('back up');
    at(backup + 1).push('restore');
  }
  if (chance.below(2) === 0) {
    at(1).push('raise price');
  }
  if (isWrongKeyNoticed && chance.below(3) === 0) {
    at(1).push('wrong key');
  }
  for (const turns of turnsByRound) {
    turns.push(...chance.pick([['drafts'], ['no drafts'], []] as const));
  }
  return turnsByRound;
}

/** Whether the product notices the key of another account, and then turns payments off. */
const isWrongKeyNoticed: boolean = true;

/** Before the round. */
export async function turn(cast: Cast, turns: readonly Turn[]): Promise<void> {
  for (const one of turns) {
    await begin[one](cast);
  }
}

const begin: Readonly<Record<Turn, (cast: Cast) => Promise<unknown>>> = {
  // It is made while the round goes on.
  'back up': async () => undefined,
  async restore(cast) {
    await cast.world.operator?.restore();
    for (const player of cast.world.operator ? cast.players : []) {
      player.forget();
    }
    await signInAll(cast);
  },
  'raise price': async ({ world }) => await world.operator?.raisePrice(),
  'wrong key': async ({ world }) => await world.operator?.takeWrongKey(),
  drafts: async ({ world }) => await world.setDrafts?.(true),
  'no drafts': async ({ world }) => await world.setDrafts?.(false),
};

/** For one round only. */
export async function endTurn({ world }: Cast, turns: readonly Turn[]): Promise<string[]> {
  return turns.includes('wrong key') ? ((await world.operator?.takeRightKey()) ?? []) : [];
}

/** After a while, or a restored backup, people sign in again. */
export async function signInAll({ world, players }: Cast): Promise<void> {
  const owners = await signInAgain(
    world.app,
    players.map(({ owner }) => owner),
  );
  for (const [index, owner] of owners.entries()) {
    const player = players[index];
    if (player) {
      player.owner = owner;
    }
  }
}
