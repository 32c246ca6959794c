/** Names of browser and system; null if unknown. */
export type DeviceName = { readonly browser: string | null; readonly system: string | null }

/** Signs of browsers. The order matters: most browsers also claim to be ones that come later. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Yandex', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** Reads names from a user agent, well enough for users to recognize their devices. */
export function parseDeviceName(userAgent: string): DeviceName {
  const findName = (list: typeof browsers) => list.find(([, sign]) => sign.test(userAgent))?.[0] ?? null
  return { browser: findName(browsers), system: findName(systems) }
}
