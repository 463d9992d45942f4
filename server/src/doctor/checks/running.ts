import { readQueueFacts } from '../../platform/jobs/queue-facts.ts';
import { toAge, toCount } from '../../platform/quantity.ts';
import type { Check } from '../context.ts';
import { fault, those, warning } from '../finding.ts';

const megabyte = 1024 ** 2;
/** Server and embedded PostgreSQL stay under 400 MB; without it half is enough. */
const neededMegabytes = { embedded: 512, external: 256 };
const fewestFiles = 1_024;
const oldestNode = [20, 19] as const;

/** Limits that the system sets for the server. */
export const limits: Check = {
  name: 'the limits of the process',
  async run({ config, limits: read }) {
    const { node, memoryBytes, openFiles } = await read();
    const [major = 0, minor = 0] = node.split('.').map(Number);
    const [oldestMajor, oldestMinor] = oldestNode;
    const isOld = major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
    const needed = neededMegabytes[config.databaseUrl === undefined ? 'embedded' : 'external'];
    return those(
      isOld &&
        fault(
          'node-old',
          `Hearth needs Node.js ${oldestMajor}.${oldestMinor} or newer; this is ${node}.`,
          'Install a newer one from https://nodejs.org, and restart.',
        ),
      memoryBytes < needed * megabyte &&
        fault(
          'memory',
          `Hearth may use ${Math.floor(memoryBytes / megabyte)} MB of memory, and needs ${needed} MB.`,
          'Raise the limit of the container (mem_limit) or of the unit (MemoryMax), or use a larger machine.',
        ),
      openFiles !== null &&
        openFiles < fewestFiles &&
        fault(
          'open-files',
          `Hearth may open only ${openFiles} files and connections, so it turns people away under load.`,
          'Set LimitNOFILE=65536 in the unit, ulimits in compose.yaml, or ulimit -n 65536.',
        ),
    );
  },
};

/** Due work is begun every minute. */
const longestPauseMs = 5 * 60_000;

/** Whether some process works the jobs. */
export const jobs: Check = {
  name: 'the jobs',
  async run({ database, isStarting }) {
    const { silentMs, overdue, overdueMs, givenUp } = await readQueueFacts(await database());
    const isSilent = silentMs === null || silentMs > longestPauseMs;
    const isStopped = (isSilent || overdue > 0) && !(await isStarting());
    const since = silentMs === null ? 'yet' : `for ${toAge(silentMs)}`;
    return those(
      isStopped &&
        isSilent &&
        fault(
          'jobs-stopped',
          `No server has run the background jobs ${since}, so no email is sent and no payment is updated.`,
          'Start Hearth; if it runs, restart it and look for `job` in its log.',
        ),
      isStopped &&
        !isSilent &&
        fault(
          'jobs-stopped',
          `Overdue: ${toCount(overdue, 'job')}, the oldest by ${toAge(overdueMs)}; none has started.`,
          'Restart Hearth, and look for `job` in its log.',
        ),
      givenUp.length > 0 &&
        warning(
          'jobs-given-up',
          `Jobs failed so often that they are not tried again: ${givenUp.join(', ')}.`,
          'Look for `job failed` in the log and report what it says. The jobs can be removed from graphile_worker.jobs.',
        ),
    );
  },
};
