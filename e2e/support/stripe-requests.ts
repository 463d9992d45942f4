/** One request as the Stripe emulator has seen it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly ua?: string;
  readonly idem?: string;
  readonly version?: string;
  readonly error?: string;
}

/** Refusals that the journeys have asked for. */
const provoked = [
  /^Your card was declined/,
  /^Payment for this invoice requires additional user action/,
  // The customer of a declined first payment is gone while its own events are still being followed.
  /^No such customer: /,
  // A subscription that ends is asked for its next invoice, and has none.
  /^No upcoming invoices for customer/,
];

/** Everything that the emulator at the address was asked. */
export async function readRequests(url: string): Promise<readonly SeenRequest[]> {
  return (await fetch(`${url}/_control/requests`)).json();
}

/** Requests that Stripe refused although no journey asked for it. */
export function wrongAmong(requests: readonly SeenRequest[]): readonly SeenRequest[] {
  return requests.filter(({ error }) => error && !provoked.some((words) => words.test(error)));
}
