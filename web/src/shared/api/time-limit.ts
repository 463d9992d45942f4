import type { Dialect } from './any-entry.ts';

const callableMs = 70_000;
const desktopMs = 30_000;
const mobileMs = 60_000;
const offlineMs = 5_000;

interface Device {
  readonly userAgent: string;
  readonly onLine: boolean;
}

export function timeLimitMs(dialect: Dialect, device: Device): number {
  if (dialect === 'callable') {
    return callableMs;
  }
  const usualMs = isMobile(device) ? mobileMs : desktopMs;
  return device.onLine ? usualMs : Math.min(offlineMs, usualMs);
}

function isMobile({ userAgent }: Device): boolean {
  return /android|iphone|ipad|ipod|mobile|blackberry|webos|iemobile/i.test(userAgent);
}
