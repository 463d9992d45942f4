import { randomSecret } from '../../../platform/ids.ts';
import type { Client } from './session.ts';

/**
 * Marks of browsers on which an account was signed in before. Attempts that carry one are counted
 * apart, so that a stranger who guesses cannot lock the person out.
 */
export interface DeviceMarks {
  /** Marks of the browser, each for some account. */
  readonly held: readonly string[];
  /** For an account that none of them is for. */
  readonly fresh: string;
}

/** Undefined for clients that keep no cookies. */
export function toDeviceMarks({
  cookieSession,
  deviceMarks = [],
}: Client): DeviceMarks | undefined {
  return cookieSession ? { held: deviceMarks, fresh: randomSecret() } : undefined;
}
