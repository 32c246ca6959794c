import type { FrameLocator, Page } from '@playwright/test'

import { colourRules, expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

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
/** Replies as the agent, once the conversation has reached the vendor. */
async function replyInChat(conversation: string, text: string): Promise<void> {
  await expect.poll(async () => (await callSandboxControl('chat/reply', { conversation, text })).status).toBe(200)
}

test('a visitor chats in the frame of the vendor by keyboard, and finds the conversation again after a reload', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  let tokens = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/chat/token')) tokens += 1
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/ru/login')
  await page.getByRole('radio', { name: 'Тёмная' }).click()
  await getChatButton(page, 'ru').focus()
  await page.keyboard.press('Enter')
  const chat = getChatFrame(page)
  const frame = chat.locator('html')
  await expect(chat.getByRole('textbox')).toBeFocused()
  // The frame allows only what the vendor needs.
  expect(await page.locator('iframe').evaluate((element) => element.getAttribute('sandbox'))).toBe(
    'allow-scripts allow-same-origin allow-forms',
  )
  await page.keyboard.type('Здравствуйте')
  await page.keyboard.press('Enter')
  await expect(chat.locator('#log .message.agent')).toBeVisible()
  await expect(frame).toHaveAttribute('lang', 'ru')
  await expect(frame).toHaveCSS('color-scheme', 'dark')
  await expectNoAxeViolations(page)
  // A new language or theme is sent to the frame, which does not reload.
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(frame).toHaveAttribute('lang', 'en')
  await page.getByRole('radio', { name: 'Light' }).click()
  await expect(frame).toHaveCSS('color-scheme', 'light')
  await expect(chat.locator('#log .message.agent')).toBeVisible()
  await expectNoAxeViolations(page, colourRules)

  await chat.getByRole('textbox').focus()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Chat with support' })).toBeHidden()
  await expect(getChatButton(page)).toBeFocused()
  await page.reload()
  await openChat(page)
  await expect(chat.getByRole('log')).toContainText('Здравствуйте')
  expect(tokens).toBe(0)
  expect(pageErrors).toEqual([])
})

test("a trader's HTML is text in the frame and on the agent's page, where a message is marked as sent until it is answered, and an answer to the closed chat is announced", async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  const trader = await createTrader(page)
  await page.goto('/en/trading#/show/terms')
  const told = page.waitForResponse('**/api/chat/balance')
  const chat = await openChat(page)
  const script = '<img src=x onerror="parent.postMessage(1)"><script>alert(1)</script>'
  await sendMessage(chat, script)
  await expect(chat.getByRole('log')).toContainText('Hello, Ada, this is the practice agent.')
  expect(await (await told).json()).toEqual({ return: true })
  const conversation = await waitForConversationId(trader.id)
  const [sent, typing] = [chat.locator('#sent'), chat.locator('#typing')]
  await expect(typing).toBeHidden()
  await expect(sent).toBeHidden()
  await sendMessage(chat, 'Stay silent')
  await expect(typing).toBeVisible()
  await expect(typing).toHaveText('The agent is typing…')
  await expect(sent).toBeVisible()
  await expect(sent).toHaveText(/^Sent · \d\d:\d\d$/)
  await replyInChat(conversation, `agent ${script}`)
  await expect(chat.locator('#log .message.agent').filter({ hasText: `agent ${script}` })).toBeVisible()
  await expect(typing).toBeHidden()
  await expect(sent).toBeHidden()
  await expect(chat.locator('#log img, #log script')).toHaveCount(0)
  const desk = await page.context().newPage()
  await desk.goto(`${process.env['SANDBOX_BASE_URL']}/`)
  await expect(desk.getByRole('region', { name: 'Chat' })).toContainText(script)
  await expect(desk.locator('#chats img, #chats script')).toHaveCount(0)
  await desk.close()

  await page.getByRole('button', { name: 'Close the chat' }).click()
  await replyInChat(conversation, 'Are you still there?')
  await expect(page.getByRole('button', { name: /^Chat with us, \d new message/ })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /new message/ })).toBeAttached()
  expect(pageErrors).toEqual([])
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

test('the chat button covers no control at any width or zoom, and the panel fits a narrow window', async ({ page }) => {
  await createTrader(page)
  for (const [path, ready] of [
    ['/en/trading#/show/funding', 'input[name=cardnumber]'],
    ['/en/trading#/show/personal', 'input[type=checkbox] >> nth=0'],
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

  await page.setViewportSize({ width: 390, height: 844 })
  await openChat(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  )
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  // On a trading screen, the bottom navigation is in front of the page.
  await page.goto('/en/trading#/show/terms')
  const frameText = (await openChat(page)).getByRole('textbox')
  await expect(frameText).toBeInViewport({ ratio: 1 })
  const nav = await page.getByRole('navigation').last().boundingBox()
  const panel = await page.getByRole('dialog').boundingBox()
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(nav?.y ?? 0)
  // The panel has a close button of its own, because it can cover the one that opened it.
  await page.getByRole('dialog').getByRole('button', { name: 'Close the chat' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(getChatButton(page)).toBeFocused()
})
