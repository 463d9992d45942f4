import { invalid } from './errors.ts';

/** A parameter as the form has it: text, or a hash or an array of further ones. */
export type FormValue = string | FormHash;
export interface FormHash {
  [name: string]: FormValue;
}

/** Reads `items[0][price]=…`; an empty string is kept, since it unsets. */
export function parseForm(text: string): FormHash {
  const root: FormHash = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    put(root, toPath(name), value);
  }
  return root;
}

function toPath(name: string): string[] {
  const first = /^[^[\]]+/.exec(name)?.[0];
  const rest = first === undefined ? '' : name.slice(first.length);
  if (first === undefined || !/^(\[[^[\]]*\])*$/.test(rest)) {
    throw invalid(`Invalid request parameter: ${name}`, name);
  }
  return [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? '')];
}

function put(root: FormHash, path: string[], value: string) {
  let hash = root;
  for (const [depth, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(hash).length) : part;
    if (depth === path.length - 1) {
      hash[name] = value;
      return;
    }
    const inner = hash[name];
    if (typeof inner === 'object') {
      hash = inner;
    } else {
      const created: FormHash = Object.create(null);
      hash[name] = created;
      hash = created;
    }
  }
}
