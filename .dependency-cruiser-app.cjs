/** Import rules around `app/`, the product on Hearth, and `sdk/`, for programs beside it. */
module.exports.aroundApp = (forbid) => [
  forbid(
    'app-imports-only-what-is-for-it',
    { path: '^app/' },
    {
      path: '^(contract|server|web|e2e)/',
      pathNot: [
        '^contract/src/index\\.ts$',
        '^server/(src/for-app|test/testing)\\.ts$',
        '^web/src/(for-app|shared/app/define-web)\\.ts$',
      ],
    },
  ),
  forbid(
    'app-contract-below-server-and-web',
    { path: '^app/contract/' },
    { path: '^(app/(server|web|test)|server|web)/' },
  ),
  forbid(
    'app-server-and-app-web-do-not-import-each-other',
    { path: '^app/(server|web)/' },
    { path: '^(app/(server|web|test)|server|web)/', pathNot: ['^app/$1/', '^$1/'] },
  ),
  forbid('contract-and-server-import-no-app', { path: '^(contract|server)/' }, { path: '^app/' }),
  forbid(
    'only-the-routes-import-app',
    { path: '^web/', pathNot: '^web/src/(app/|main\\.tsx$)' },
    { path: '^app/' },
  ),
  forbid(
    'for-app-is-for-the-app-only',
    { path: '^(server|web)/src/' },
    { path: '^(server|web)/src/for-app\\.ts$' },
  ),
  forbid(
    'app-imports-neither-http-nor-app',
    { path: '^server/src/app/' },
    { path: '^server/src/(http/|config/|doctor/|[^/]+\\.ts$)' },
  ),
  forbid(
    'sdk-imports-nothing-of-the-product',
    { path: '^sdk/src/' },
    { pathNot: ['^sdk/src/', 'node_modules/(jose|standardwebhooks)/'] },
  ),
];
