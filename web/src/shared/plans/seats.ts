import { useTranslation } from 'react-i18next';

export interface Seats {
  readonly used: number;
  /** Null for any number. */
  readonly limit: number | null;
}

/** Whether nobody more can be added. */
export function isFull({ used, limit }: Seats): boolean {
  return limit !== null && used >= limit;
}

/** "3 of 10 seats", or only how many are taken if any number may be. */
export function useSeatsText(): (seats: Seats) => string {
  const { t } = useTranslation();
  return (seats) => {
    const { used, limit } = seats;
    if (limit === null) {
      return t('dashboard.seatsTaken', { count: used });
    }
    return t(isFull(seats) ? 'dashboard.seatsFull' : 'dashboard.seats', { used, count: limit });
  };
}
