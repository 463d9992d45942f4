/** Age in words, such as `3 hours`. */
export function toAge(ms: number): string {
  const units = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ] as const;
  const [unitMs, unit] = units.find(([size]) => ms >= 2 * size) ?? [1_000, 'second'];
  return toCount(Math.floor(ms / unitMs), unit);
}

/** Count with its noun, such as `2 sessions`. */
export function toCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
