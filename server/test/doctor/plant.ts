import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FindingId } from '../../src/doctor/finding.ts';
import type { Change, Scene } from './scene.ts';

/** A fault, and the finding that the doctor tells because of it. */
export interface Plant {
  readonly id: FindingId;
  readonly given: string;
  /** Findings that this fault cannot but cause too. */
  readonly also?: readonly FindingId[];
  /** Breaks the installation, or the doctor's view of it. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a plant that changes nothing about the run answers nothing.
  plant(scene: Scene): Promise<Change | void> | Change | void;
  /** Repairs what `heal` does not. */
  undo?(scene: Scene): Promise<unknown>;
}

/** For one test. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-planted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Takes connections and says nothing; answers its host and port. */
export async function openSilentServer(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
