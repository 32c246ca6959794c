import { expectNoAxeViolations } from './helpers/axe.ts'
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

test('a question is asked by keyboard, answered live, continued by mail, and closed', async ({ page }) => {
  const trader = await createTrader(page)
  await page.goto('/en/trading#/show/support')
  await page.getByRole('button', { name: 'New ticket' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Subject').fill('My deposit')
  await page.getByLabel('Your message').fill('Please answer with an attachment, and be hostile')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Send', exact: true }).focus()
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log.getByText('<script>alert(1)</script>')).toBeVisible()
  await expect(log.getByRole('link', { name: 'Open sample answer.pdf' })).toBeVisible()
  await expect(page.getByText('Answered', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await expect
    .poll(async () => (await waitForMails(trader.email, 1)).some(({ subject }) => subject.includes('My deposit')))
    .toBe(true)
  const mail = (await waitForMails(trader.email, 1)).find(({ subject }) => subject.includes('My deposit'))
  await page.goto(/\S+\/mails#\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Stop these e-mails' }).press('Enter')
  await expect(page.getByText('Done. You get no more e-mails of this kind.')).toBeVisible()
  await page.goBack()
  // An answer to it would open the ticket again.
  await replyByMail(trader.email, 'Thank you, by mail. Stay silent')
  await expect(log.getByText('Thank you, by mail')).toBeVisible()
  await page.getByRole('button', { name: 'Close Ticket' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close Ticket' }).click()
  await expect(page.getByRole('link', { name: /My deposit/ })).toContainText('Closed')
})

test('the support page fits a phone in Russian', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await createTrader(page)
  await page.goto('/ru/trading#/show/support')
  await page.getByRole('button', { name: 'Новое обращение' }).click()
  await page.getByLabel('Тема').fill('Вопрос '.repeat(20))
  await page.getByLabel('Сообщение').fill('Где деньги? silent')
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.getByRole('button', { name: 'Отправить', exact: true }).click()
  await expect(page.getByRole('log')).toContainText('Где деньги?')
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
})
