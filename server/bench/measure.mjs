import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

const ticksPerSecond = 100;

/** CPU time of a process in microseconds, from /proc; NaN if there is none. */
function cpuMicroseconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1e6;
  } catch {
    return Number.NaN;
  }
}

/** One load run: requests/s, latency in ms and CPU of the server process per request in µs. */
export async function load({ pid, seconds, connections, ...request }) {
  const cpuBefore = cpuMicroseconds(pid);
  const result = await autocannon({ ...request, connections, duration: seconds });
  const failed = result.non2xx + result.errors;
  if (failed > 0) {
    throw new Error(`${failed} of ${result.requests.total} requests to ${request.url} failed.`);
  }
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpu: (cpuMicroseconds(pid) - cpuBefore) / result.requests.total,
  };
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Warms both sides up, then runs them in turn, so that a noisy minute hits them alike; answers the rows of each. */
export async function interleave({ pairs, seconds, warmUpSeconds }, first, second) {
  await first(warmUpSeconds);
  await second(warmUpSeconds);
  const rows = { first: [], second: [] };
  for (let pair = 0; pair < pairs; pair += 1) {
    rows.first.push(await first(seconds));
    rows.second.push(await second(seconds));
  }
  return rows;
}
