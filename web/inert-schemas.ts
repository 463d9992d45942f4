import type { Plugin } from 'vite';

const id = '\0inert-schemas';

/** Names of the functions that define a call, and of what only the server reads in it. */
const definition = /^(identityCall|callable|document)$/;
const serverOnly = /^(input|output|refusals)$/;

/**
 * The web sends what its types say and trusts its own server's answers, so that the schemas of the contract are read
 * by the compiler only. In the browser each is an empty object: 12 kB less of the first load.
 */
export function inertSchemas(): Plugin {
  return {
    name: 'inert-schemas',
    apply: 'build',
    resolveId: { order: 'pre', handler: (source) => (source === 'zod/mini' ? id : undefined) },
    load: { handler: (wanted) => (wanted === id ? emptyZod() : undefined) },
    transform(code, module) {
      if (!/contract.src/.test(module)) {
        return undefined;
      }
      const values: Span[] = [];
      collect(this.parse(code), values);
      const parts = values.toSorted((one, other) => other.start - one.start);
      let stripped = code;
      for (const { start, end } of parts) {
        stripped = `${stripped.slice(0, start)}0${stripped.slice(end)}`;
      }
      return parts.length > 0 ? { code: stripped, map: null } : undefined;
    },
  };
}

async function emptyZod(): Promise<string> {
  const names = Object.keys(await import('zod/mini')).filter(
    (name) => !/^(enum|default)$/.test(name),
  );
  return [
    'const schema = { check: () => schema };',
    '/*#__NO_SIDE_EFFECTS__*/ function inert() { return schema; }',
    '/*#__NO_SIDE_EFFECTS__*/ function choice(options) { return { options }; }',
    `export { choice as enum, ${names.map((name) => `inert as ${name}`).join(', ')} };`,
  ].join('\n');
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Node extends Span {
  readonly type: string;
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly Node[];
  readonly properties?: readonly {
    readonly key?: { readonly name?: string };
    readonly value?: Node;
  }[];
}

/** Finds the values of the properties that only the server reads. */
function collect(tree: unknown, found: Span[]): void {
  if (typeof tree !== 'object' || tree === null) {
    return;
  }
  const node = tree as Node;
  if (node.type === 'CallExpression' && definition.test(node.callee?.name ?? '')) {
    const properties = node.arguments?.[0]?.properties ?? [];
    const unread = properties.filter(({ key }) => serverOnly.test(key?.name ?? ''));
    found.push(...unread.flatMap(({ value }) => value ?? []));
    return;
  }
  for (const child of Object.values(tree)) {
    collect(child, found);
  }
}
