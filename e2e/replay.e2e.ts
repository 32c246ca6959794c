import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test.describe('a replay on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('draws past prices frame by frame, fits upright and on its side, and passes axe', async ({ page }) => {
    const errors = collectPageErrors(page)
    await createTrader(page, { practice: true })
    // The market has no price of this time, so the replay leads to its first one.
    await page.goto('/en/trading#/show/replay?symbol=BTCUSD&at=1')
    await page.getByRole('button', { name: 'Go there' }).tap()
    await expect(page.getByRole('button', { name: /^Up/ })).toHaveAttribute('aria-disabled', 'false')
    const chart = page.getByRole('img', { name: /^Price chart of Bitcoin/ })
    const time = page.getByRole('button', { name: /Choose another day or time$/ })
    const [picture, start] = [await chart.screenshot(), await time.innerText()]
    await page.getByRole('radio', { name: '5×' }).tap()
    await page.getByRole('button', { name: 'Play' }).tap()
    await expect.poll(() => time.innerText()).not.toBe(start)
    await page.getByRole('button', { name: 'Pause' }).tap()
    expect((await chart.screenshot()).equals(picture)).toBe(false)
    await page.getByRole('button', { name: 'Play' }).tap()
    await page.getByRole('button', { name: /^Up/ }).tap()
    await expect(page.getByRole('list', { name: 'Trades of this replay' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Pause' }).tap()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolationsInBothThemes(page)

    await time.tap()
    await expect(page.getByRole('dialog', { name: 'Day and time' })).toBeInViewport({ ratio: 1 })
    await expectNoAxeViolations(page)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 844, height: 390 })
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    expect(errors).toEqual([])
  })
})
