import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listContext, readCopy, readStages } from './dockerfile.mjs';
import { root } from './run-command.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const stages = await readStages(join(root, 'Dockerfile'));
const image = stages.at(-1);
const textOf = (word) => image.steps.find((step) => step.word === word)?.text;

/** Names that only Compose and Caddy read. */
const others = ['HEARTH_DOMAIN', 'HEARTH_UPSTREAM', 'POSTGRES_PASSWORD', 'NODE_ENV'];
/** Settings of Hearth, each of which `.env.example` lists. */
const settings = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);

describe('the Dockerfile', () => {
  it('copies only what is there and what .dockerignore lets through', async () => {
    const context = await listContext(root);
    const copies = stages.flatMap(({ steps }) => steps.filter(({ word }) => word === 'COPY'));
    const sources = copies
      .map(({ text }) => readCopy(text))
      .filter(({ from }) => from === undefined);
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources.flatMap((one) => one.sources)) {
      const isThere = context.some((path) => path === source || path.startsWith(`${source}/`));
      expect(isThere, source).toBe(true);
    }
  });

  it('lets no secret, no data and nothing that was built here into the image', async () => {
    const context = await listContext(root);
    const unwanted = /(^|\/)(\.env|data|node_modules|dist|\.git|\.cache|test-results)(\/|$)/;
    expect(context.filter((path) => unwanted.test(path))).toEqual([]);
  });

  it('has the major version of Node.js that .nvmrc names', () => {
    const [major] = read('.nvmrc').split('.');
    const bases = stages.map(({ base }) => base).filter((base) => base.includes(':'));
    expect(new Set(bases)).toEqual(new Set([`node:${major}-bookworm-slim`]));
  });

  it('runs node itself, as an ordinary user, and is stopped by SIGTERM', () => {
    expect(JSON.parse(textOf('CMD'))).toEqual(['node', 'server/dist/main.js']);
    expect(textOf('USER')).toBe('node');
    expect(textOf('STOPSIGNAL')).toBe('SIGTERM');
    const beforeUser = image.steps.findIndex(({ word }) => word === 'USER');
    expect(image.steps.slice(beforeUser).some(({ word }) => word === 'RUN')).toBe(false);
  });

  it('has a manifest of every workspace, without which npm ci refuses the lock file', () => {
    const { workspaces } = JSON.parse(read('package.json'));
    const copied = stages[0].steps.map(({ text }) => text).join('\n');
    for (const workspace of workspaces) {
      expect(copied).toContain(`${workspace}/package.json`);
    }
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('has a health check that ends with %i of /readyz in %i', async (status, expected) => {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    }).listen(0);
    onTestFinished(() => server.close());
    await once(server, 'listening');
    expect(await checkHealth(server.address().port)).toBe(expected);
    expect(asked).toEqual(['/readyz']);
  });

  it('has a health check that fails while nothing listens', async () => {
    expect(await checkHealth(1)).toBe(1);
  });

  async function checkHealth(port) {
    const [program, ...args] = JSON.parse(/CMD (\[.*\])$/.exec(textOf('HEALTHCHECK'))[1]);
    expect(program).toBe('node');
    const child = spawn(process.execPath, args, { env: { PORT: String(port) } });
    const [code] = await once(child, 'exit');
    return code;
  }
});

