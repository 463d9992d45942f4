/** The browser and the system that a user agent names, as far as it is telling. */
export interface Device {
  readonly browser?: string;
  readonly system?: string;
}

type Signs = readonly (readonly [name: string, sign: RegExp])[];

/** Browsers pretend to be each other, so the first match counts: the rarest name comes first. */
const browsers: Signs = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['WeChat', /\bMicroMessenger\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bVersion\/[\d.]+.* Safari\//],
];

const systems: Signs = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\b(iPhone|iPod)\b/],
  ['HarmonyOS', /\b(HarmonyOS|OpenHarmony)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

export function describeDevice(userAgent: string): Device {
  const browser = firstMatch(browsers, userAgent);
  const system = firstMatch(systems, userAgent);
  return { ...(browser && { browser }), ...(system && { system }) };
}

function firstMatch(signs: Signs, text: string): string | undefined {
  return signs.find(([, sign]) => sign.test(text))?.[0];
}
