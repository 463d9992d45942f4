import { Agent, request as httpRequest } from 'node:http';
import type { RawRequest } from './mutated-request.ts';

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** `hang` after the deadline; `closed` where the connection ended without an answer. */
export type Sent = RawAnswer | 'hang' | 'closed' | 'unsendable';

const deadlineMs = 60_000;

/** Sends requests over connections that stay open, with paths and bodies as they are. */
export function createSender(port: number, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = ({ method, path, headers, body }: RawRequest) =>
    new Promise<Sent>((resolve) => {
      try {
        const length = body ? { 'content-length': String(body.length) } : {};
        const options = { agent, port, host: '127.0.0.1', method, path };
        const outgoing = httpRequest(
          { ...options, headers: { ...headers, ...length } },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part) => parts.push(part));
            answer.on('error', () => resolve('closed'));
            answer.on('end', () =>
              resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
            );
          },
        );
        outgoing.setTimeout(deadlineMs, () => {
          resolve('hang');
          outgoing.destroy();
        });
        outgoing.on('error', () => resolve('closed'));
        outgoing.end(body);
      } catch {
        resolve('unsendable');
      }
    });
  return { send, close: () => agent.destroy() };
}
