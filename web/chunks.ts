import type { BuiltInLanguage } from '@hearth/contract';
import type { Rolldown } from 'vite';

/** Calls that only signed-in screens make, but for those that are made before the screen is there. */
const insideCalls =
  /contract.src.(billing.(?!minor|tax-ids|address-rules|country-codes)|members.(?!list-invites)|subscriptions.(?!list|get)|identity.(delete|end-|list-|get-(?!sign-in-methods)))/;

/** The frame of the signed-in screens and what most of them share. */
const insideParts =
  /tanstack(?!.*[iI]nfinite)|app.(layouts.(account-entries|shell|top-bar|sidebar|visited|offline|unsaved-guard|open-search|use-sign-out)|providers-signed-in|search.(use-projects|last-visited))|features.dashboard.(use-invites|use-list-subscriptions|use-checklist|checklist|name-project-form|needs-payment)|lucide.*icons.(plus|chevron-right)\.|shared.(leaving|seen-rows|use-search-text|card-expiry|online.use-online|current-subscription|verification|undo|plans.(charged-price|seats|use-price-text|use-resume-subscription)|i18n.to-server-text|ui.(button-link|meter|dialog|confirm-dialog|page-header|avatar|hue|project-mark|empty-state|skeleton|toaster|retry-note))/;

/** Parts that the pages about the product share with the signed-in screens: a plan as an offer, money and dates, the choices, and the drawings. */
const offerParts =
  /lucide.*icons.check\.|contract.src.billing.minor-units|shared.(i18n.format\.|plans.(plan-frame|plan-grid|feature-list|limit-list|use-plan-words)|ui.(badge|drawing|segmented|tool-select))/;

/** Screens of a project share their frame, spending, invoices and events; the dashboard does without. */
const projectParts =
  /app.(layouts.(page-entries|subscription-layout|project|return-url)|guards-(permission|paid))|lucide.*icons.(arrow-(up|right|down-up)|chevron-left|download|external-link|log-out|user-(plus|round))\.|features.(billing.(invoices.(?!invoice-page\.)|shared.(charge-date|not-set-up)|summary.(main-sum|paid-moment|use-price-note|use-spending))|subscription.(activity-event|use-))|shared.(card-mark|csv|i18n.seen-text|later|ui.bars|plans.use-just-paid|session.use-first-name|use-go-back)/;

/** Groups have their say from above: the first that a module fits takes it. */
export const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'first',
    tags: ['$initial'],
    test: (id) => !(insideCalls.test(id) || offerParts.test(id)),
    priority: 5,
  },
  // One file each for the code that every public screen loads: 6 kB less than in many pieces.
  {
    name: 'public',
    test: /features.auth.(?!social)|shared.(auth-form.(?!new-account)|form|ui.(field|notice|password-field|text-link))/,
    minShareCount: 2,
    priority: 4,
  },
  // Before the menus, which have a part in common with it.
  { name: 'offers', test: (id) => offerParts.test(id), priority: 3 },
  // Menus and dialogs of Radix, which a screen needs only once one is opened.
  {
    name: 'overlays',
    test: /radix-ui|floating-ui|aria-hidden|focus-|react-remove-scroll|react-style-singleton|use-(callback-ref|sidecar)|tslib|shared.ui.(menu|dialog-frame|style-nonce)/,
    priority: 3,
  },
  // One file for the buttons of providers and the hook that signs in, instead of four small ones.
  {
    name: 'social',
    test: /features.auth.social-sign-in\.|shared.(social.(use-social-sign-in|provider-button)|second-factor.use-sign-in)|identity.social-provider/,
    priority: 3,
  },
  // One file for the choice between prices, which only some products need.
  {
    name: 'prices',
    test: /shared.plans.(prices|price-switch|use-price-choice|visitor-currency)\./,
    priority: 3,
  },
  {
    name: 'inside',
    test: (id) => insideCalls.test(id) || insideParts.test(id),
    priority: 2,
  },
  { name: 'project', test: projectParts, priority: 1 },
  { name: 'copy', test: /lucide.*icons.copy\.|shared.ui.copy-button/, priority: 2 },
  // The form for a card, an address and a tax id, without Stripe's part.
  {
    name: 'card-form',
    test: /contract.src.billing.(tax-ids|address-rules|country-codes)|features.billing.(card-fields.(address|business|card-and-address(-form)?\.|fields-skeleton|typed-place)|shared.use-later)|shared.(plans.plan-card|ui.select-field)/,
    priority: 1,
  },
  // Words of the choice between prices, in both languages: a landing page would load those of mailed links with them.
  { name: 'price-words', test: /i18n.locales.(en|zh).price\./, priority: 3 },
  ...wordGroups('en'),
  ...wordGroups('zh'),
];

/** Words for the dashboard, for the screens behind mailed links, and for all others. */
function wordGroups(language: BuiltInLanguage): Rolldown.CodeSplittingGroup[] {
  const locale = `i18n.locales.${language}`;
  return [
    {
      name: `home-${language}`,
      test: new RegExp(
        `${locale}.(dashboard|dialog|home|shell|signed-in-errors|subscription|verification)\\.`,
      ),
      priority: 2,
    },
    {
      name: `mailed-${language}`,
      test: new RegExp(`${locale}.(action|invitation)\\.`),
      priority: 2,
    },
    {
      name: `screens-${language}`,
      test: new RegExp(`${locale}.(?!auth|errors|front|layout|public)`),
      // The words for visitors stay in a file of their own.
      includeDependenciesRecursively: false,
      priority: 1,
    },
  ];
}
