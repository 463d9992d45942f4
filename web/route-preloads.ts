import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const frame = ['src/app/providers-signed-in.tsx', 'src/app/layouts/shell.tsx'];
const project = [...frame, 'src/app/layouts/subscription-layout.tsx'];
const admin = [...project, 'src/app/guards-permission.tsx', 'src/app/guards-paid.tsx'];
const owner = [...project, 'src/app/guards-permission.tsx'];
const auth = 'src/features/auth';
const front = ['src/features/front/front-pages.ts'];
const account = [...frame, 'src/features/account/account-pages.ts'];
const subscription = 'src/app/subscription-screens.ts';
const billing = 'src/features/billing/billing-pages.ts';

type Screens = Readonly<Record<string, readonly string[]>>;

/** Modules whose chunks each address needs; those of `inside` are for signed-in people only. */
const outside: Screens = {
  '/': front,
  '/pricing': front,
  '/signin': [`${auth}/sign-in-page.tsx`],
  '/signin/continue': [`${auth}/continue-sign-in-page.tsx`],
  '/signup': [`${auth}/sign-up-page.tsx`],
  '/reset-password': [`${auth}/reset-password-page.tsx`],
  '/auth/action': [`${auth}/auth-action-page.tsx`],
  '/auth/callback': [`${auth}/social-callback-page.tsx`],
  '/invite': ['src/features/invite/invite-page.tsx'],
};
const inside: Screens = {
  '/': [...frame, 'src/features/dashboard/dashboard-page.tsx'],
  '/dashboard': [...frame, 'src/features/dashboard/dashboard-page.tsx'],
  '/profile': account,
  '/edit-name': account,
  '/edit-email': account,
  '/change-password': account,
  '/delete-account': account,
  '/sessions': account,
  '/create-plan': [...frame, 'src/features/billing/purchase/create-plan-page.tsx'],
  // Screens of the product on Hearth that are about the person.
  '/account/*': [...frame, 'src/app/app-page.tsx'],
  '/operator/webhooks': [...frame, 'src/features/operator/webhooks-page.tsx'],
  '/subscription': project,
  '/subscription/:id': [...project, 'src/app/overview-screen.tsx'],
  '/subscription/:id/users': [...admin, 'src/features/members/users-page.tsx'],
  '/subscription/:id/users/invite': [...admin, 'src/features/members/invite-user-page.tsx'],
  '/subscription/:id/settings': [...admin, subscription],
  '/subscription/:id/activity': [...admin, subscription],
  '/subscription/:id/billing': [...admin, 'src/features/billing/summary/billing-page.tsx'],
  '/subscription/:id/billing/invoices/:invoice': [...admin, billing],
  '/subscription/:id/billing/change-plan': [...owner, billing],
  '/subscription/:id/billing/cancel': [...owner, billing],
  '/subscription/:id/billing/update-details': [...owner, billing],
  '/subscription/:id/billing/payment-methods': [
    ...owner,
    'src/features/billing/payment-details/payment-methods-page.tsx',
  ],
  '/subscription/:id/billing/transfer-ownership': [
    ...owner,
    'src/features/members/transfer-ownership-page.tsx',
  ],
  // Screens of the product on Hearth; the last one, since every other address below a project fits it too.
  '/subscription/:id/*': [...project, 'src/app/app-page.tsx'],
};

/** Exported for a test, which holds them to the addresses of all screens. */
export const screens = { outside, inside };

/** Names of the files with each screen's words, beside those of all screens. */
const outsideWords = (path: string) => wordsOfPath[path] ?? 'public';
const insideWords = (path: string) => (['/', '/dashboard'].includes(path) ? 'home' : 'index');

const wordsOfPath: Readonly<Record<string, string>> = {
  '/': 'front',
  '/pricing': 'front',
  '/signin/continue': 'index',
  '/auth/action': 'auth-action',
  '/invite': 'invitation',
};

type Bundle = Rolldown.OutputBundle;

/** Writes which files the page of an address may name for the browser to fetch beside the first one. */
export function routePreloads(): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const wordFiles = (part: string, language: string) => [
        ...filesOf(
          ['public', part].map((name) => `web/src/shared/i18n/locales/${language}/${name}.ts`),
          bundle,
        ),
        ...(part === 'index' ? ownWordFiles(language, bundle) : []),
      ];
      const filesOfScreens = (table: Screens, wordsOf: (path: string) => string) =>
        Object.fromEntries(
          Object.entries(table).map(([path, modules]) => [
            path,
            {
              code: filesOf(
                modules.map((module) => `web/${module}`),
                bundle,
              ),
              words: { en: wordFiles(wordsOf(path), 'en'), zh: wordFiles(wordsOf(path), 'zh') },
            },
          ]),
        );
      const preloads = {
        outside: filesOfScreens(outside, outsideWords),
        inside: filesOfScreens(inside, insideWords),
      };
      await writeFile(join(dir, 'preloads.json'), JSON.stringify(preloads));
    },
  };
}

/** The words of the product on Hearth come with those of all signed-in screens. */
function ownWordFiles(language: string, bundle: Bundle): string[] {
  const chunk = findChunk(`app/web/locales/${language}.ts`, bundle);
  return chunk ? [`/${chunk.fileName}`] : [];
}

function findChunk(module: string, bundle: Bundle): Rolldown.OutputChunk | undefined {
  return chunksOf(bundle).find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith(`/${module}`)),
  );
}

const chunksOf = (bundle: Bundle) =>
  Object.values(bundle).filter((output) => output.type === 'chunk');

/** Files of the chunks of these modules, and of all that they import; the first file of the page is named already. */
function filesOf(modules: readonly string[], bundle: Bundle): string[] {
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = chunksOf(bundle).find((each) => each.fileName === fileName);
    if (chunk && !chunk.isEntry && !files.has(fileName)) {
      files.add(fileName);
      chunk.imports.forEach(add);
    }
  };
  for (const module of modules) {
    const chunk = findChunk(module, bundle);
    if (!chunk) {
      throw new Error(`No chunk has ${module}.`);
    }
    add(chunk.fileName);
  }
  return [...files].map((file) => `/${file}`);
}
