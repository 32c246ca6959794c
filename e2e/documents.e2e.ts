import { writeFile } from 'node:fs/promises'

import type { Page } from '@playwright/test'

import { pdf, photo } from '../apps/server/src/testing/documents.ts'
import { ops } from '../apps/server/src/testing/ops.ts'

import { collectFaults, expect, expectNoAxeFindings, newTrader, query, test, type Trader } from './support.ts'

type Kind = 'passport' | 'card' | 'sign'
const jpeg = async (name = 'scan.jpg') => ({ name, mimeType: 'image/jpeg', buffer: await photo() })

const part = (page: Page, kind: Kind) => page.locator(`section[aria-labelledby=document-${kind}]`)
const chooser = (page: Page, kind: Kind) => part(page, kind).locator('input[type=file]').first()

async function open(page: Page, lang = 'en', add = ''): Promise<Trader> {
  const trader = await newTrader(page)
  await visit(page, lang, add)
  return trader
}

async function visit(page: Page, lang = 'en', add = ''): Promise<void> {
  await page.goto(`/${lang}/trading#/show/documents${add}`)
  await page.locator('main h2').first().waitFor()
}

const rows = (trader: Trader) =>
  query('select kind, state from documents where user_id = $1 order by sent_at', [trader.id])

/** What an operator decides, by the product's own command; the page hears of it over the socket. */
async function decide(trader: Trader, kind: Kind, reason: string | null): Promise<void> {
  const env = {
    DATABASE_URL: process.env['E2E_DATABASE_URL'] ?? '',
    SECRET_KEY: 'a secret key that is only good for browser tests',
    SANDBOX_SECRET: 'a sandbox secret that nobody asks for here',
  }
  const decision = reason === null ? ['approve'] : ['refuse', '--because', reason]
  const done = await ops(env, [...decision, trader.email, kind, '--why', 'looked at it', '--yes'])
  expect(done).toMatchObject({ code: 0, err: '' })
}

/** The store fails for this trader alone until the returned function is called. */
async function breakStore(trader: Trader, on: 'insert' | 'update'): Promise<() => Promise<unknown>> {
  const name = `full_disk_${trader.id}_${on}`
  await query(`create function ${name}() returns trigger language plpgsql as
    $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`)
  await query(`create trigger ${name} before ${on} on documents for each row when (new.user_id = ${trader.id})
    execute function ${name}()`)
  return () => query(`drop function ${name} cascade`)
}

test('a file goes up, is shown, opened and taken back', async ({ page, context }) => {
  const faults = collectFaults(page)
  const trader = await open(page)
  await expect(page.getByText('Still to send: passport or identity card and signature.')).toBeVisible()
  await chooser(page, 'passport').setInputFiles(await jpeg('my passport.jpg'))
  await expect(page.getByText('Upload successful').first()).toBeVisible()
  const passport = part(page, 'passport')
  await expect(passport.getByText('Being checked')).toBeVisible()
  await expect(page.getByText('Still to send: signature.')).toBeVisible()
  const picture = passport.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expectNoAxeFindings(page)

  const opening = context.waitForEvent('page')
  await passport.getByRole('link', { name: 'Open Passport or identity card, JPG' }).click()
  const shown = await opening
  await shown.waitForLoadState()
  expect(shown.url()).toContain('/userdocs/viewdoc/passport-')
  await shown.close()

  await passport.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Remove this file?')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The file was removed.')).toBeVisible()
  await expect(passport.getByText('Not sent')).toBeVisible()
  await expect(page.locator('#document-passport')).toBeFocused()
  expect(await rows(trader)).toEqual([])
  expect(faults).toEqual([])
})

test('one at a time: two sides of a card go one after the other, then there is no more room', async ({ page }) => {
  const trader = await open(page)
  const underWay: number[] = []
  let now = 0
  page.on('request', (sent) => sent.url().endsWith('/upload') && underWay.push((now += 1)))
  page.on('response', (got) => got.url().endsWith('/upload') && (now -= 1))
  await chooser(page, 'passport').setInputFiles([
    await jpeg('front.jpg'),
    await jpeg('back.jpg'),
    await jpeg('more.jpg'),
  ])
  await expect(part(page, 'passport').locator('img')).toHaveCount(2)
  expect(underWay).toEqual([1, 1])
  await expect(part(page, 'passport').locator('input[type=file]')).toHaveCount(0)
  expect(await rows(trader)).toHaveLength(2)
  await expect(part(page, 'card').locator('input[type=file]').first()).not.toHaveAttribute('multiple')
})

