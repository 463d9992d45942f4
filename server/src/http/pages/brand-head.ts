import type { Brand, BrandPicture } from '../../config/brand.ts';

/** Icon and styles of the operator's brand, in the page itself, so that its first paint has them. */
export function wearBrand(page: string, { accent, logo, favicon }: Brand): string {
  const rules = [accent ? writeAccent(accent) : '', logo ? logoRules : ''].join('');
  const style = rules === '' ? '' : `<style nonce="__HEARTH_NONCE__">${rules}</style>`;
  return page
    .replace(/<link rel="icon"[^>]*>/, (icon) => (favicon ? linkTo('icon', favicon) : icon))
    .replace('</head>', (end) => `${style}${end}`);
}

/** Icon of a phone's home screen, which takes no SVG. */
export function linkHomeIcon({ favicon }: Brand): string {
  if (favicon === undefined) {
    return '<link rel="apple-touch-icon" href="/icon.png">';
  }
  return favicon.contentType === 'image/png' ? linkTo('apple-touch-icon', favicon) : '';
}

/** Icons of the manifest. */
export function listIcons({ favicon }: Brand) {
  return favicon
    ? [{ src: favicon.path, sizes: 'any', type: favicon.contentType }]
    : [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        { src: '/icon.png', sizes: '512x512', type: 'image/png' },
      ];
}

function linkTo(rel: string, { path, contentType }: BrandPicture): string {
  return `<link rel="${rel}" type="${contentType}" href="${path}">`;
}

/** Hides the logo that is meant for the other theme. */
const logoRules =
  '[data-theme=light] .on-dark,[data-theme=dark] .on-light{display:none}' +
  '@media (prefers-color-scheme:light){:root:not([data-theme]) .on-dark{display:none}}' +
  '@media (prefers-color-scheme:dark){:root:not([data-theme]) .on-light{display:none}}';

/** Stronger than `:root` of web/src/styles.css, whichever of the two comes first. */
function writeAccent({ light, dark }: NonNullable<Brand['accent']>): string {
  const both = (pick: (shades: typeof light) => string) =>
    `light-dark(${pick(light)},${pick(dark)})`;
  const colours = {
    accent: both((shades) => shades.accent),
    'accent-hover': both((shades) => shades.hover),
    'accent-ink': both((shades) => shades.ink),
    'accent-soft': both((shades) => shades.soft),
    'accent-line': both((shades) => shades.line),
    chart: both((shades) => shades.chart),
    'chart-soft': both((shades) => shades.chartSoft),
    halo: `0 0 0 3px light-dark(${light.accent}47,${dark.accent}59)`,
  };
  const rules = Object.entries(colours).map(([name, value]) => `--${name}:${value}`);
  return `:root:root{${rules.join(';')}}`;
}
