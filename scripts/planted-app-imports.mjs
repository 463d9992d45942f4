/** Imports that the rules around the product on Hearth must refuse, as in planted-imports.mjs. */
export const plantedAroundApp = [
  [
    'app-imports-only-what-is-for-it',
    'app/server/planted.ts',
    'server/src/modules/identity/index.ts',
  ],
  ['app-imports-only-what-is-for-it', 'app/web/planted.ts', 'web/src/shared/paths.ts'],
  ['app-contract-below-server-and-web', 'app/contract/planted.ts', 'server/src/for-app.ts'],
  ['app-server-and-app-web-do-not-import-each-other', 'app/server/planted.ts', 'app/web/index.ts'],
  [
    'app-server-and-app-web-do-not-import-each-other',
    'app/web/planted.ts',
    'server/src/for-app.ts',
  ],
  ['contract-and-server-import-no-app', 'server/src/planted.ts', 'app/contract/index.ts'],
  ['contract-and-server-import-no-app', 'contract/src/planted.ts', 'app/contract/index.ts'],
  ['only-the-routes-import-app', 'web/src/shared/planted.ts', 'app/web/index.ts'],
  ['for-app-is-for-the-app-only', 'server/src/http/planted.ts', 'server/src/for-app.ts'],
  ['app-imports-neither-http-nor-app', 'server/src/app/planted.ts', 'server/src/http/client.ts'],
];
