import type { Locator, Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { waitForMails } from './helpers/sandbox.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

const replyByMail = async (to: string, text: string) => {
  const base = `${process.env['SANDBOX_BASE_URL']}/control`
  const { mails } = (await (await fetch(`${base}/mails?to=${encodeURIComponent(to)}`)).json()) as {
    mails: { id: string; reply_to: string | null }[]
  }
  const mail = mails.find((each) => each.reply_to !== null)
  const reply = await fetch(`${base}/mails/reply`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: mail?.id, text }),
  })
  expect(await reply.json()).toEqual({ sent: true, refusal: null })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a ticket is written by keyboard, answered live with its HTML as text and continued by mail, and fits in Russian', async ({
    page,
  }) => {
    const trader = await createTrader(page, { language: 'ru' })
    await page.goto('/ru/trading#/show/support')
    await page.getByRole('link', { name: 'Новое обращение' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Сообщение').fill('Please answer with an attachment, and be hostile')
    await page.getByLabel('Тема').fill('Вопрос '.repeat(20))
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolations(page)
    await page.getByRole('button', { name: 'Отправить', exact: true }).focus()
    await page.keyboard.press('Enter')
    const log = page.getByRole('log')
    await expect(log.getByText('<script>alert(1)</script>')).toBeVisible()
    await expect(log.getByRole('link', { name: /sample answer\.pdf/ })).toBeVisible()
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolations(page)
    const [mail] = await waitForMails(trader.email)
    await page.goto(/\S+\/mails#\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    await expectNoAxeViolations(page)
    await page.goBack()
    // An answer to this mail would open the ticket again.
    await replyByMail(trader.email, 'Thank you, by mail. Stay silent')
    await expect(log.getByText('Thank you, by mail')).toBeVisible()
  })

  test('the composer stays above the bottom navigation and covers neither the last post nor what is typed', async ({
    page,
  }) => {
    await createTrader(page)
    await startConversation(page, 'Stay silent')
    const composer = page.getByRole('textbox', { name: 'Your reply' })
    for (const text of ['silent line\n'.repeat(30), 'The last one, silent']) {
      await composer.fill(text)
      await composer.press('Control+Enter')
      await expect(page.getByRole('log')).toContainText(text)
    }
    const last = page.getByText('The last one, silent')
    await expectInOrder(page, [last, composer, page.getByRole('button', { name: 'Send', exact: true })])
    // The text grows upwards, up to a part of the window.
    await composer.fill('line\n'.repeat(60))
    await expectInOrder(page, [composer, page.getByRole('button', { name: 'Send', exact: true })])
    // A long conversation opens at its end.
    await composer.fill('')
    await page.reload()
    await expect(last).toBeInViewport({ ratio: 1 })
    await expectInOrder(page, [last, composer])
  })
})

test('a wide screen shows the list beside the conversation of the address, each of which scrolls alone, and each width the switch of mails once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await createTrader(page)
  await startConversation(page, 'First, silent')
  await startConversation(page, `Second, silent\n${'line\n'.repeat(60)}`)
  const list = page.getByRole('region', { name: 'Your conversations' })
  await expect(list.getByRole('link')).toHaveCount(2)
  const head = page.getByRole('heading', { level: 1 })
  await expect(head).toBeInViewport({ ratio: 1 })
  await expect(list.getByRole('link', { name: /First/ })).toBeInViewport({ ratio: 1 })
  const mailSwitch = page.getByRole('checkbox', { name: 'E-mail me when support answers' })
  await expect(mailSwitch).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await list.getByRole('link', { name: /First/ }).press('Enter')
  await expect(head).toHaveText('First, silent')
  await expect(head).toBeFocused()
  await page.goto('/en/trading#/show/support/new')
  await page.getByRole('radio', { name: 'Deposits' }).waitFor()
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await expectNoAxeViolationsInBothThemes(page)
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(list).toBeHidden()
  await page.getByRole('link', { name: 'All conversations' }).click()
  await expect(list).toBeVisible()
  await expect(mailSwitch).toBeVisible()
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
})

async function startConversation(page: Page, text: string): Promise<void> {
  await page.goto('/en/trading#/show/support/new')
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).waitFor()
}

/** Expects that each part is in the window as a whole, above the next one, and the last one above the bottom navigation. */
async function expectInOrder(page: Page, parts: readonly Locator[]): Promise<void> {
  await expect(async () => {
    const boxes = await Promise.all([...parts, page.getByRole('navigation').last()].map((part) => part.boundingBox()))
    for (const [index, box] of boxes.slice(0, -1).entries()) {
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(boxes[index + 1]?.y ?? 0)
    }
  }).toPass()
}