test('what is wrong with a file is said at the file, by what is in it', async ({ page }, info) => {
  const trader = await open(page)
  const card = part(page, 'card')
  const files: readonly [string, Buffer, string][] = [
    ['card.jpg', Buffer.from('<svg onload="alert(1)"/>'), 'File type is not [ PNG, JPG, JPEG, PDF ]!'],
    ['card.png', Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'), 'The file is larger than 10 MB.'],
    ['card.pdf', pdf('5 0 obj\n<< /S /JavaScript >>\nendobj\n'), 'This PDF carries scripts or attached files.'],
    ['half.jpg', (await photo()).subarray(0, 1500), 'The file cannot be opened'],
  ]
  for (const [name, bytes, message] of files) {
    // From the disk: a large file takes long to be handed over otherwise.
    const path = info.outputPath(name)
    await writeFile(path, bytes)
    await chooser(page, 'card').setInputFiles(path)
    const row = card.locator('[data-status=error]')
    await expect(row.getByRole('alert')).toContainText(message)
    await expect(row).toContainText(name)
  }
  await expectNoAxeFindings(page)
  await card.getByRole('button', { name: 'Dismiss half.jpg' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await rows(trader)).toEqual([])
})

test('a store that fails says so, keeps nothing, and the same file can be sent again', async ({ page }) => {
  const trader = await open(page)
  const mend = await breakStore(trader, 'insert')
  await chooser(page, 'card').setInputFiles(await jpeg())
  const card = part(page, 'card')
  await expect(card.getByRole('alert')).toHaveText('Some errors try latter')
  expect(await rows(trader)).toEqual([])
  await mend()
  await card.getByRole('button', { name: 'Try again: scan.jpg' }).click()
  await expect(card.getByText('Being checked')).toBeVisible()

  const mendRemoval = await breakStore(trader, 'update')
  await card.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Unexpected errors...')
  await page.keyboard.press('Escape')
  await mendRemoval()
  await expect(card.getByText('Being checked')).toBeVisible()
})

test('a slow line shows how far it is; what is cancelled leaves nothing, and without a line it can be sent later', async ({
  page,
  context,
}, info) => {
  const trader = await open(page)
  const line = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 }
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  const big = info.outputPath('big.pdf')
  await writeFile(big, pdf(`%${'x'.repeat(4_000_000)}\n`))
  const card = part(page, 'card')
  await chooser(page, 'card').setInputFiles(big)
  const bar = card.getByRole('progressbar', { name: 'Sending' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9]\d?% sent$/)
  await expectNoAxeFindings(page)
  await card.getByRole('button', { name: 'Cancel big.pdf' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await rows(trader)).toEqual([])

  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await context.setOffline(true)
  await chooser(page, 'card').setInputFiles(await jpeg())
  await expect(card.getByRole('alert')).toHaveText('Some errors try latter')
  await context.setOffline(false)
  await card.getByRole('button', { name: 'Try again: scan.jpg' }).click()
  await expect(card.getByText('Being checked')).toBeVisible()
})

test('a file can be dropped', async ({ page, context }, info) => {
  await open(page)
  const path = info.outputPath('dropped.jpg')
  await writeFile(path, await photo())
  const zone = part(page, 'card').locator('.border-dashed')
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  if (box === null) throw new Error('There is no place to drop')
  const mouse = await context.newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, ...at })
  await expect(part(page, 'card').getByText('Being checked')).toBeVisible()
})

test('a signature is drawn, never empty', async ({ page }) => {
  const trader = await open(page)
  const sign = part(page, 'sign')
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Cant save empty sign!')
  await expectNoAxeFindings(page)
  const paper = sign.getByRole('img', { name: /Nothing is drawn yet/ })
  await paper.scrollIntoViewIfNeeded()
  const box = await paper.boundingBox()
  if (box === null) throw new Error('There is no paper')
  const draw = async () => {
    await page.mouse.move(box.x + 40, box.y + 60)
    await page.mouse.down()
    for (let step = 1; step < 20; step += 1) await page.mouse.move(box.x + 40 + step * 9, box.y + 60 + (step % 5) * 12)
    await page.mouse.up()
  }
  await draw()
  await expect(sign.getByRole('img', { name: /Something is drawn/ })).toBeVisible()
  await sign.getByRole('button', { name: 'Clear' }).click()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Cant save empty sign!')
  await draw()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByText('Being checked')).toBeVisible()
  expect(await rows(trader)).toEqual([{ kind: 'sign', state: 'sent' }])
})

test('by keyboard alone: a name typed for a signature, a file chosen, and taken back', async ({ page }) => {
  const trader = await open(page)
  const reach = async (what: string | RegExp) => {
    const wanted = page.getByRole('main').getByRole('button', { name: what })
    const seen: string[] = []
    for (let presses = 0; presses < 60; presses += 1) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
      seen.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''))
    }
    throw new Error(`Tab never reaches ${String(what)}, but ${seen.join(', ')}`)
  }
  await page.locator('main h1').focus()
  await reach('Choose a file: Payment card')
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await jpeg())
  await expect(part(page, 'card').getByText('Being checked')).toBeVisible()

  await page.getByRole('radio', { name: 'Draw' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Type' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(part(page, 'sign').getByRole('alert')).toHaveText('Cant save empty sign!')
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(part(page, 'sign').getByText('Being checked')).toBeVisible()
  await expect(page.locator('#document-sign')).toBeFocused()
  expect(await rows(trader)).toHaveLength(2)

  await reach(/^Remove Payment card/)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Enter')
  await expect(part(page, 'card').getByText('Not sent')).toBeVisible()
  await expect(page.locator('#document-card')).toBeFocused()
})

