/** The one source of product time; tests and the local mode move it. */
export interface Clock {
  now(): Date;
  /** False while clocks contradict each other: nothing is removed by this time then. True if it is left out. */
  isTrusted?(): boolean;
  /** Time of day of this machine less the database's; nothing if the clock does not follow the database. */
  skewMs?(): number;
}

export const systemClock: Clock = { now: () => new Date() };
