import { test as base, expect, type Page } from '@playwright/test'

import { findCanariesInText } from './card-data-canaries.ts'

export { expect }

/** Relative URLs belong to the server. No response of the server and no storage of the browser can contain card data. */
export const test = base.extend<{ readonly leakedCards: string[] }>({
  // The URL is known once the global setup has run.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    await use(process.env['BASE_URL'] ?? '')
  },
  // A prerendered page ignores clicks until its script has run, and a test clicks faster than a person.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      if (options?.waitUntil !== 'commit') await waitForHydration(page)
      return response
    }
    await use(page)
  },
  leakedCards: [
    async ({ context, baseURL }, use) => {
      const leaks: string[] = []
      const pendingReads: Promise<void>[] = []
      // Reading responses costs time, and a card that no page has sent cannot be in a response.
      let hasSentCard = false
      context.on('request', (request) => {
        hasSentCard ||= findCanariesInText(request.postData() ?? '').length > 0
      })
      context.on('response', (response) => {
        if (!hasSentCard || !response.url().startsWith(baseURL ?? '-')) return
        const { pathname } = new URL(response.url())
        // An error report can outlive its page. The browser then keeps no response body, and reading it would never end.
        if (pathname.startsWith('/assets/') || pathname === '/api/us/handler') return
        const read = response.text().then(
          (text) => void leaks.push(...findCanariesInText(text).map((what) => `${what} in ${pathname}`)),
          () => undefined,
        )
        pendingReads.push(read)
      })
      await use(leaks)
      await Promise.all(pendingReads)
      for (const page of context.pages())
        leaks.push(...findCanariesInText(await readStorage(page)).map((what) => `${what} in the browser's storage`))
      expect(leaks).toEqual([])
    },
    { auto: true },
  ],
})

/** Reads the storage of a page. It is empty on a page that has none, e.g. `about:blank`. */
async function readStorage(page: Page): Promise<string> {
  return page
    .evaluate(() => JSON.stringify([localStorage, sessionStorage].map((store) => ({ ...store }))))
    .catch(() => '')
}

/** Waits until React has hydrated the page. Does not fail: the next step of the test does, if it never happens. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () => {
    const heading = document.querySelector('h1')
    const hasReact = heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
    return hasReact || document.getElementById('root') === null
  }
  await page.waitForFunction(isHydrated, undefined, { timeout: 30_000 }).catch(() => undefined)
}

/** Collects errors of a page, with violations of the content security policy. */
export function collectPageErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  return errors
}