describe('files for deployment', () => {
  it.each([
    'Dockerfile',
    'compose.yaml',
    'deploy/fly.toml',
    'deploy/render.yaml',
    'deploy/cloud-init.yaml',
    'deploy/add-secrets.sh',
    'deploy/hearth.service',
    'deploy/hearth-watch',
    'deploy/hearth-watch.service',
    'deploy/postgres-role.sh',
    'deploy/Caddyfile',
    'deploy/Caddyfile.several',
    'deploy/nginx.conf',
    'deploy/haproxy.cfg',
  ])('%s names only settings that exist', (file) => {
    const text = read(file).replace(/^\s*#.*$/gm, '');
    const named = [...text.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name]) => name);
    const foreign = /^POSTGRES_(USER|DB)$|^AF_|^ON_ERROR_STOP$/;
    const known = [...settings, ...others];
    expect(named.filter((name) => !known.includes(name) && !foreign.test(name))).toEqual([]);
  });

  it('give Hearth more time to stop than it takes', () => {
    const readMs = (file, name) =>
      Number(new RegExp(`${name} = ([\\d_]+)`).exec(read(file))[1].replace('_', ''));
    const drainSeconds = Number(
      /DRAIN_SECONDS \?\? .*: (\d+)/.exec(read('server/src/config/config.ts'))[1],
    );
    const longestStopMs =
      drainSeconds * 1_000 +
      readMs('server/src/boot/stopping.ts', 'settlingMs') +
      readMs('server/src/boot/stopping.ts', 'longestIdleMs') +
      readMs('server/src/main.ts', 'longestStopMs');
    const granted = [
      /stop_grace_period: (\d+)s/.exec(read('compose.yaml'))[1],
      /TimeoutStopSec=(\d+)/.exec(read('deploy/hearth.service'))[1],
      /kill_timeout = "(\d+)s"/.exec(read('deploy/fly.toml'))[1],
      /maxShutdownDelaySeconds: (\d+)/.exec(read('deploy/render.yaml'))[1],
    ];
    expect(longestStopMs).toBe(18_500);
    for (const seconds of granted) {
      expect(Number(seconds) * 1_000).toBeGreaterThan(longestStopMs);
    }
  });

  it('run the program that the build makes, where nothing needs npm', () => {
    expect(read('deploy/hearth.service')).toMatch(
      /^ExecStart=\/usr\/bin\/node server\/dist\/main\.js$/m,
    );
    expect(existsSync(join(root, 'server/src/main.ts'))).toBe(true);
  });

  it("give an operator's command the settings of the service", () => {
    const service = read('deploy/hearth.service');
    const command = read('deploy/hearth-operate');
    const [, ofService] = /^Environment=(.+)$/m.exec(service);
    const ofCommand = [...command.matchAll(/--setenv=(\S+)/g)].map(([, each]) => each);
    expect(ofCommand).toEqual(ofService.split(' '));
    const [, file] = /^EnvironmentFile=(.+)$/m.exec(service);
    expect(command).toContain(`--property=EnvironmentFile=${file} `);
    const [, folder] = /^WorkingDirectory=(.+)$/m.exec(service);
    expect(command).toContain(`--working-directory=${folder} `);
  });
});

describe('compose.yaml', () => {
  const [, services] = read('compose.yaml').split(/^services:\n/m);
  const sections = services
    .split(/^\w/m)[0]
    .split(/^ {2}(?=\w+:\n)/m)
    .slice(1);
  const serviceOf = (name) => sections.find((text) => text.startsWith(`${name}:`));

  it('bounds the memory of each service', () => {
    expect(sections.length).toBe(3);
    expect(sections.filter((text) => !/^ {4}mem_limit: \d+m$/m.test(text))).toEqual([]);
  });

  it('connects as a role that is no superuser, and leaves the superuser no password', () => {
    const [, user] = /DATABASE_URL: postgres:\/\/(\w+):/.exec(serviceOf('hearth'));
    const script = read('deploy/postgres-role.sh');
    expect(script).toContain(`create role ${user} login createdb password`);
    expect(script).toContain(`create database hearth owner ${user};`);
    expect(script).toContain("format('alter role %I password null', current_user)");
    expect(serviceOf('postgres')).toContain(
      './deploy/postgres-role.sh:/docker-entrypoint-initdb.d/hearth.sh:ro',
    );
    expect(serviceOf('postgres')).toMatch(/^ {6}POSTGRES_USER: (?!hearth$)\w+$/m);
  });

  it('gives PostgreSQL more shared memory than Docker does, and connections for two servers and operators', () => {
    const [, megabytes] = /shm_size: (\d+)m/.exec(serviceOf('postgres'));
    expect(Number(megabytes)).toBeGreaterThan(64);
    const [, most] = /max_connections=(\d+)/.exec(serviceOf('postgres'));
    const [, needed] = /each Hearth needs up\s+to (\d+)/.exec(read('docs/runbook.md'));
    expect(Number(most)).toBeGreaterThan(2.5 * Number(needed));
  });
});

