const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Pauses between attempts, as Svix makes them: together about three days. */
const pausesMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Pause after so many failed attempts, 20 % shorter or longer so that many do not come together; undefined after the last. */
export function pauseAfter(attempts: number, chance = Math.random()): number | undefined {
  const pauseMs = pausesMs[attempts - 1];
  return pauseMs === undefined ? undefined : Math.round(pauseMs * (0.8 + 0.4 * chance));
}
