import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createChance } from '../harness/chance.ts';
import { createCast, credentialsFor, type FuzzWorld, learn } from './fuzz-world.ts';
import { mutatedRequest, type RawRequest } from './mutated-request.ts';
import { createSender, type Sent } from './send-raw.ts';
import type { Target } from './targets.ts';

interface FuzzSettings {
  readonly targets: readonly Target[];
  readonly seed: number;
  readonly requests: number;
}

export interface FuzzResult {
  /** What went wrong, with the request that did it. */
  readonly faults: string[];
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<string, number>;
  /** Heap in MB that is in use after a fifth of the requests, and at the end. */
  readonly heapMb: readonly number[];
  readonly seconds: number;
}

const connections = 8;
const perCast = 100;
const mostFaults = 20;

/** Sends requests of the targets, each decided by the seed and its number; learns ids on the way. */
export async function fuzz(
  world: FuzzWorld,
  { targets, seed, requests }: FuzzSettings,
): Promise<FuzzResult> {
  const { send, close } = createSender(world.port, connections);
  const faults: string[] = [];
  const statuses = new Map<string, number>();
  const heapMb: number[] = [];
  const startedMs = performance.now();
  let cast = await createCast(world, true);
  let next = 0;

  async function sendNext(index: number): Promise<void> {
    if (index % perCast === perCast - 1) {
      cast = await createCast(world, index % (10 * perCast) < perCast);
    }
    if (index === Math.floor(requests / 5)) {
      heapMb.push(measureHeapMb());
    }
    const chance = createChance((seed * 1_000_003 + index) % 2 ** 31);
    const target = chance.pick(targets);
    const credentials = credentialsFor(target, world, cast, chance);
    const request = mutatedRequest(target, credentials, world.known, chance);
    const sent = await send(request);
    const status = typeof sent === 'string' ? sent : String(sent.status);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (isFault(sent, request)) {
      faults.push(`#${index} ${target.name}: ${describe(request)}\n  -> ${toText(sent)}`);
    }
    if (typeof sent !== 'string' && sent.status < 400) {
      learn(world.known, sent.text);
    }
  }

  async function work(): Promise<void> {
    while (next < requests && faults.length < mostFaults) {
      next += 1;
      await sendNext(next - 1);
    }
  }
  await Promise.all(Array.from({ length: connections }, work));
  close();
  heapMb.push(measureHeapMb());
  const seconds = (performance.now() - startedMs) / 1000;
  return { faults, statuses, heapMb, seconds };
}

const largestBodyBytes = 64 * 1024;

/** A connection may close under a body that is too large to be read. */
function isFault(sent: Sent, { body }: RawRequest): boolean {
  if (sent === 'closed') {
    return (body?.length ?? 0) <= largestBodyBytes;
  }
  return sent === 'hang' || (sent !== 'unsendable' && sent.status >= 500);
}

const toText = (sent: Sent) => (typeof sent === 'string' ? sent : `${sent.status} ${sent.text}`);

function describe({ method, path, headers, body }: RawRequest): string {
  const shown = body ? JSON.stringify(body.toString().slice(0, 2_000)) : '';
  return `${method} ${path.slice(0, 2_000)} ${JSON.stringify(headers).slice(0, 2_000)} ${shown}`;
}

function measureHeapMb(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
