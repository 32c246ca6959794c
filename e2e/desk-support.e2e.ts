import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { createJpeg, getFileInput, listDocumentRows, openDocuments } from './helpers/documents.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { setUpOperator } from './helpers/desk.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test('a document is drawn, turned and approved by keyboard, and the next case opens by itself', async ({
  page: trading,
  browser,
}) => {
  const trader = await openDocuments(trading)
  await getFileInput(trading, 'passport').setInputFiles(await createJpeg())
  await expect.poll(() => listDocumentRows(trader)).toMatchObject([{ kind: 'passport', state: 'sent' }])
  await getFileInput(trading, 'card').setInputFiles(await createJpeg())
  await expect.poll(async () => (await listDocumentRows(trader)).length).toBe(2)
  // Other tests leave documents, too.
  await queryDatabase(`update documents set sent_at = '2020-01-01' where user_id = $1 and kind = 'passport'`, [
    trader.id,
  ])
  await queryDatabase(`update documents set sent_at = '2020-01-02' where user_id = $1 and kind = 'card'`, [trader.id])

  const desk = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  const errors = collectPageErrors(desk)
  await setUpOperator(desk, 'checker', 'documents')
  await desk.getByRole('link', { name: 'Documents' }).press('Enter')
  await expect(desk.getByRole('link', { name: /Ada Lovelace Passport/ }).first()).toBeVisible()
  await desk.keyboard.press('j')
  const picture = desk.getByRole('img', { name: /^Passport or identity card, page 1/ })
  const getSize = () => picture.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])
  const isDrawn = () =>
    picture.evaluate((canvas: HTMLCanvasElement) => {
      const middle = canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
      return middle?.data[3] === 255
    })
  await expect.poll(isDrawn).toBe(true)
  const [width, height] = await getSize()
  await expectNoAxeViolationsInBothThemes(desk)
  await desk.setViewportSize({ width: 1280, height: 720 })
  expect(await desk.evaluate(findLayoutDefects)).toEqual([])
  await desk.keyboard.press('t')
  await expect.poll(getSize).toEqual([height, width])
  await desk.keyboard.press('a')
  await expect(desk.getByRole('img', { name: /^Card, page 1/ })).toBeVisible()
  await expect(desk.getByText('Approved: Passport or identity card of Ada Lovelace')).toBeVisible()
  await desk.keyboard.press('6')
  await expect.poll(() => listDocumentRows(trader)).toMatchObject([{ state: 'approved' }, { state: 'refused' }])
  expect(errors).toEqual([])
})

test('a ticket is found by its number, answered with Ctrl+Enter and read by the trader; it fits a phone in Russian', async ({
  page: trading,
  browser,
}) => {
  await createTrader(trading, { names: ['Grace', 'Hopper'], language: 'ru' })
  await trading.goto('/en/trading#/show/support')
  const id = await trading.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/boot')).json()) as { csrf: string }
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf }
    // The word `silent` keeps the agent of the sandbox from answering.
    const body = JSON.stringify({ subject: 'Where is my money?', content: 'silent: I paid yesterday.' })
    return ((await (await fetch('/api/kayako/ticket', { method: 'POST', headers, body })).json()) as { id: string }).id
  })

  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const desk = await context.newPage()
  const errors = collectPageErrors(desk)
  await setUpOperator(desk, 'answerer', 'support')
  await desk.getByRole('link', { name: 'Queue' }).press('Enter')
  await desk.keyboard.press('/')
  await desk.keyboard.type(id.slice(-8).toUpperCase())
  await expect(desk.getByRole('option', { name: /Grace Hopper/ })).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('silent: I paid yesterday.')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(desk)
  await desk.keyboard.press('r')
  const answer = desk.getByRole('textbox', { name: 'Answer' })
  await expect(answer).toBeFocused()
  await desk.getByRole('button', { name: /Template/ }).press('Enter')
  await desk.getByRole('option', { name: 'Anything else?' }).press('Enter')
  await expect(answer).toHaveValue(/^Здравствуйте, Grace!/)
  await answer.fill('It has arrived, Grace.')
  await answer.press('Control+Enter')
  await expect(desk.getByRole('listitem').filter({ hasText: 'answerer' })).toContainText('It has arrived, Grace.')
  await trading.goto(`/en/trading#/show/support/${id}`)
  await expect(trading.getByText('It has arrived, Grace.')).toBeVisible()

  await context.addCookies([{ name: 'lang', value: 'ru', url: process.env['DESK_URL'] ?? '' }])
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.reload()
  await expect(desk.getByText('It has arrived, Grace.')).toBeVisible()
  expect(await desk.evaluate(findLayoutDefects)).toEqual([])
  expect(errors).toEqual([])
})
