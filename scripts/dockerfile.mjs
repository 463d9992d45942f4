import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Instructions of a Dockerfile in order, grouped by stage: `{ name, base, steps: [{ word, text }] }`. */
export async function readStages(file) {
  const lines = (await readFile(file, 'utf8')).replace(/\\\n/g, ' ').split('\n');
  const steps = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => /^(\w+)\s+(.*)$/.exec(line))
    .map(([, word, text]) => ({ word, text }));
  const stages = [];
  for (const step of steps) {
    if (step.word === 'FROM') {
      const [base, , name = 'image'] = step.text.split(/\s+/);
      stages.push({ name, base, steps: [] });
    } else {
      stages.at(-1).steps.push(step);
    }
  }
  return stages;
}

/** Sources and destination of a COPY, and the stage that it copies from. */
export function readCopy(text) {
  const words = text.split(/\s+/);
  const from = /^--from=(.*)$/.exec(words[0])?.[1];
  const paths = from === undefined ? words : words.slice(1);
  return { from, sources: paths.slice(0, -1), destination: paths.at(-1) };
}

/** Files of the folder that Docker may see, by the rules of its .dockerignore: the last one that fits decides. */
export async function listContext(folder) {
  const text = await readFile(join(folder, '.dockerignore'), 'utf8');
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));
  const isKept = (path) => rules.findLast(({ pattern }) => pattern.test(path))?.keeps ?? true;
  return (await listFiles(folder)).filter(isKept);
}

/** Paths below the folder; packages are many, and no rule lets them through. */
async function listFiles(folder, below = '') {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const lists = await Promise.all(
    entries.map((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      const isSkipped = ['.git', 'node_modules'].includes(entry.name);
      return entry.isDirectory() && !isSkipped ? listFiles(folder, path) : [path];
    }),
  );
  return lists.flat();
}

/** A rule is about a file, or about a folder with everything in it. */
function toPattern(rule) {
  const source = rule
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'));
  return new RegExp(`^${source}(/|$)`);
}
