import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../harness/free-port.ts';
import { toUrl } from '../harness/postgres.ts';
import { type RunningProduct, spawnProduct, untilReady } from '../harness/running-product.ts';
import { createTestApp, findLocation, type TestApp } from '../harness/test-app.ts';
import { createPerson, type Person } from '../harness/wire-client.ts';
import { reportFault } from './report-fault.ts';

const drainSeconds = 5;
const workers = 12;

const sample = (name: string) =>
  readFile(join(import.meta.dirname, '../../../deploy', name), 'utf8');

let app: TestApp;
let person: Person;
let folder: string;
let publicPort: number;
let ports: readonly [number, number];
let env: Record<string, string>;
const servers: RunningProduct[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-fault-'));
  publicPort = await freePort();
  ports = [await freePort(), await freePort()];
  const PUBLIC_URL = `http://localhost:${publicPort}`;
  app = await createTestApp({ env: { PUBLIC_URL } });
  person = await createPerson(app);
  env = {
    DATABASE_URL: toUrl(await findLocation(app)),
    SECRET_KEY: app.config.secretKey,
    PUBLIC_URL,
    RATE_LIMITS: 'off',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: String(drainSeconds),
  };
  for (const port of ports) {
    servers.push(await startServer(port));
  }
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(port: number): Promise<RunningProduct> {
  const server = spawnProduct({ dataDir: join(folder, String(port)), port, env });
  await untilReady(server);
  return server;
}

interface Proxy {
  readonly file: string;
  /** The sample for this machine: its ports, and no certificate. */
  readonly change: (text: string) => string;
  readonly run: (file: string) => readonly [program: string, ...args: string[]];
}

const here = (text: string) =>
  text
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${ports[0]}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${ports[1]}`);

const proxies: Record<string, Proxy> = {
  caddy: {
    file: 'Caddyfile.several',
    change: (text) =>
      `{\n admin off\n}\n${text.replace('{$HEARTH_DOMAIN}', `http://localhost:${publicPort}`)}`,
    run: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
  },
  nginx: {
    file: 'nginx.conf',
    change: (text) => {
      const site = text
        .replace(/server \{\n\tlisten 80;[\s\S]*?\n\}\n/, '')
        .replace('listen 443 ssl http2;', `listen 127.0.0.1:${publicPort};`)
        .replace(/^\tssl_.*\n/gm, '');
      return `daemon off;\nerror_log stderr;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`;
    },
    run: (file) => ['nginx', '-p', folder, '-c', file],
  },
  haproxy: {
    file: 'haproxy.cfg',
    change: (text) =>
      text
        .replace('bind :80\n', `bind 127.0.0.1:${publicPort}\n`)
        .replace(/\tbind :443.*\n/, '')
        .replace(/\thttp-request redirect.*\n/, ''),
    run: (file) => ['haproxy', '-f', file],
  },
};

async function startProxy(name: string): Promise<void> {
  const { file, change, run } = proxies[name] ?? expect.fail(name);
  const changed = join(folder, `${name}.conf`);
  await writeFile(changed, change(here(await sample(file))));
  await mkdir(join(folder, 'logs'), { recursive: true });
  const [program, ...args] = run(changed);
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      words += String(chunk);
    });
  }
  child.once('error', (error) => {
    words += `${program} is needed here: apt-get install ${program}. ${error.message}`;
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  await expect
    .poll(async () => (await ask('/healthz')).status, { message: words, timeout: 20_000 })
    .toBe(200);
}

const agent = new Agent({ keepAlive: true });

/** A change is a POST, which no proxy may send twice. */
async function ask(path: string, body?: object): Promise<{ status: number; text: string }> {
  const headers = { host: `localhost:${publicPort}`, 'content-type': 'application/json' };
  const method = body ? 'POST' : 'GET';
  const asked = request({ host: '127.0.0.1', port: publicPort, path, method, headers, agent });
  try {
    const [answer] = await once(asked.end(body && JSON.stringify(body)), 'response');
    return { status: answer.statusCode, text: Buffer.concat(await answer.toArray()).toString() };
  } catch (error) {
    return { status: 0, text: String(error) };
  }
}

it.each(Object.keys(proxies))(
  'two servers restarted one after the other behind %s: no request fails',
  async (name) => {
    await startProxy(name);
    const failed: string[] = [];
    let asked = 0;
    let isOver = false;
    const working = Array.from({ length: workers }, async (_, worker) => {
      while (!isOver) {
        const answer =
          worker % 2 === 0
            ? await ask('/config.json')
            : await ask('/v1/accounts:lookup?key=hearth-local', { idToken: person.idToken });
        asked += 1;
        if (answer.status !== 200) {
          failed.push(`${answer.status} ${answer.text.slice(0, 100)}`);
        }
        await sleep(5);
      }
    });
    for (const [index, port] of ports.entries()) {
      expect(await servers[index]?.stop()).toBe(0);
      servers[index] = await startServer(port);
      // Until the proxy asks it again.
      await sleep(4_000);
    }
    isOver = true;
    await Promise.all(working);
    const seen = `${asked} requests, ${failed.length} failed`;
    reportFault({ planted: `rolling restart behind ${name}`, seen, alarm: null });
    expect(failed).toEqual([]);
  },
);
