import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

const texts = {
  first: 'Журнал подписан',
  continued: 'Журнал подписан и продолжает то, что этот браузер видел раньше',
  unsigned: 'Журнал не подписан своим ключом',
  proven: 'Что доказано',
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

test('a browser checks the signature of the public log, remembers it, and notices a changed one, on a phone in Russian', async ({
  page,
}) => {
  const faults = collectPageErrors(page)
  await page.goto('/ru/proof')
  await expect(page.getByText(texts.first, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.proven })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectNoAxeViolationsInBothThemes(page)
  await page.reload()
  await expect(page.getByText(texts.continued, { exact: true })).toBeVisible()
  expect(faults).toEqual([])
  await page.route('**/log/checkpoint', async (route) => {
    const response = await route.fetch()
    const [origin = '', size = '', ...rest] = (await response.text()).split('\n')
    await route.fulfill({ response, body: [origin, Number(size) + 1, ...rest].join('\n') })
  })
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: texts.unsigned })).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.proven })).toHaveCount(0)
})
