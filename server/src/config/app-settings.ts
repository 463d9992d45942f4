import type { AppContract, HearthConfig } from '@hearth/contract';
import type * as z from 'zod';
import * as mini from 'zod/mini';

/** Kinds of content with the origins, beside ours, from which the product's screens load it. */
export type AppSources = Readonly<
  Partial<Record<'images' | 'connections' | 'frames', readonly string[]>>
>;

/** Settings that the configuration needs from the product on Hearth. */
export interface AppReading {
  readonly contract: AppContract;
  readonly environment: z.ZodObject | undefined;
  /** Origins beside ours that its screens load from, by what they load. */
  readonly csp: AppSources;
  /** Folder with `hearth.json` and `locales/`; each file may be missing. */
  readonly config: string;
  /** Folder of its migrations. */
  readonly migrations: string;
  /** Wrong names and addresses, in sentences. */
  readonly faults: readonly string[];
}

/** Reads the variables `APP_*`; no others can be the product's. */
export function readAppEnvironment(
  given: NodeJS.ProcessEnv,
  app: AppReading | undefined,
): { readonly read: object; readonly faults: readonly string[] } {
  const schema = app?.environment;
  if (!schema) {
    return { read: {}, faults: app?.faults ?? [] };
  }
  const foreign = Object.keys(schema.shape).filter((name) => !name.startsWith('APP_'));
  const own = Object.entries(given).filter(([name]) => name.startsWith('APP_'));
  const parsed = schema.safeParse(Object.fromEntries(own));
  return {
    read: parsed.data ?? {},
    faults: [
      ...(app?.faults ?? []),
      ...foreign.map((name) => `app: the variable ${name} has to begin with APP_.`),
      ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ],
  };
}

/** Plans whose limits are not what the product's schema says. */
export function limitFaults(
  { plans }: HearthConfig,
  limits: AppContract['limits'] = mini.strictObject({}),
): readonly string[] {
  return plans.flatMap(({ id, limits: written = {} }) =>
    (limits.safeParse(written).error?.issues ?? []).flatMap((issue) =>
      'keys' in issue
        ? issue.keys.map(
            (name) =>
              `plans: \`${id}\` has the limit \`${name}\`, which the product in app/ does not know. Add \`${name}\` to \`limits\` in app/contract/index.ts, or take it out of \`limits\` here.`,
          )
        : `plans: \`limits.${issue.path.join('.')}\` of \`${id}\` is wrong or missing: ${issue.message}`,
    ),
  );
}

/** Texts by which the screens name the limits. */
export function limitLabels({ limits }: AppContract): readonly string[] {
  return Object.keys(limits?.shape ?? {}).map((name) => `limits.${name}`);
}
