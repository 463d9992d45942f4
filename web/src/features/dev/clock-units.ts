/** The steps in which product time is moved. */
export const unitMs = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;

export type ClockUnit = keyof typeof unitMs;

/** The server moves it no further at once. */
export const furthestMs = 10 * 365 * unitMs.day;
