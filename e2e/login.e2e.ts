import { openScreen, listScripts } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, fillLogin } from './helpers/trader.ts'

test('pages for visitors load no more JavaScript than they may, and the trading screen adds at most 150 KB to any other', async ({
  page,
}) => {
  const sum = (scripts: readonly { readonly bytes: number }[]) => scripts.reduce((all, { bytes }) => all + bytes, 0)
  for (const [path, limit] of [
    ['/en/', 160_000],
    ['/en/login', 110_000],
    // The lists and numbering plans of all countries are loaded when the form is first used.
    ['/en/register', 118_000],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' })
    const scripts = await listScripts(page)
    expect(scripts.length, path).toBeGreaterThan(2)
    expect(sum(scripts), path).toBeLessThan(limit)
  }

  await createTrader(page, { practice: true })
  await openScreen(page, '/en/trading#/show/terms', 'Terms of use')
  await page.waitForLoadState('networkidle')
  const shell = await listScripts(page)
  await openScreen(page, '/en/trading#/home', 'Trade')
  await expect(page.getByRole('img', { name: /^Price chart/ })).toBeVisible()
  const added = (await listScripts(page)).filter(({ name }) => !shell.some((script) => script.name === name))
  expect(added.length).toBeGreaterThan(2)
  expect(sum(added)).toBeLessThan(150_000)
})

test('a visitor and an ended session come from the log-in page back to their screen, and after a log-out Back shows nothing', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/en/trading#/show/terms')
  await page.waitForURL('**/en/login#/show/terms')
  await fillLogin(page, demoUsers.olivia)
  await page.waitForURL('**/en/trading#/show/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')

  await context.clearCookies({ name: /session$/ })
  // The next refresh finds that the session has ended.
  await page.clock.fastForward(9000)
  await page.waitForURL('**/en/login?expired#/show/terms')
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible()
  await fillLogin(page, demoUsers.olivia)
  await page.waitForURL('**/en/trading#/show/terms')

  await openScreen(page, '/en/trading#/show/risk', 'Risk notice')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: demoUsers.olivia.name }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/en/login?left')
  expect(calls.filter((path) => path.endsWith('logout'))).toEqual(['/api/logout', '/cli/logout'])
  await page.goBack()
  await page.waitForURL('**/en/login#/show/terms')
  await expect(page.locator('form')).toBeVisible()
  await expect(page.getByText(demoUsers.olivia.name)).toHaveCount(0)
})
