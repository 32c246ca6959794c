import type { FrameLocator, Page } from '@playwright/test'

import { colourRules, expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

const chatUrl = () => `${process.env['SANDBOX_BASE_URL']}/chat`
const getChatFrame = (page: Page): FrameLocator => page.frameLocator('iframe')
const getChatButton = (page: Page, lang = 'en') =>
  page.getByRole('button', { name: lang === 'en' ? /^Chat with us/ : /^Написать в чат/ })

async function openChat(page: Page, lang = 'en'): Promise<FrameLocator> {
  await getChatButton(page, lang).click()
  await getChatFrame(page).getByRole('textbox').waitFor()
  return getChatFrame(page)
}
async function sendMessage(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByRole('textbox').fill(text)
  await chat.getByRole('textbox').press('Enter')
  await expect(chat.locator('.message.visitor').filter({ hasText: text })).toBeVisible()
}
const callSandboxControl = (path: string, body: unknown) =>
  fetch(`${process.env['SANDBOX_BASE_URL']}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
async function waitForConversationId(userId: number): Promise<string> {
  let id: unknown
  await expect
    .poll(async () => {
      const sql = 'select conversation_id from chat_conversations where user_id = $1'
      id = (await queryDatabase(sql, [userId]))[0]?.['conversation_id']
      return id
    })
    .toMatch(/^[0-9a-f-]{36}$/)
  return String(id)
}
/** As the agent, once the conversation has reached the vendor. */
async function replyInChat(conversation: string, text: string): Promise<void> {
  await expect.poll(async () => (await callSandboxControl('chat/reply', { conversation, text })).status).toBe(200)
}

test('a visitor can chat without a token by keyboard and finds the conversation again', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  let tokens = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/token')) tokens += 1
  })
  await page.goto('/en/login')
  await getChatButton(page).focus()
  await page.keyboard.press('Enter')
  const chat = getChatFrame(page)
  await expect(chat.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Good morning')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('log')).toContainText('Hello, this is the practice agent.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Chat with support' })).toBeHidden()
  await expect(getChatButton(page)).toBeFocused()

  await page.reload()
  await openChat(page)
  await expect(chat.getByRole('log')).toContainText('Good morning')
  expect(tokens).toBe(0)
  expect(pageErrors).toEqual([])
})

test("the chat vendor gets a trader's name and account data from the server, not from the page", async ({ page }) => {
  const trader = await createTrader(page)
  await page.goto('/en/trading#/home')
  const told = page.waitForResponse('**/api/chat/balance')
  const chat = await openChat(page)
  await sendMessage(chat, 'Hello')
  await expect(chat.getByRole('log')).toContainText('Hello, Ada, this is the practice agent.')
  expect(await (await told).json()).toEqual({ return: true })
  await sendMessage(chat, 'What is my balance?')
  await expect(chat.getByRole('log')).toContainText('I see $0.00 on your account.')
  // The conversation belongs to the trader, so another browser shows it too.
  await page.context().clearCookies({ name: /^lang$/ })
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await openChat(page)
  await expect(chat.getByRole('log')).toContainText('What is my balance?')
  await waitForConversationId(trader.id)
})

test('HTML in chat messages is text on both sides, and an answer to the closed chat is announced', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  const trader = await createTrader(page)
  await page.goto('/en/trading#/home')
  const chat = await openChat(page)
  const script = '<img src=x onerror="parent.postMessage(1)"><script>alert(1)</script>'
  await sendMessage(chat, script)
  const conversation = await waitForConversationId(trader.id)
  await replyInChat(conversation, `agent ${script}`)
  await expect(chat.locator('.message.agent').filter({ hasText: `agent ${script}` })).toBeVisible()
  await expect(chat.locator('#log img, #log script')).toHaveCount(0)
  // The agent's page shows text, too.
  const desk = await page.context().newPage()
  await desk.goto(`${process.env['SANDBOX_BASE_URL']}/`)
  await expect(desk.getByRole('region', { name: 'Chat' })).toContainText(script)
  await expect(desk.locator('#chats img, #chats script')).toHaveCount(0)
  await desk.close()

  await page.getByRole('button', { name: 'Close the chat' }).click()
  await replyInChat(conversation, 'Are you still there?')
  await expect(page.getByRole('button', { name: /^Chat with us, \d new message/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: /new message/ })).toBeAttached()
  await getChatButton(page).click()
  await expect(chat.getByRole('log')).toContainText('Are you still there?')
  expect(pageErrors).toEqual([])
})

test('messages from another origin can neither close the chat nor change its counter', async ({ page }) => {
  await page.goto('/en/login')
  await openChat(page)
  await page.evaluate(() => {
    for (const message of [
      { chat: true, type: 'close' },
      { chat: true, type: 'unread', count: 9 },
    ])
      window.postMessage(message, location.origin)
  })
  await expect(page.getByRole('dialog', { name: 'Chat with support' })).toBeVisible()
  const attributes = await page.locator('iframe').evaluate((frame) => [...frame.attributes].map(({ name }) => name))
  expect(attributes).toEqual(expect.arrayContaining(['sandbox', 'referrerpolicy', 'title']))
  expect(await page.locator('iframe').getAttribute('src')).not.toMatch(/token|csrf/)
})

test('a chat vendor that does not answer is reported, with a link to the contact form and a retry', async ({
  page,
}) => {
  const vendor = '**/chat?*'
  await page.route(vendor, (route) => route.abort())
  await page.goto('/ru/login')
  await getChatButton(page, 'ru').click()
  const dialog = page.getByRole('dialog', { name: 'Чат с поддержкой' })
  await expect(dialog.getByRole('alert')).toContainText('Чат не отвечает', { timeout: 30_000 })
  await expectNoAxeViolations(page)
  await expect(dialog.getByRole('link', { name: 'Отправить сообщение' })).toHaveAttribute('href', '/ru/show/contacts')
  await page.unroute(vendor)
  await dialog.getByRole('button', { name: 'Повторить' }).click()
  await expect(getChatFrame(page).getByRole('textbox')).toBeVisible()
})

test('chat is hidden in the app, is there on phones, and fits into a narrow window', async ({ browser, page }) => {
  const app = await browser.newContext({ userAgent: 'Mozilla/5.0 TradefrontApp/2.1' })
  const other = await app.newPage()
  await other.goto('/ru/login')
  await other.locator('main h1').waitFor()
  await other.waitForLoadState('networkidle')
  await expect(getChatButton(other, 'ru')).toHaveCount(0)
  await app.close()
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const small = await phone.newPage()
  await small.goto('/ru/login')
  await expect(getChatButton(small, 'ru')).toBeVisible()
  await phone.close()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ru/login')
  await openChat(page, 'ru')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  // The panel has a close button of its own, because it can cover the one that opened it.
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть чат' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(getChatButton(page, 'ru')).toBeFocused()
})

/** Texts of the controls that the chat button covers at any position of the page. */
async function findCoveredControls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const button = document.querySelector('footer ~ * button[aria-expanded], footer ~ button[aria-expanded]')
    if (button === null) return ['no chat button']
    const found = new Set<string>()
    for (let top = 0; ; top += 100) {
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const chat = button.getBoundingClientRect()
      for (const control of document.querySelectorAll(
        'main :is(a, button, input, select, textarea), footer :is(a, button)',
      )) {
        const { left, right, top: above, bottom, width, height } = control.getBoundingClientRect()
        // Hidden inputs of drop-down lists are one pixel large.
        if (width < 8 || height < 8) continue
        const isCovered = left < chat.right && right > chat.left && above < chat.bottom && bottom > chat.top
        if (isCovered) found.add(`${control.tagName} ${control.textContent} ${control.getAttribute('name') ?? ''}`)
      }
      if (top > document.documentElement.scrollHeight - window.innerHeight) break
    }
    return [...found]
  })
}

test('the chat button covers no control in a narrow window, at 200 % zoom and on a desktop', async ({ page }) => {
  await createTrader(page)
  for (const [path, ready] of [
    ['/en/trading#/show/funding', 'input[name=cardnumber]'],
    ['/en/trading#/show/personal', 'input[name=phone]'],
    ['/en/show/contacts', 'textarea[name=message]'],
  ] as const) {
    await page.goto(path)
    await page.locator(ready).waitFor()
    await getChatButton(page).waitFor()
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 640, height: 400 },
      { width: 1024, height: 768 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(viewport)
      expect(await findCoveredControls(page), `${path} at ${viewport.width} px`).toEqual([])
    }
  }
})

test('a session marked as mobile has no chat in any browser', async ({ page }) => {
  await createTrader(page)
  await page.goto('/en/trading#/home')
  await getChatButton(page).waitFor()
  const csrf = (await (await page.request.get('/api/boot')).json()).csrf
  await page.request.post('/api/triggers/mobile', { data: {}, headers: { 'x-csrf-token': csrf } })
  await page.reload()
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle')
  await expect(getChatButton(page)).toHaveCount(0)
})

test('chat is hidden exactly on the pages listed in chat_hide', async ({ page }) => {
  const name = `hidden-${crypto.randomUUID()}`
  // Other pages stay in the list.
  await queryDatabase(
    `insert into settings (name, value, changed_at) values ('chat_hide', jsonb_build_array($1::text), now())
     on conflict (name) do update set value = settings.value || excluded.value`,
    [name],
  )
  await expect(async () => {
    await page.goto(`/en/show/${name}`)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await expect(getChatButton(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.goto('/en/show/terms')
  await expect(getChatButton(page)).toBeVisible()
  await queryDatabase(`update settings set value = value - $1::text where name = 'chat_hide'`, [name])
})

test('axe finds no violations in the chat and its frame, which follows the language and the theme', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/ru/login')
  await page.getByRole('radio', { name: 'Тёмная' }).click()
  const chat = await openChat(page, 'ru')
  await sendMessage(chat, 'Здравствуйте')
  await expect(chat.locator('.message.agent')).toBeVisible()
  await expect(chat.locator('html')).toHaveAttribute('lang', 'ru')
  await expect(chat.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expectNoAxeViolations(page)
  // A new language or theme is sent to the frame, which does not reload.
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(chat.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect(chat.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(chat.locator('.message.agent')).toBeVisible()
  await expectNoAxeViolations(page, colourRules)
  expect(await page.locator('iframe').getAttribute('src')).toBe(`${chatUrl()}?lang=ru&theme=dark`)
})
