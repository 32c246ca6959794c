import type { Page } from '@playwright/test'

import { queryDatabase } from './helpers/database.ts'
import { setUpOperator } from './helpers/desk.ts'
import { createJpeg, getFileInput, listDocumentRows } from './helpers/documents.ts'
import { acceptLateOrders, checkBox, openInNewDocument } from './helpers/page.ts'
import { expectFailure, expectSuccess, fillCard, openFunding, submitPayment } from './helpers/pay.ts'
import { extractLink, waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

const password = 'seven yellow sunflowers'
const cards = { approves: '4242424242424242', noAnswer: '4000009900005029', chargedBack: '4000009900005086' } as const
const deskUrl = () => process.env['DESK_URL'] ?? ''

test.use({ actionTimeout: 30_000 })

test('a trader registers, is verified, pays, trades, writes and withdraws, and two operators decide all of it in windows of their own', async ({
  page: trader,
  browser,
}) => {
  test.setTimeout(300_000)
  const openDesk = async () => (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const [ann, ben] = [await openDesk(), await openDesk()]
  const errors = [trader, ann, ben].map(collectPageErrors)
  const roles = 'support,documents,payments,risk'
  await setUpOperator(ann, 'whole-life-ann', roles)
  await setUpOperator(ben, 'whole-life-ben', roles)

  const { id, email } = await register(trader)

  await test.step('the documents are approved', async () => {
    await trader.goto('/en/trading#/show/documents')
    await getFileInput(trader, 'passport').setInputFiles(await createJpeg())
    await trader.getByRole('radio', { name: 'Draw' }).focus()
    await trader.keyboard.press('ArrowRight')
    await trader.getByLabel('Your name').fill('Mia Keller')
    await trader.getByRole('button', { name: 'Save signature' }).press('Enter')
    await expect.poll(async () => (await listDocumentRows({ id, email, password })).length).toBe(2)
    for (const kind of ['passport', 'sign']) {
      await ann.goto(`${deskUrl()}/#/documents/${id}/${kind}`)
      await expect(ann.getByRole('img', { name: /, page 1/ })).toBeVisible()
      await ann.keyboard.press('a')
      await expect(ann.getByText(/^Approved: .* of Mia Keller/)).toBeVisible()
    }
    await expect(trader.getByText(/^Verified on/)).toBeVisible()
  })

  await test.step('a payment is credited, one without an answer is decided, and one is charged back', async () => {
    await queryDatabase(`update users set cascade = 'ORANGE' where id = $1`, [id])
    await pay(trader, cards.approves, '2000')
    await expectSuccess(trader)
    await pay(trader, cards.noAnswer, '300')
    const readDeposit = async () => {
      const [row] = await queryDatabase(
        `select d.id, d.state, a.reference from deposits d join attempts a on a.deposit_id = d.id where d.user_id = $1 and d.amount = 30000`,
        [id],
      )
      return row ?? {}
    }
    await expect.poll(readDeposit).toHaveProperty('reference')
    const { id: deposit, reference } = await readDeposit()
    await addFault({ ref: reference, on: 'status', act: 'error' })
    await addFault({ ref: reference, on: 'cancel', act: 'error' })
    await expect.poll(readDeposit).toMatchObject({ state: 'review' })
    await ann.goto(`${deskUrl()}/#/deposits/${String(deposit)}`)
    await order(ann, 'Record as unpaid', 'not on the statement')
    await expectFailure(trader, /./)
    await pay(trader, cards.chargedBack, '400')
    await expectSuccess(trader)
    await ann.goto(`${deskUrl()}/#/chargebacks`)
    const row = ann.getByRole('listitem').filter({ hasText: 'Mia Keller' })
    await expect(row).toContainText('$400')
    await row.getByRole('button', { name: 'Write down evidence' }).press('Enter')
    await ann.getByRole('dialog').getByRole('textbox', { name: 'Evidence' }).fill('traded on the same day')
    await sign(ann, 'Write down evidence', 'for the bank')
    await expect(row).toContainText('traded on the same day')
  })

  await test.step('a trade is bought and sold by keyboard', async () => {
    await acceptLateOrders(trader)
    await openInNewDocument(trader, '/en/trading#/home')
    await expect(trader.getByRole('button', { name: /^Up/ })).toHaveAttribute('aria-disabled', 'false')
    await trader.keyboard.press('Shift+ArrowUp')
    await expect(trader.getByText('If it ended now')).toBeVisible()
    // After a large move until its price, a sale is refused, and the trader sells again.
    const sell = trader.getByRole('button', { name: /^Sell for ≈/ })
    await expect(async () => {
      if (await sell.isVisible()) await sell.press('Enter')
      await expect(trader.getByRole('button', { name: 'Closed (1)' })).toBeVisible({ timeout: 8000 })
    }).toPass()
  })

  await test.step('a ticket is answered', async () => {
    await trader.goto('/en/trading#/show/support/new')
    await trader.getByLabel('Message').fill('silent: when can I withdraw?')
    await trader.getByLabel('Subject').fill('A question')
    await trader.getByRole('button', { name: 'Send', exact: true }).press('Enter')
    await expect(trader.getByRole('log')).toContainText('when can I withdraw?')
    const [ticket] = await queryDatabase('select id from tickets where user_id = $1', [id])
    await ann.goto(`${deskUrl()}/#/tickets/${String(ticket?.['id'])}`)
    await expect(ann.getByText('silent: when can I withdraw?')).toBeVisible()
    await ann.keyboard.press('r')
    await ann.getByRole('textbox', { name: 'Answer' }).fill('Now, Mia.')
    await ann.keyboard.press('Control+Enter')
    await expect(trader.getByText('Now, Mia.')).toBeVisible()
  })

  await test.step('a correction is signed by two', async () => {
    await ann.goto(`${deskUrl()}/#/traders/${id}`)
    await ann.getByRole('button', { name: 'Correct balance' }).press('Enter')
    await ann.getByRole('dialog').getByRole('textbox', { name: 'Amount' }).fill('12.34')
    await sign(ann, 'Correct balance', 'fee of the bank')
    await signToo(ben, `trader ${id} by +$12.34`)
  })

  await test.step('a withdrawal is approved by two and paid', async () => {
    await openInNewDocument(trader, '/en/trading#/show/withdrawal')
    await trader.getByLabel('Amount', { exact: true }).fill('1500')
    await trader.keyboard.press('Enter')
    const dialog = trader.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(password)
    await trader.keyboard.press('Enter')
    await expect(dialog.getByText('Being checked')).toBeVisible()
    const [row] = await queryDatabase('select id from withdrawals where user_id = $1 and confirmed_at is not null', [
      id,
    ])
    await ann.goto(`${deskUrl()}/#/withdrawals/${String(row?.['id'])}`)
    await order(ann, 'Approve', 'papers and sources are fine')
    await signToo(ben, `${id}`)
    await expect(dialog.getByRole('status')).toHaveText('The money has been sent.')
  })

  await test.step('the trader reads all of it in the wallet', async () => {
    await openInNewDocument(trader, '/en/trading#/show/history')
    for (const words of ['Corrected by us', 'Withdrawal', 'Deposit'])
      await expect(trader.getByText(words).first()).toBeVisible()
  })
  expect(errors.flat()).toEqual([])
})

/** Opens an account on the landing page, proves its address and switches to real money. */
async function register(page: Page): Promise<{ id: number; email: string }> {
  const email = `mia.${crypto.randomUUID()}@example.com`
  await page.goto('/en/#modal-register')
  await page.locator('input[name=firstName]').fill('Mia')
  await page.locator('input[name=lastName]').fill('Keller')
  await page.locator('input[name=login]').fill(email)
  await page.locator('input[name=new-password]').fill(password)
  await page.locator('input[name=phone]').fill('+61 2 5550 1234')
  await checkBox(page, /18/)
  await checkBox(page, /terms/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
  await page.goto(extractLink((await waitForMails(email, 1, true))[0]))
  await page.getByRole('button', { name: /^Confirm/ }).press('Enter')
  await page.getByRole('main').getByRole('link', { name: 'Go to my account' }).press('Enter')
  await page.getByRole('button', { name: /^Switch to real/ }).press('Enter')
  await expect(page.getByRole('button', { name: /^Real/ })).toBeVisible()
  const [row] = await queryDatabase('select id from users where email = $1', [email])
  return { id: Number(row?.['id']), email }
}

async function pay(page: Page, number: string, amount: string): Promise<void> {
  await openInNewDocument(page, '/favicon.svg')
  await openFunding(page)
  await page.locator('input[name=amount]').fill(amount)
  await fillCard(page, number)
  await submitPayment(page)
}

/** From now on, the sandbox answers such calls by a fault. */
async function addFault(rule: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `${process.env['SANDBOX_BASE_URL'] ?? ''}/control/faults`
  expect((await fetch(url, { method: 'POST', headers, body: JSON.stringify(rule) })).ok).toBe(true)
}

/** Opens the dialog of an action that needs nothing but a reason. */
async function order(desk: Page, action: string, why: string): Promise<void> {
  await desk.getByRole('button', { name: action, exact: true }).press('Enter')
  await sign(desk, action, why)
}

/** In the open dialog of an action: gives the reason and signs with the passkey. */
async function sign(desk: Page, action: string, why: string): Promise<void> {
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Why' }).fill(why)
  await dialog.getByRole('button', { name: action, exact: true }).press('Enter')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
}

async function signToo(desk: Page, words: string): Promise<void> {
  await desk.goto(`${deskUrl()}/#/approvals`)
  const approval = desk.getByRole('listitem').filter({ hasText: words })
  await approval.getByRole('button', { name: 'Sign too' }).press('Enter')
  await expect(approval).toBeHidden()
}
