import type { FrameLocator, Page } from '@playwright/test'

import {
  collectPageErrors,
  createTrader,
  expect,
  expectNoAxeViolations,
  hideBitcoinSuggestion,
  queryDatabase,
  test,
} from './helpers.ts'

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

test('an answer that arrives while the chat is closed is counted and announced', async ({ page }) => {
  const trader = await createTrader(page)
  await page.goto('/en/trading#/home')
  await openChat(page)
  const conversation = await waitForConversationId(trader.id)
  await page.getByRole('button', { name: 'Close the chat' }).click()
  await replyInChat(conversation, 'Are you still there?')
  await expect(page.getByRole('button', { name: /^Chat with us, \d new message/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: /new message/ })).toBeAttached()
  await getChatButton(page).click()
  await expect(getChatFrame(page).getByRole('log')).toContainText('Are you still there?')
})

test('HTML in chat messages is shown as text on both sides', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  const trader = await createTrader(page)
  await page.goto('/en/trading#/home')
  const chat = await openChat(page)
  const script = '<img src=x onerror="parent.postMessage(1)"><script>alert(1)</script>'
  await sendMessage(chat, script)
  await replyInChat(await waitForConversationId(trader.id), `agent ${script}`)
  await expect(chat.locator('.message.agent').filter({ hasText: `agent ${script}` })).toBeVisible()
  await expect(chat.locator('#log img, #log script')).toHaveCount(0)
  // The agent's page shows text, too.
  const desk = await page.context().newPage()
  await desk.goto(`${process.env['SANDBOX_BASE_URL']}/`)
  await expect(desk.getByRole('region', { name: 'Chat' })).toContainText(script)
  await expect(desk.locator('#chats img, #chats script')).toHaveCount(0)
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
  context,
}) => {
  await page.goto('/ru/login')
  await getChatButton(page, 'ru').waitFor()
  await context.setOffline(true)
  await getChatButton(page, 'ru').click()
  const dialog = page.getByRole('dialog', { name: 'Чат с поддержкой' })
  await expect(dialog.getByRole('alert')).toContainText('Чат не отвечает', { timeout: 30_000 })
  await expectNoAxeViolations(page)
  await expect(dialog.getByRole('link', { name: 'Отправить сообщение' })).toHaveAttribute('href', '/ru/show/contacts')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Повторить' }).click()
  await expect(getChatFrame(page).getByRole('textbox')).toBeVisible()
})

test('chat is hidden on phones and in the app, and fits into a narrow window', async ({ browser, page }) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await hideBitcoinSuggestion(phone)
  const app = await browser.newContext({ userAgent: 'Mozilla/5.0 TradefrontApp/2.1' })
  await hideBitcoinSuggestion(app)
  for (const context of [phone, app]) {
    const other = await context.newPage()
    await other.goto('/ru/login')
    await other.locator('main h1').waitFor()
    await other.waitForLoadState('networkidle')
    await expect(getChatButton(other, 'ru')).toHaveCount(0)
    await context.close()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/ru/login')
  await openChat(page, 'ru')
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  await expectNoAxeViolations(page)
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
    const button = document.querySelector('main ~ * button[aria-expanded], main ~ button[aria-expanded]')
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
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 640, height: 400 },
    { width: 1024, height: 768 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(viewport)
    for (const [path, ready] of [
      ['/en/trading#/show/funding', 'input[name=cardnumber]'],
      ['/en/trading#/show/personal', 'input[name=phone]'],
      ['/en/show/contacts', 'textarea[name=message]'],
    ] as const) {
      await page.goto(path)
      await page.locator(ready).waitFor()
      await getChatButton(page).waitFor()
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

// Changed in the database, these settings would hide the chat in parallel tests, so only this page's reply is changed.
for (const [told, isShown] of [
  [{ chat_disabled: true }, false],
  [{ chat_show: ['home', 'terms'] }, false],
  [{ chat_show: ['home', 'login'] }, true],
  [{ chat_show: ['login'], chat_hide: ['login'] }, false],
] as const) {
  test(`${JSON.stringify(told)}: ${isShown ? 'shown' : 'hidden'}`, async ({ page }) => {
    await page.route('**/en/login', async (route) => {
      const reply = await route.fetch()
      const html = await reply.text()
      const boot = /(<script id="boot"[^>]*>)(.*?)(<\/script>)/s
      const changed = html.replace(boot, (_all, before: string, json: string, after: string) => {
        const given = JSON.parse(json)
        return before + JSON.stringify({ ...given, settings: { ...given.settings, ...told } }) + after
      })
      await route.fulfill({ response: reply, body: changed })
    })
    await page.goto('/en/login')
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await expect(getChatButton(page)).toHaveCount(isShown ? 1 : 0)
  })
}

for (const [theme, lang] of [
  ['dark', 'ru'],
  ['light', 'en'],
] as const) {
  test(`axe finds no violations in the chat and its frame: ${theme}, ${lang}`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    await page.goto(`/${lang}/login`)
    const chat = await openChat(page, lang)
    await sendMessage(chat, lang === 'en' ? 'Hello' : 'Здравствуйте')
    await expect(chat.locator('.message.agent')).toBeVisible()
    await expectNoAxeViolations(page)
    await expect(chat.locator('html')).toHaveAttribute('lang', lang)
    await expect(chat.locator('html')).toHaveCSS('color-scheme', theme)
    // A new language or theme is sent to the frame, which does not reload.
    await page.getByRole('radio', { name: lang === 'en' ? 'Русский' : 'English' }).click()
    await expect(chat.locator('html')).toHaveAttribute('lang', lang === 'en' ? 'ru' : 'en')
    await expect(chat.locator('.message.agent')).toBeVisible()
    expect(await page.locator('iframe').getAttribute('src')).toBe(`${chatUrl()}?lang=${lang}&theme=${theme}`)
  })
}
