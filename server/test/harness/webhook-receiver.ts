import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Answers every request from now on. */
  answer: (response: ServerResponse, place: number) => void;
}

export const ok = (response: ServerResponse) => void response.end('thanks');

export const withStatus = (status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('no');

/** A program on this machine that notes what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      receiver.received.push({
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      });
      receiver.answer(response, receiver.received.length);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = { url: `http://127.0.0.1:${port}/hook`, received: [], answer: ok };
  return receiver;
}
