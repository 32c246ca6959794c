import { existsSync } from 'node:fs'

/** The headless shell comes first, because it needs a third of the time. */
const debianBrowsers = { 'chromium-headless-shell': '/usr/bin/chromium-headless-shell', chromium: '/usr/bin/chromium' }

export const browserPackages = Object.keys(debianBrowsers)

/** Path of a full browser, for Lighthouse. */
export const fullBrowserPath = debianBrowsers.chromium

/** Returns the path of Debian's browser. Without one, tests use Playwright's. */
export function findDebianBrowser() {
  return Object.values(debianBrowsers).find((path) => existsSync(path))
}
