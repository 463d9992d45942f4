import { timeHeader } from '@hearth/contract';

/** A smaller difference is the answer's way through the network and its wait in the page. */
const leastMs = 60_000;

let aheadMs = 0;

/**
 * The time of the server, which `/dev/clock` moves; the browser's clock may be wrong. All texts about now use it: "14
 * days left", "yesterday", an expired card.
 */
export function productNow(): number {
  return Date.now() + aheadMs;
}

/** Learns the server's time from an answer that has just come in. */
export function noteProductTime({ headers }: Response): void {
  const apartMs = Date.parse(headers.get(timeHeader) ?? '') - Date.now();
  if (!Number.isNaN(apartMs)) {
    aheadMs = Math.abs(apartMs) < leastMs ? 0 : apartMs;
  }
}