describe('a server that is not ready', () => {
  const folder = () => {
    const made = mkdtempSync(join(tmpdir(), 'hearth-watch-'));
    onTestFinished(() => rmSync(made, { recursive: true }));
    return made;
  };

  /** Runs the watch with programs that only note what they are asked; `curl` fails if the list of answers says 1. */
  function watch(answers) {
    const bin = folder();
    const program = (name, text) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    writeFileSync(join(bin, 'answers'), answers.map((one) => `${one}\n`).join(''));
    program(
      'curl',
      `read -r code < ${bin}/answers && sed -i 1d ${bin}/answers && exit "$code"; kill "$PPID"; exit 1`,
    );
    program('sleep', `echo "$1" >> ${bin}/slept`);
    program('systemctl', `echo "$@" >> ${bin}/asked`);
    const env = { PATH: `${bin}:${process.env.PATH}` };
    spawnSync('sh', [join(root, 'deploy/hearth-watch')], { env });
    return existsSync(join(bin, 'asked')) ? readFileSync(join(bin, 'asked'), 'utf8') : '';
  }

  it('is ended under systemd once it was ready and then was not, ten times in a row', () => {
    const killed = 'kill --kill-whom=main --signal=SIGKILL hearth.service\n';
    expect(watch([0, ...Array(10).fill(1)])).toBe(killed);
    expect(watch([1, 1, 0, ...Array(9).fill(1), 0, ...Array(10).fill(1)])).toBe(killed);
    expect(watch(Array(30).fill(1))).toBe('');
    expect(watch([0, ...Array(9).fill(1), 0, ...Array(9).fill(1)])).toBe('');
  });

  it('is ended with Compose by the same rule', async () => {
    const [, indented] = /CMD-SHELL\n\s+- \|\n([\s\S]*?)\n {6}interval/.exec(read('compose.yaml'));
    const made = folder();
    const script = indented
      .replaceAll('$$', '$')
      .replace(/node -e ".*"/, 'test -e ready')
      .replaceAll('/tmp/unready', join(made, 'unready'))
      .replace('/proc/1/task/1/children', join(made, 'children'));
    const child = spawn('sleep', ['600']);
    onTestFinished(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    writeFileSync(join(made, 'children'), `${child.pid} `);
    const check = () => spawnSync('sh', ['-c', script], { cwd: made }).status;
    const checkTimes = (times) => Array.from({ length: times }, check);
    const ready = join(made, 'ready');

    expect(checkTimes(30)).toEqual(Array(30).fill(1));
    writeFileSync(ready, '');
    expect(check()).toBe(0);
    rmSync(ready);
    expect(checkTimes(9)).toEqual(Array(9).fill(1));
    expect(child.exitCode ?? child.signalCode).toBe(null);
    expect(check()).toBe(1);
    expect((await ended)[1]).toBe('SIGKILL');
  });

  it('is not started again by systemd after a wrong setting', async () => {
    const [, code] = /^RestartPreventExitStatus=(\d+)$/m.exec(read('deploy/hearth.service'));
    const ours = { PATH: process.env.PATH, HEARTH_APP: 'off', HEARTH_ENV_FILE: 'none' };
    const env = { ...ours, PORT: '70000', DATA_DIR: folder() };
    const run = spawnSync(process.execPath, [join(root, 'server/dist/main.js')], {
      env,
      encoding: 'utf8',
    });
    expect(run.stderr).toContain('The configuration is wrong');
    expect(run.status).toBe(Number(code));
  });
});

describe('deploy/add-secrets.sh', () => {
  function add(content) {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-secrets-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, '.env');
    writeFileSync(file, content, { mode: 0o644 });
    const run = spawnSync('sh', [join(root, 'deploy/add-secrets.sh'), file], { encoding: 'utf8' });
    expect(run.status, run.stderr).toBe(0);
    // From now on no other user of the machine can read it.
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return { said: run.stdout, settings: Object.fromEntries(lines.map((line) => line.split('='))) };
  }

  it('adds the secrets that are missing or empty, each different and long enough', () => {
    const { settings: made, said } = add('HEARTH_DOMAIN=a.example\nSECRET_KEY=\n');
    const secrets = [made.SECRET_KEY, made.API_KEY, made.POSTGRES_PASSWORD];
    expect(secrets.every((secret) => /^[0-9a-f]{48}$/.test(secret))).toBe(true);
    expect(new Set(secrets).size).toBe(3);
    expect(made.HEARTH_DOMAIN).toBe('a.example');
    expect(said).toBe('Added SECRET_KEY.\nAdded API_KEY.\nAdded POSTGRES_PASSWORD.\n');
  });

  it('keeps those that are there, without which the database cannot be opened', () => {
    const kept = 'SECRET_KEY=one\nAPI_KEY=two\nPOSTGRES_PASSWORD=three\n';
    expect(add(kept)).toEqual({
      said: '',
      settings: { SECRET_KEY: 'one', API_KEY: 'two', POSTGRES_PASSWORD: 'three' },
    });
  });
});
