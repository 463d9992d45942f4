import type { Plugin } from 'vite';

const id = '\0inert-schemas';

/** Names of the functions that define a call, and of what only the server reads in it. */
const definition = /^(identityCall|callable|document|appCall)$/;
/** Functions that keep types; what they do besides is the server's. */
const listing = /^define(Calls|Refusals|Activity|Contract)$/;
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
      if (!/contract.src|app.contract/.test(module)) {
        return undefined;
      }
      const found: Found = { unread: [], schemas: new Set() };
      collect(this.parse(code), found);
      const edits = [
        ...found.unread.map(({ start, end }) => ({ start, end, text: '0' })),
        // A schema that nothing reads any more is left out only if making it is known to do nothing else.
        ...[...found.schemas].map((start) => ({ start, end: start, text: '/*#__PURE__*/ ' })),
      ];
      let stripped = code;
      for (const { start, end, text } of edits.toSorted((one, other) => other.start - one.start)) {
        stripped = `${stripped.slice(0, start)}${text}${stripped.slice(end)}`;
      }
      return edits.length > 0 ? { code: stripped, map: null } : undefined;
    },
  };
}

interface Found {
  /** Values of the properties that only the server reads. */
  readonly unread: Span[];
  /** Where expressions begin that make a schema. */
  readonly schemas: Set<number>;
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

interface Callee {
  readonly name?: string;
  readonly object?: Callee;
  /** Where the callee is a member of what another call answers. */
  readonly callee?: Callee;
}

interface Node extends Span {
  readonly type: string;
  /** Name of an identifier. */
  readonly name?: string;
  readonly callee?: Callee;
  readonly arguments?: readonly Node[];
  readonly properties?: readonly {
    readonly key?: { readonly name?: string };
    readonly value?: Node;
  }[];
}

function collect(tree: unknown, found: Found): void {
  if (typeof tree !== 'object' || tree === null) {
    return;
  }
  const node = tree as Node;
  if (node.type === 'CallExpression' && definition.test(node.callee?.name ?? '')) {
    const properties = node.arguments?.[0]?.properties ?? [];
    const unread = properties.filter(
      ({ key, value }) => serverOnly.test(key?.name ?? '') || isServersAccess(key?.name, value),
    );
    found.unread.push(...unread.flatMap(({ value }) => value ?? []));
    return;
  }
  if (node.type === 'CallExpression' && isUnneeded(node)) {
    found.schemas.add(node.start);
  }
  for (const child of Object.values(tree)) {
    collect(child, found);
  }
}

/** The web only asks whether anyone may call, and so needs no token. */
function isServersAccess(key: string | undefined, value: Node | undefined): boolean {
  return key === 'access' && value?.name !== 'anyone';
}

/** Whether the call may be left out where nobody reads what it answers. */
function isUnneeded({ callee }: Node): boolean {
  const root = rootOf(callee) ?? '';
  return root === 'z' || listing.test(root);
}

/** `z` of `z.string().check`. */
function rootOf(callee: Callee | undefined): string | undefined {
  const next = callee?.object ?? callee?.callee;
  return next ? rootOf(next) : callee?.name;
}
