/** Rules for the screens; `forbid` and `foldersOf` are those of `.dependency-cruiser.cjs`. */
module.exports.ofWeb = (forbid, foldersOf) => {
  const sharedFolder = (...rule) => {
    const { from, ...rest } = foldersOf('^web/src/shared/', '[^/]+\\.ts$|')(...rule);
    return { ...rest, from: { ...from, pathNot: '\\.test\\.tsx?$' } };
  };
  const screens = foldersOf('^web/src/features/billing/');
  return [
    forbid(
      'features-do-not-import-each-other',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'features-do-not-import-the-app',
      { path: '^web/src/features/' },
      { path: '^web/src/app/' },
    ),
    screens('billing-screens-shared-imports-only-itself', 'shared', ['shared']),
    screens('billing-screens-card-fields-import-only-shared', 'card-fields', [
      'shared',
      'card-fields',
    ]),
    screens('billing-screens-invoices-import-only-shared', 'invoices', ['shared', 'invoices']),
    screens('billing-screens-owed-imports-only-fields', 'owed', ['shared', 'card-fields', 'owed']),
    screens('billing-screens-summary-imports-only-invoices-and-payment', 'summary', [
      'shared',
      'invoices',
      'owed',
      'payment-details',
      'summary',
    ]),
    screens('billing-screens-payment-details-import-only-fields-and-owed', 'payment-details', [
      'shared',
      'card-fields',
      'owed',
      'payment-details',
    ]),
    screens(
      'billing-screens-purchase-and-plan-change-do-not-import-each-other',
      '(purchase|plan-change)',
      ['shared', 'card-fields', '$1'],
    ),
    forbid(
      'product-imports-no-tests',
      { path: '^web/src/', pathNot: '\\.test\\.tsx?$' },
      { path: '^web/test/' },
    ),
    forbid(
      'screens-import-no-emulator',
      { path: '^web/src/' },
      { path: '^stripe-emulator/|node_modules/@hearth/stripe-emulator/' },
    ),
    forbid(
      'shared-imports-no-feature',
      { path: '^web/src/shared/' },
      { path: '^web/src/(features|app)/' },
    ),
    ...[
      ['i18n', []],
      ['api', ['i18n', 'form']],
      ['session', ['api']],
      ['theme', ['i18n', 'api', 'session']],
      ['ui', ['api', 'config', 'online', 'theme']],
    ].map(([folder, below]) =>
      sharedFolder(`shared-${folder}-imports-only-below`, folder, [folder, ...below]),
    ),
  ];
};
