import { cp, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { listContext, readCopy, readStages } from './dockerfile.mjs';
import { root, runCommand, saying } from './run-command.mjs';

/**
 * Does what the Dockerfile says in an empty folder, without Docker: node scripts/image-steps.mjs <folder>
 * The image is then in <folder>/image. Needs GNU time to tell the memory of each step.
 */
const [, , given] = process.argv;
if (given === undefined || (await readdir(resolve(given)).catch(() => [])).length > 0) {
  console.error('Name an empty folder: node scripts/image-steps.mjs <folder>');
  process.exit(1);
}
const folder = resolve(given);
const context = await listContext(root);
const stages = await readStages(join(root, 'Dockerfile'));
const names = stages.map(({ name }) => name);

for (const { name, base, steps } of stages) {
  const own = join(folder, name);
  await mkdir(own, { recursive: true });
  if (names.includes(base)) {
    await cp(join(folder, base), own, { recursive: true, verbatimSymlinks: true });
  }
  const stage = { name, own, workdir: '/', env: {} };
  // A stage that builds on another one has that one's working directory.
  const before = names.includes(base) ? stages.find((one) => one.name === base).steps : [];
  stage.workdir = before.findLast(({ word }) => word === 'WORKDIR')?.text ?? '/';
  for (const step of steps) {
    await takeStep(step, stage);
  }
}
await reportSize(join(folder, 'image'));

async function takeStep({ word, text }, stage) {
  if (word === 'WORKDIR') {
    stage.workdir = text;
    await mkdir(join(stage.own, text), { recursive: true });
  } else if (word === 'COPY') {
    await copy(text, stage);
  } else if (word === 'RUN') {
    await run(text, stage);
  }
}

async function copy(text, { own, workdir }) {
  const { from, sources, destination } = readCopy(text);
  const target = join(own, workdir, destination);
  for (const source of sources) {
    await (from === undefined
      ? copyFromContext(source, { target, destination })
      : copyFromStage(join(folder, from, source), { target, destination }));
  }
}

async function copyFromStage(given, { target, destination }) {
  const isFolder = (await stat(given)).isDirectory();
  const place = isFolder ? target : placeOf(target, given, destination);
  await cp(given, place, { recursive: true, verbatimSymlinks: true });
}

async function copyFromContext(source, { target, destination }) {
  const files = context.filter((path) => path === source || path.startsWith(`${source}/`));
  if (files.length === 0) {
    throw new Error(`The Dockerfile copies ${source}, which .dockerignore leaves out.`);
  }
  for (const path of files) {
    const isFile = path === source;
    const place = isFile ? placeOf(target, path, destination) : target + path.slice(source.length);
    await mkdir(dirname(place), { recursive: true });
    await cp(join(root, path), place);
  }
}

function placeOf(target, path, destination) {
  return destination.endsWith('/') ? join(target, basename(path)) : target;
}

async function run(text, { name, own, workdir }) {
  if (text.startsWith('install -d')) {
    // Owners and absolute paths are the image's.
    return;
  }
  const notes = join(folder, `${name}.time`);
  await saying(`${name}: ${text}`, async () => {
    const args = ['-f', '%M %e', '-o', notes, 'sh', '-c', text];
    const { code, output } = await runCommand('/usr/bin/time', args, { cwd: join(own, workdir) });
    if (code !== 0) {
      throw new Error(output);
    }
  });
  const [kilobytes] = (await readFile(notes, 'utf8')).trim().split('\n').at(-1).split(' ');
  console.log(`  largest program: ${Math.round(Number(kilobytes) / 1024)} MB`);
  await rm(notes);
}

async function reportSize(image) {
  const { stdout } = await runCommand('du', ['-m', '--max-depth=3', image]);
  console.log(stdout.trim().split('\n').reverse().join('\n'));
}
