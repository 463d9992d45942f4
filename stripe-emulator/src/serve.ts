import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConnectionDropped, type Emulator } from './index.ts';

/** Puts an emulator on a port of this machine; 0 takes a free one. What falls due without a request is done every second. */
export async function serve(emulator: Emulator, port: number): Promise<Server> {
  const server = createServer((incoming, outgoing) => void answer(emulator, incoming, outgoing));
  const turning = setInterval(() => void emulator.settle(), 1_000);
  turning.unref();
  server.on('close', () => clearInterval(turning));
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return server;
}

async function answer(emulator: Emulator, incoming: IncomingMessage, outgoing: ServerResponse) {
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const { method = 'GET', url = '/' } = incoming;
    const headers = new Headers(
      Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    );
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const response = await emulator.fetch(new URL(url, 'http://127.0.0.1'), {
      method,
      headers,
      ...(hasBody && { body: Buffer.concat(chunks) }),
    });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  } catch (error) {
    if (error instanceof ConnectionDropped) {
      outgoing.destroy();
      return;
    }
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    outgoing.writeHead(500, { 'content-type': 'application/json' });
    outgoing.end(JSON.stringify({ error: { type: 'api_error', message: String(error) } }));
  }
}
