import { existsSync } from 'node:fs'

/** Debian's browsers, the lighter first: the shell has no window to draw, and a test takes a third of the time. */
const debian = { 'chromium-headless-shell': '/usr/bin/chromium-headless-shell', chromium: '/usr/bin/chromium' }

/** Debian's packages of a browser for the tests, the best first. */
export const browserPackages = Object.keys(debian)

/** Where Debian's browser is; undefined without one: then it is Playwright's own. */
export function findDebianBrowser() {
  return Object.values(debian).find((path) => existsSync(path))
}
