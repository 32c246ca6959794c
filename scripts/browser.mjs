import { existsSync } from 'node:fs'

/** Debian packages of browsers that can run the tests. The headless shell comes first: it needs a third of the time. */
const debianBrowsers = { 'chromium-headless-shell': '/usr/bin/chromium-headless-shell', chromium: '/usr/bin/chromium' }

export const browserPackages = Object.keys(debianBrowsers)

/** The full browser, which Lighthouse needs. */
export const fullBrowserPath = debianBrowsers.chromium

/** Returns the path of Debian's browser, or undefined. Tests then use the browser that Playwright installs. */
export function findDebianBrowser() {
  return Object.values(debianBrowsers).find((path) => existsSync(path))
}
