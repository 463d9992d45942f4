import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';

/** Limits that the system sets for this process. */
export interface ProcessLimits {
  /** Version of Node.js, such as 20.19.0. */
  readonly node: string;
  /** Memory of the machine, or of the container or unit if that has less. */
  readonly memoryBytes: number;
  /** Files and connections that may be open together; null if the system does not tell. */
  readonly openFiles: number | null;
}

export async function readProcessLimits(): Promise<ProcessLimits> {
  // 0 and undefined mean that there is no limit, as does a number beyond all memory.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return {
    node: process.versions.node,
    memoryBytes: Math.min(limit, totalmem()),
    openFiles: await readOpenFiles(),
  };
}

/** Linux only. Node raises its own limit to the hard one at start. */
async function readOpenFiles(): Promise<number | null> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const files = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return files === undefined ? null : Number(files);
}
