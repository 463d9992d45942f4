import { describe, expect, it } from 'vitest';
import { createDatabaseTime } from './database-time.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.UTC(2026, 10, 27);

/** Clocks of a database and of a machine, each with an error, and time that passes. */
function begin({ database = 0, machine = 0 } = {}) {
  let passed = 0;
  const errors = { database, machine };
  const sample = () => ({
    databaseMs: start + passed + errors.database,
    steadyMs: 77 + passed,
    machineMs: start + passed + errors.machine,
  });
  const time = createDatabaseTime(sample());
  return {
    time,
    errors,
    /** Error of the product's time after so long, in which the database was read each minute. */
    pass(ms: number): number {
      for (let done = 0; done < ms; done += minute) {
        passed += minute;
        time.follow(sample());
      }
      return time.nowMs(77 + passed) - start - passed;
    },
  };
}

describe('product time', () => {
  it('is the database’s, however wrong the machine’s clock is', () => {
    const { time, errors, pass } = begin({ machine: 150_000 });
    expect(pass(minute)).toBe(0);
    errors.machine = 20 * day;
    expect(pass(30 * minute)).toBe(0);
    expect(time.skewMs()).toBe(20 * day);
    expect(time.isTrusted()).toBe(true);
  });

  it('does not follow a leap of the database that is over soon', () => {
    const { time, errors, pass } = begin();
    errors.database = 20 * day;
    expect(pass(5 * minute)).toBe(0);
    expect(time.isTrusted()).toBe(false);
    errors.database = 0;
    expect(pass(minute)).toBe(0);
    expect(time.isTrusted()).toBe(true);
  });

  it('follows a leap that lasts, and a correction at once', () => {
    const { time, errors, pass } = begin();
    errors.database = -2 * day;
    expect(pass(5 * minute)).toBe(0);
    expect(pass(10 * minute)).toBe(-2 * day);
    expect(time.isTrusted()).toBe(true);
    errors.database += 2 * minute;
    expect(pass(minute)).toBe(-2 * day + 2 * minute);
  });

  it('is not trusted after a start at which clocks contradict each other, for ten minutes', () => {
    const { time, errors, pass } = begin({ database: 20 * day });
    expect(time.isTrusted()).toBe(false);
    pass(5 * minute);
    expect(time.isTrusted()).toBe(false);
    pass(6 * minute);
    expect(time.isTrusted()).toBe(true);
    errors.machine = 20 * day;
    expect(pass(minute)).toBe(20 * day);
  });

  it('does not tremble with the way to the database', () => {
    const { errors, pass } = begin();
    for (const error of [40, -40, 300, 0]) {
      errors.database = error;
      expect(pass(minute)).toBe(0);
    }
  });
});
