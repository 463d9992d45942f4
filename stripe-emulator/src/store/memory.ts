import type Stripe from 'stripe';
import { type CustomerState, emptyCatalogue, type Stored } from '../state.ts';
import { freeze } from './freeze.ts';
import {
  type Changes,
  type Delivery,
  type DeliveryOutcomes,
  leaseSeconds,
  mostForgotten,
  mostTaken,
  type SavedAnswer,
  type SavedState,
  type Store,
  type Transaction,
} from './store.ts';

const daySeconds = 24 * 3600;

interface Kept extends Omit<SavedState, 'state' | 'newIds'> {
  /** JSON, so that no request sees what another one changes. */
  text: string;
}

/** Everything in this process: for tests, and for a program that may forget when it ends. */
class MemoryStore implements Store {
  readonly #states = new Map<string, Kept>();
  readonly #owners = new Map<string, string>();
  readonly #answers = new Map<string, SavedAnswer>();
  readonly #heldKeys = new Set<string>();
  readonly #locks = createLocks();
  readonly #deliveries = new Map<string, Delivery>();
  readonly #events = new Map<string, Stored<Stripe.Event>>();
  #catalogue = freeze(emptyCatalogue());
  #number = 0;

  async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const release: (() => void)[] = [];
    try {
      return await work(this.#begin(release));
    } finally {
      for (const end of release.reverse()) {
        end();
      }
    }
  }

  #begin(release: (() => void)[]): Transaction {
    const read = (owner: string): CustomerState[] => {
      const kept = this.#states.get(owner);
      return kept ? [JSON.parse(kept.text)] : [];
    };
    return {
      nextNumber: async () => {
        this.#number += 1;
        return this.#number;
      },
      listEvents: async (since = 0) =>
        [...this.#events.values()].filter(({ created }) => created >= since),
      findEvent: async (id) => this.#events.get(id),
      holdKey: async (key) => {
        const isFree = !this.#heldKeys.has(key);
        if (isFree) {
          this.#heldKeys.add(key);
          release.push(() => this.#heldKeys.delete(key));
        }
        return isFree;
      },
      savedAnswer: async (key) => this.#answers.get(key),
      ownersOf: async (ids) => ids.map((id) => this.#owners.get(id)),
      lockStates: async (owners) => {
        for (const owner of [...new Set(owners)].sort()) {
          release.push(await this.#locks.take(owner));
        }
        return owners.flatMap(read);
      },
      readStates: async (owners) =>
        (owners === 'all' ? [...this.#states.keys()] : owners).flatMap(read),
      lockCatalogue: async () => {
        release.push(await this.#locks.take('catalogue'));
        return structuredClone(this.#catalogue);
      },
      readCatalogue: async () => this.#catalogue,
      commit: async (changes) => this.#write(changes),
    };
  }

  #write({ states = [], removed = [], events = [], deliveries = [], ...changes }: Changes) {
    for (const { state, newIds, clock, dueAt } of states) {
      this.#states.set(state.owner, { text: JSON.stringify(state), clock, dueAt });
      for (const id of [state.owner, ...newIds]) {
        this.#owners.set(id, state.owner);
      }
    }
    for (const owner of removed) {
      this.#states.delete(owner);
    }
    this.#catalogue = changes.catalogue ? freeze(changes.catalogue) : this.#catalogue;
    for (const event of events) {
      this.#events.set(event.id, event);
    }
    for (const delivery of deliveries) {
      this.#deliveries.set(delivery.id, delivery);
    }
    if (changes.answer) {
      const { key, saved } = changes.answer;
      this.#answers.set(key, saved);
      forgetBefore(this.#answers, saved.savedAt - daySeconds);
    }
  }

  async readCatalogue() {
    return this.#catalogue;
  }

  async nextDue(now: number, clocks: Record<string, number>) {
    const due = [...this.#states]
      .flatMap(([owner, { clock, dueAt }]) => (dueAt === null ? [] : [{ owner, clock, dueAt }]))
      .filter(({ clock, dueAt }) => dueAt <= (clock === null ? now : (clocks[clock] ?? 0)));
    return due.sort((a, b) => a.dueAt - b.dueAt)[0];
  }

  async takeDeliveries(now: number) {
    const due = [...this.#deliveries.values()].filter(({ dueAt }) => dueAt <= now);
    return due.slice(0, mostTaken).map((delivery) => {
      this.#deliveries.set(delivery.id, { ...delivery, dueAt: now + leaseSeconds });
      return { delivery, event: this.#events.get(delivery.event) };
    });
  }

  async noteDeliveries(outcomes: DeliveryOutcomes) {
    for (const [id, again] of outcomes) {
      if (again) {
        this.#deliveries.set(id, again);
      } else {
        this.#deliveries.delete(id);
      }
    }
  }

  async forgetEvents(before: number) {
    const waiting = new Set([...this.#deliveries.values()].map(({ event }) => event));
    const old = [...this.#events.values()].filter(
      ({ id, created }) => created < before && !waiting.has(id),
    );
    for (const { id } of old.slice(0, mostForgotten)) {
      this.#events.delete(id);
    }
    return old.length > mostForgotten;
  }

  async clear() {
    const maps = [this.#states, this.#owners, this.#answers, this.#deliveries, this.#events];
    for (const map of maps) {
      map.clear();
    }
    this.#catalogue = freeze(emptyCatalogue());
  }
}

export const createMemoryStore = (): Store => new MemoryStore();

/** Waiters of one name go on in the order in which they came. */
function createLocks() {
  const tails = new Map<string, Promise<void>>();
  return {
    take: async (name: string) => {
      const before = tails.get(name);
      let end = () => {};
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      const tail = (before ?? Promise.resolve()).then(() => ended);
      tails.set(name, tail);
      await before;
      return () => {
        end();
        if (tails.get(name) === tail) {
          tails.delete(name);
        }
      };
    },
  };
}

function forgetBefore(answers: Map<string, SavedAnswer>, time: number) {
  for (const [key, { savedAt }] of answers) {
    if (savedAt >= time) {
      return;
    }
    answers.delete(key);
  }
}
