import type { BrandSetting } from '@hearth/contract';
import { contrast, mix } from '../platform/colour.ts';

export type Look = 'light' | 'dark';

/** Colors of one theme that follow from its accent, as `#rrggbb`. */
export interface Shades {
  readonly accent: string;
  readonly hover: string;
  /** Text on the accent. */
  readonly ink: string;
  /** Background of what is marked. */
  readonly soft: string;
  readonly line: string;
  readonly chart: string;
  readonly chartSoft: string;
}

export type Accent = Readonly<Record<Look, Shades>>;

/** WCAG 2, level AA, for text. */
const leastContrast = 4.5;

/** Every background of web/src/styles.css and of emails that has links on it, and the color that makes an accent readable when mixed in. */
const looks = {
  light: {
    backgrounds: ['#ffffff', '#faf9f7', '#f4f2ef', '#f7f4f1'],
    surface: '#ffffff',
    softShare: 0.92,
    away: '#000000',
  },
  dark: {
    backgrounds: ['#131110', '#1b1917', '#161413', '#221f1c', '#27272a'],
    surface: '#1b1917',
    softShare: 0.88,
    away: '#ffffff',
  },
} as const;

const inks = ['#ffffff', '#131110'] as const;

export function toShades(accent: string, look: Look): Shades {
  const { surface, softShare, away } = looks[look];
  return {
    accent,
    hover: mix(accent, away, 0.18),
    ink: contrast(inks[0], accent) >= contrast(inks[1], accent) ? inks[0] : inks[1],
    soft: mix(accent, surface, softShare),
    line: mix(accent, surface, 0.65),
    chart: mix(accent, surface, 0.35),
    chartSoft: mix(accent, surface, 0.75),
  };
}

/** An accent that cannot be read as a link, or under the text of a button, is refused with its ratio. */
export function accentFaults(accent: BrandSetting['accent']): string[] {
  return accent ? (['light', 'dark'] as const).flatMap((look) => faultOf(accent[look], look)) : [];
}

function faultOf(accent: string, look: Look): string[] {
  const worst = worstPair(accent, look);
  if (worst.ratio >= leastContrast) {
    return [];
  }
  // Cut, not rounded: 4.496 is not 4.5.
  const ratio = Math.floor(worst.ratio * 100) / 100;
  const nearest = nearestReadable(accent, look);
  const advice = nearest === undefined ? '' : ` The nearest that can is ${nearest}.`;
  return [
    `brand.accent.${look}: ${accent} cannot be read well: its contrast with ${worst.other} is ${ratio}:1, and ${leastContrast}:1 is needed.${advice}`,
  ];
}

function worstPair(accent: string, look: Look): { readonly other: string; readonly ratio: number } {
  const { ink, soft } = toShades(accent, look);
  const pairs = [...looks[look].backgrounds, soft, ink].map((other) => ({
    other,
    ratio: contrast(accent, other),
  }));
  return pairs.reduce((worst, pair) => (pair.ratio < worst.ratio ? pair : worst));
}

/** The least black, or in the dark theme white, that makes it readable. */
function nearestReadable(accent: string, look: Look): string | undefined {
  return Array.from({ length: 101 }, (_, percent) =>
    mix(accent, looks[look].away, percent / 100),
  ).find((colour) => worstPair(colour, look).ratio >= leastContrast);
}