test('an upload without a session leads to the log-in and back', async ({ page, context }) => {
  await open(page)
  await context.clearCookies({ name: /session$/ })
  const loggedOut = page.waitForRequest('**/api/logout')
  await chooser(page, 'card').setInputFiles(await jpeg())
  await loggedOut
  await page.waitForURL('**/en/login?expired#/show/documents')
})

test('refused: the reason and the next step at once, and what is sent again goes the way for that', async ({
  page,
}) => {
  const trader = await open(page)
  await chooser(page, 'passport').setInputFiles(await jpeg())
  await expect(part(page, 'passport').locator('img')).toHaveCount(1)
  await page.getByText('Type', { exact: true }).click()
  await page.getByLabel('Your name').fill('Ada L')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await expect(page.getByText('We are checking your documents')).toBeVisible()

  await decide(trader, 'passport', 'expired')
  await expect(page.getByText('It is out of date.')).toBeVisible()
  await expect(page.getByText('Send one that is still valid.')).toBeVisible()
  await expect(page.getByText('We could not accept everything')).toBeVisible()
  await decide(trader, 'sign', 'not_signed')
  await expect(page.getByText('Sign as you did there.')).toBeVisible()
  await expectNoAxeFindings(page)

  await visit(page, 'en', '/again')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send again')
  await expect(part(page, 'card')).toHaveCount(0)
  const upload = page.waitForRequest('**/userdocs/upload')
  await chooser(page, 'passport').setInputFiles(await jpeg())
  await upload
  await expect(part(page, 'passport').getByText('Being checked')).toBeVisible()
  await page.getByText('Type', { exact: true }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  const sign = page.waitForRequest('**/userdocs/dataurl')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await sign
  await expect(part(page, 'sign').getByText('Being checked')).toBeVisible()

  await decide(trader, 'passport', null)
  await decide(trader, 'sign', null)
  await page.goto('/en/trading#/show/documents')
  await expect(page.getByText('You are verified')).toBeVisible()
  await part(page, 'passport')
    .getByRole('button', { name: /^Send a newer one/ })
    .click()
  await chooser(page, 'passport').setInputFiles(await jpeg())
  await expect(part(page, 'passport').getByText('A newer one is being checked.')).toBeVisible()
})

test('the account leads to the documents of the personal page', async ({ page }) => {
  await newTrader(page)
  await page.goto('/en/trading#/home')
  await page.getByRole('link', { name: 'Not verified yet' }).click()
  await page.waitForURL('**/en/trading#/show/personal/documents')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personal')
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
  await chooser(page, 'card').setInputFiles(await jpeg())
  await expect(part(page, 'card').getByText('Being checked')).toBeVisible()
  await expectNoAxeFindings(page)
})

test('nothing to send again says so', async ({ page }) => {
  await newTrader(page)
  await page.goto('/en/trading#/show/documents/again')
  await expect(page.getByText('None of your documents was refused.')).toBeVisible()
})

for (const theme of ['light', 'dark']) {
  test(`on a phone, in Russian, ${theme}: the camera is offered, nothing is too wide, axe finds nothing`, async ({
    browser,
    baseURL,
  }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const context = await browser.newContext({ ...phone, ...(baseURL === undefined ? {} : { baseURL }) })
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    const page = await context.newPage()
    const trader = await open(page, 'ru')
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Документы')
    await expect(page.getByRole('button', { name: 'Сфотографировать: Банковская карта' })).toBeVisible()
    const camera = part(page, 'card').locator('input[capture=environment]')
    await expect(camera).toHaveAttribute('accept', 'image/*')
    expect(await fits()).toBe(true)
    await expectNoAxeFindings(page)

    await chooser(page, 'passport').setInputFiles({
      name: 'очень длинное имя файла с моим удостоверением личности.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    })
    await expect(page.getByRole('alert')).toHaveText('Тип файла не [ PNG, JPG, JPEG, PDF ]!')
    await camera.setInputFiles(await jpeg())
    await expect(part(page, 'card').getByText('На проверке')).toBeVisible()
    await decide(trader, 'card', 'not_covered')
    await expect(page.getByText('Видно больше цифр карты, чем нужно.')).toBeVisible()
    await page.getByRole('button', { name: 'Сохранить подпись' }).click()
    await expect(page.getByText('Нельзя сохранить пустую подпись!')).toBeVisible()
    expect(await fits()).toBe(true)
    await expectNoAxeFindings(page)
    await context.close()
  })
}
