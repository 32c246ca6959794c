import { existsSync } from 'node:fs'

/** The headless shell comes first, because it needs a third of the time. */
const debianBrowsers = { 'chromium-headless-shell': '/usr/bin/chromium-headless-shell', chromium: '/usr/bin/chromium' }

export const browserPackages = Object.keys(debianBrowsers)

/** For Lighthouse. */
export const fullBrowserPath = debianBrowsers.chromium

/** If undefined, tests use Playwright's browser. */
export function findDebianBrowser() {
  return Object.values(debianBrowsers).find((path) => existsSync(path))
}
