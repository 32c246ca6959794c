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

test.use({ viewport: { width: 390, height: 844 } })

test('a ticket is written by keyboard, answered live with its HTML as text and continued by mail, and fits a phone in Russian', async ({
  page,
}) => {
  const trader = await createTrader(page, { language: 'ru' })
  await page.goto('/ru/trading#/show/support')
  await page.getByRole('button', { name: 'Новое обращение' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Тема').fill('Вопрос '.repeat(20))
  await page.getByLabel('Сообщение').fill('Please answer with an attachment, and be hostile')
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
  // An answer to it would open the ticket again.
  await replyByMail(trader.email, 'Thank you, by mail. Stay silent')
  await expect(log.getByText('Thank you, by mail')).toBeVisible()
})
