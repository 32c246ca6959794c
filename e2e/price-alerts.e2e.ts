import type { BrowserContext, Page } from '@playwright/test'

import { createPushBrowser } from '../apps/server/test/fixtures/push/push-browser.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { getOwnerDb } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/**
 * Replaces the push service, because the headless Chromium has neither one nor notifications: its subscription is one of the sandbox, with
 * keys of the test, and the permission is given.
 */
async function replacePushService(page: Page, name: string) {
  const browser = createPushBrowser()
  const endpoint = `${process.env['SANDBOX_BASE_URL']}/push/send/${name}`
  await page.addInitScript(
    (subscription) => {
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription
      PushManager.prototype.getSubscription = async () => null
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      Notification.requestPermission = async () => 'granted'
    },
    { endpoint, keys: browser.keys },
  )
  return {
    /** Waits for the messages that the push service has got, as the browser reads them. */
    async waitForMessage(): Promise<string> {
      const url = `${process.env['SANDBOX_BASE_URL']}/control/push?subscription=${name}`
      const read = async () => ((await (await fetch(url)).json()) as { messages: { body: string }[] }).messages
      await expect.poll(async () => (await read()).length, { timeout: 60_000 }).toBe(1)
      return browser.decrypt(Buffer.from((await read())[0]?.body ?? '', 'base64'))
    },
  }
}

/** Hands a message to the worker, as the push service of Chromium does. */
async function deliverPush(context: BrowserContext, page: Page, data: string): Promise<void> {
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

type WorkerScope = {
  shown?: unknown[]
  registration: { showNotification: (title: string, options: { body: string; data: unknown }) => Promise<void> }
}

/** Notes what the worker shows, because the headless Chromium would refuse it. Returns a function that lists it. */
async function noteNotifications(context: BrowserContext): Promise<() => Promise<unknown>> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    const shown: unknown[] = []
    scope.shown = shown
    scope.registration.showNotification = async (title, { body, data }) => void shown.push({ title, body, data })
  })
  return () => worker.evaluate(() => (self as unknown as WorkerScope).shown)
}

test('an alert whose price is reached while the page is closed comes as a notification of the browser', async ({
  page,
  context,
}) => {
  const errors = collectPageErrors(page)
  const { id } = await createTrader(page, { practice: true })
  const push = await replacePushService(page, `e2e-${id}`)
  await page.goto('/en/trading#/home?chart=BTCUSD&seconds=60')
  await page.getByRole('button', { name: 'Price alerts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Price alerts' })
  await expect(dialog.getByText('Price now')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^Notify me when this page is closed/ })).toBeChecked()
  await dialog.getByRole('button', { name: /^\+0.25%/ }).click()
  await dialog.getByRole('button', { name: 'Set alert' }).click()
  await expect(dialog.getByText('Waiting (1 of 20)')).toBeVisible()
  await expectNoAxeViolations(page)
  // The tools of the browser need a document of the site. This one is a picture.
  await page.goto('/favicon.svg', { waitUntil: 'commit' })
  await lowerAlert(id)
  const message = await push.waitForMessage()
  const listNotifications = await noteNotifications(context)
  await deliverPush(context, page, message)
  await expect.poll(listNotifications).toEqual([
    {
      title: expect.stringMatching(/^Bitcoin rose to [\d,]+\.\d\d$/),
      body: expect.stringMatching(/^Your alert at [\d,]+\.\d\d, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/),
      data: { path: '/en/trading#/home?chart=BTCUSD&seconds=60' },
    },
  ])
  expect(errors).toEqual([])
})

/** Replaces the alert by one that the next price reaches: prices cannot be chosen here. */
async function lowerAlert(userId: number): Promise<void> {
  await getOwnerDb()
    .transaction()
    .execute(async (trx) => {
      const alert = await trx
        .deleteFrom('price_alerts')
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('price_alerts')
        .values({ ...alert, points: 1 })
        .execute()
    })
}
