import type { Frequency, Money } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A payment that has just gone through. */
export interface Paid {
  readonly planId: string;
  /** Absent if the amount is not known here. */
  readonly amount?: Money;
  /** Absent if it is not known how often the plan is charged. */
  readonly frequency?: Frequency;
  /** Absent if it was paid. */
  readonly trial?: StartedTrial;
}

export interface StartedTrial {
  /** ISO 8601: the first payment. */
  readonly end: string;
  readonly next: Money;
  /** Whether there is a card for the first payment. */
  readonly hasCard: boolean;
}

/** State of the page that the person comes to after paying. */
export interface PaidState {
  readonly paid: Paid;
}

/** The payment that led to this page, once: a page that is loaded again gives thanks no more. */
export function useJustPaid(): Paid | undefined {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const [paid] = useState(() => (state as Partial<PaidState> | null)?.paid);

  useEffect(() => {
    if (paid) {
      void navigate(pathname, { replace: true, state: null });
    }
  }, [paid, pathname, navigate]);

  return paid;
}
