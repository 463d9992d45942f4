/** The database's clock, and those of this process, read at one moment. In milliseconds. */
export interface TimeSample {
  readonly databaseMs: number;
  /** A clock of this machine that never jumps. */
  readonly steadyMs: number;
  /** This machine's time of day. */
  readonly machineMs: number;
}

/** Less is the way to the database and back. */
const noticedMs = 500;
/** More is a fault of a clock, and no correction of one. */
const leapMs = 5 * 60_000;
/** A clock that leapt and stays there is believed after so long. */
const believedAfterMs = 10 * 60_000;

const isFar = (ms: number) => Math.abs(ms) >= leapMs;

/**
 * Time of the database, which all processes share, continued by a clock that never jumps. Limits, sessions and removals
 * depend on it, so it follows only a lasting leap.
 */
export function createDatabaseTime(first: TimeSample) {
  let base = first;
  let skewMs = first.machineMs - first.databaseMs;
  let doubtedSince = isFar(skewMs) ? first.steadyMs : undefined;
  const nowMs = (steadyMs: number) => base.databaseMs + steadyMs - base.steadyMs;

  return {
    nowMs,

    follow(sample: TimeSample): void {
      skewMs = sample.machineMs - sample.databaseMs;
      const gap = sample.databaseMs - nowMs(sample.steadyMs);
      if (isFar(gap) || (doubtedSince !== undefined && isFar(skewMs))) {
        doubtedSince ??= sample.steadyMs;
        if (sample.steadyMs - doubtedSince < believedAfterMs) {
          return;
        }
      }
      doubtedSince = undefined;
      if (Math.abs(gap) > noticedMs) {
        base = sample;
      }
    },

    /** How far this machine's time of day is ahead of the database's. */
    skewMs: () => skewMs,
    /** Whether nothing contradicts the time; otherwise nothing is to be removed by it. */
    isTrusted: () => doubtedSince === undefined,
  };
}
