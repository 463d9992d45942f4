/** One line of `GET /dev/upcoming.json`, which answers an array, the next first; local mode only. */
export interface Upcoming {
  /** ISO 8601. */
  readonly at: string;
  /** Changes of the project, and emails to its owner: `renewal-ahead`, `card-expiring` and `trial-ending`. */
  readonly kind: UpcomingKind;
  readonly subscription_id: string;
  /** Empty if the project has no name. */
  readonly name: string;
}

export const upcomingMails = ['renewal-ahead', 'card-expiring', 'trial-ending'] as const;

export type UpcomingKind =
  | 'renewal'
  | 'retry'
  | 'plan-change'
  | 'trial-end'
  | 'end'
  | (typeof upcomingMails)[number];
