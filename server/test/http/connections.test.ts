import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundConnections, toMostConnections } from '../../src/http/bound-connections.ts';
import { createOwnTestApp, type TestApp } from '../harness/test-app.ts';

async function openSocket(server: TestApp['server']): Promise<Socket> {
  const address = server.server.address();
  const { port } = typeof address === 'object' && address ? address : expect.fail();
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('requests that a connection sends ahead of their answers', () => {
  async function startHeld() {
    const { server } = await createOwnTestApp({});
    const gate = new EventEmitter();
    let begun = 0;
    server.get('/held', async () => {
      begun += 1;
      gate.emit('reached');
      await once(gate, 'released');
      return 'done';
    });
    await server.listen({ host: '127.0.0.1', port: 0 });
    return { server, gate, begun: () => begun };
  }

  it('are answered one after the other', async () => {
    const { server, gate, begun } = await startHeld();
    const socket = await openSocket(server);
    const reached = once(gate, 'reached');
    socket.write(ask('/held').repeat(3));
    await reached;
    expect(begun()).toBe(1);
    for (const expected of [2, 3]) {
      const next = once(gate, 'reached');
      gate.emit('released');
      await next;
      expect(begun()).toBe(expected);
    }
    gate.emit('released');
    await expect.poll(() => server.server.listening).toBe(true);
  });

  it('are not begun after the connection has closed', async () => {
    const { server, gate, begun } = await startHeld();
    const socket = await openSocket(server);
    const reached = once(gate, 'reached');
    socket.write(ask('/held').repeat(20));
    await reached;
    socket.destroy();
    await expect.poll(() => countConnections(server)).toBe(0);
    gate.emit('released');
    expect((await server.inject('/healthz')).statusCode).toBe(200);
    expect(begun()).toBe(1);
  });

  it('are bounded, also to addresses that no route takes', async () => {
    const { server } = await startHeld();
    for (const path of ['/held', '/%ff']) {
      const socket = await openSocket(server);
      socket.write(ask('/held') + ask(path).repeat(100));
      await once(socket, 'close');
    }
  });
});

async function countConnections({ server }: TestApp['server']): Promise<number> {
  return await new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

describe('connections', () => {
  it('are refused and counted beyond the bound, and taken again after others have closed', async () => {
    const server = fastify();
    onTestFinished(() => server.close());
    let refused = 0;
    const onRefused = () => {
      refused += 1;
    };
    boundConnections(server, { most: 2, isDirect: false, onRefused });
    server.get('/', async () => 'here');
    await server.listen({ host: '127.0.0.1', port: 0 });
    const [first] = [await openSocket(server), await openSocket(server)];
    await expect.poll(() => countConnections(server)).toBe(2);
    const third = await openSocket(server);
    await once(third.resume(), 'close');
    expect(refused).toBe(1);
    first.destroy();
    await expect.poll(() => countConnections(server)).toBe(1);
    const fourth = await openSocket(server);
    fourth.write(ask('/'));
    expect(String((await once(fourth, 'data'))[0])).toContain('200 OK');
  });

  it('of one network take at most a quarter if nobody stands in front', async () => {
    const server = fastify();
    onTestFinished(() => server.close());
    const onRefused = () => undefined;
    boundConnections(server, { most: 8, isDirect: true, onRefused });
    server.get('/', async () => 'here');
    await server.listen({ host: '127.0.0.1', port: 0 });
    const [first] = [await openSocket(server), await openSocket(server)];
    const third = await openSocket(server);
    await once(third.resume(), 'close');
    await expect.poll(() => countConnections(server)).toBe(2);
    first.destroy();
    await expect.poll(() => countConnections(server)).toBe(1);
    const fourth = await openSocket(server);
    fourth.write(ask('/'));
    expect(String((await once(fourth, 'data'))[0])).toContain('200 OK');
  });

  it('that the system does not let it accept are no uncaught error', async () => {
    const server = fastify();
    onTestFinished(() => server.close());
    let refused = 0;
    const onRefused = () => {
      refused += 1;
    };
    boundConnections(server, { most: undefined, isDirect: true, onRefused });
    await server.listen({ host: '127.0.0.1', port: 0 });
    server.server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }));
    expect(refused).toBe(1);
  });

  it.each([
    [1_024, 1, 448],
    [65_536, 1, 32_704],
    [1_024, 6, 74],
    [64, 1, 16],
    [null, 1, undefined],
  ])('at %s descriptors and %i ports: %s for each', (openFiles, servers, most) => {
    expect(toMostConnections(openFiles, servers)).toBe(most);
  });
});
