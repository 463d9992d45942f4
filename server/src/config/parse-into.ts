import { existsSync, readFileSync } from 'node:fs';
import type * as z from 'zod/mini';

/** Parses a file with the settings that another one adds, each as a whole. Undefined, with the faults noted, if they are wrong. */
export function parseInto<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
  faults: string[],
  added?: string,
): z.infer<Schema> | undefined {
  const json = readJson(file, faults);
  const more = added !== undefined && existsSync(added) ? readJson(added, faults) : {};
  if (json === undefined || more === undefined) {
    return undefined;
  }
  const own = Object.keys(Object(more));
  const parsed = schema.safeParse(own.length > 0 ? Object.assign({}, json, more) : json);
  for (const issue of parsed.error?.issues ?? []) {
    const { path, message } = issue;
    const [setting = ''] = [...path, ...('keys' in issue ? issue.keys : [])];
    const place = own.includes(String(setting)) ? added : file;
    faults.push(`${place}: ${path.join('.') || 'the file'}: ${message}`);
  }
  return parsed.data;
}

/** The file that a setting is taken from. */
export function sourceOf(setting: string, file: string, added: string | undefined): string {
  const more = added !== undefined && existsSync(added) ? readJson(added, []) : {};
  return added !== undefined && Object.hasOwn(Object(more), setting) ? added : file;
}

function readJson(file: string, faults: string[]): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    faults.push(`${file}: ${error instanceof Error ? error.message : 'cannot be read'}`);
    return undefined;
  }
}
