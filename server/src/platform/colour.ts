type Channels = readonly [red: number, green: number, blue: number];

/** The color `#rrggbb` with a share, 0 to 1, of another one. */
export function mix(colour: string, other: string, share: number): string {
  const added = toChannels(other);
  const mixed = toChannels(colour).map((channel, index) =>
    Math.round(channel + ((added[index] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two colors by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = toChannels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toChannels(colour: string): Channels {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}
