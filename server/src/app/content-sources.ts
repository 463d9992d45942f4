/** Origins such as `https://images.example.com` beside our own, by what the screens load from them. */
export interface ContentSources {
  /** Origins that pictures may come from. */
  readonly images?: readonly string[];
  /** Origins that the screens' code may ask: `https` and `wss`. */
  readonly connections?: readonly string[];
  /** Sites that the screens may show in a frame. */
  readonly frames?: readonly string[];
}

const sourceKinds = ['images', 'connections', 'frames'] as const;

const protocols = { images: ['https:'], connections: ['https:', 'wss:'], frames: ['https:'] };

/** Everything in `csp` that is not exactly an origin; one sentence each. */
export function sourceFaults(csp: ContentSources): string[] {
  const others = Object.keys(csp).filter((name) => !sourceKinds.some((kind) => kind === name));
  return [
    ...others.map(
      (name) =>
        `app: \`csp.${name}\` is not known. Other origins can be named for images, connections and frames only.`,
    ),
    ...sourceKinds.flatMap((kind) => {
      const origins: unknown = csp[kind] ?? [];
      return Array.isArray(origins)
        ? origins.flatMap((origin) => sourceFault(kind, origin) ?? [])
        : [`app: \`csp.${kind}\` has to be a list of origins.`];
    }),
  ];
}

function sourceFault(kind: (typeof sourceKinds)[number], origin: unknown): string | undefined {
  const name = `app: \`csp.${kind}\` has \`${origin}\``;
  const text = String(origin);
  if (text.includes('*')) {
    return `${name}, a wildcard. Name each origin in full.`;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A host may have signs, such as a semicolon, that would end the policy's line.
  if (!url || !/^[\w.:[\]-]+$/.test(url.host)) {
    return `${name}, which is not an origin. Write one such as https://images.example.com.`;
  }
  if (!protocols[kind].includes(url.protocol)) {
    return `${name}. It has to begin with ${protocols[kind].map((one) => `${one}//`).join(' or ')}.`;
  }
  return `${url.protocol}//${url.host}` === text
    ? undefined
    : `${name}. Write the origin only: ${url.protocol}//${url.host}.`;
}
