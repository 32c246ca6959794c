import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import pg from 'pg'

import { findCanariesInText, canaryCode, testCards } from './card-data-canaries.ts'

export { canaryCode, testCards, expect }

/** Relative URLs belong to the server. No response of the server and no storage of the browser can contain card data. */
export const test = base.extend<{ readonly leakedCards: string[]; readonly suggestsBitcoin: boolean }>({
  // The suggestion of each day would cover the screens of all other tests.
  suggestsBitcoin: [false, { option: true }],
  context: async ({ context, suggestsBitcoin }, use) => {
    if (!suggestsBitcoin) await hideBitcoinSuggestion(context)
    await use(context)
  },
  // The URL is known once the global setup has run.
  // oxlint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    await use(process.env['BASE_URL'] ?? '')
  },
  // A prerendered page ignores clicks until its script has run, and a test clicks faster than a person.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      if (options?.waitUntil !== 'commit') await waitForHydration(page)
      return response
    }
    await use(page)
  },
  leakedCards: [
    async ({ context, baseURL }, use) => {
      const leaks: string[] = []
      const pendingReads: Promise<void>[] = []
      context.on('response', (response) => {
        const { pathname } = new URL(response.url())
        // An error report can outlive its page. The browser then keeps no response body, and reading it would never end.
        if (pathname.startsWith('/assets/') || pathname === '/api/us/handler') return
        if (!response.url().startsWith(baseURL ?? '-')) return
        const read = response.text().then(
          (text) => void leaks.push(...findCanariesInText(text).map((what) => `${what} in ${pathname}`)),
          () => undefined,
        )
        pendingReads.push(read)
      })
      await use(leaks)
      await Promise.all(pendingReads)
      for (const page of context.pages())
        leaks.push(...findCanariesInText(await readStorage(page)).map((what) => `${what} in the browser's storage`))
      expect(leaks).toEqual([])
    },
    { auto: true },
  ],
})

/** Empty on a page that has none, e.g. `about:blank`. */
async function readStorage(page: Page): Promise<string> {
  return page
    .evaluate(() => JSON.stringify([localStorage, sessionStorage].map((store) => ({ ...store }))))
    .catch(() => '')
}

/** As if it had been shown today. For a context that a test makes itself. */
export async function hideBitcoinSuggestion(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const readItem = Storage.prototype.getItem
    Storage.prototype.getItem = function (this: Storage, key: string) {
      const today = String(Math.floor(Date.now() / 86_400_000))
      return key.startsWith('tradefront.bitcoin-suggestion.') ? today : readItem.call(this, key)
    }
  })
}

/** Waits until React has hydrated the page. Does not fail: the next step of the test does, if it never happens. */
export async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () => {
    const heading = document.querySelector('h1')
    const hasReact = heading !== null && Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
    return hasReact || document.getElementById('root') === null
  }
  await page.waitForFunction(isHydrated, undefined, { timeout: 30_000 }).catch(() => undefined)
}

export type Trader = { readonly email: string; readonly password: string; readonly id: number }

let counter = 0

/** Registers an account and logs this browser in. `cascade` is the account's own list of processors, as an operator would set it. */
export async function createTrader(
  page: Page,
  options: {
    country?: string
    cascade?: string
    currency?: string
    practice?: boolean
    names?: [string, string]
    language?: 'en' | 'ru'
  } = {},
): Promise<Trader> {
  const email = `trader.${process.pid}.${Date.now()}.${(counter += 1)}@example.com`
  const password = 'seven yellow sunflowers'
  const { country = 'AU', cascade, currency = 'USD', practice = false, names = ['Ada', 'Lovelace'], language } = options
  const profile = {
    firstName: names[0],
    lastName: names[1],
    country,
    currency,
    phone: practice ? '' : '79 123 45 67',
    phone_prefix: '61',
    practice,
  }
  const boot = await (await page.request.get('/api/boot')).json()
  let csrf: string = boot.csrf
  const post = async (path: string, request: { data?: unknown; form?: Record<string, string> }) => {
    const reply = await page.request.post(path, { ...request, headers: { 'x-csrf-token': csrf } })
    const body = await reply.json()
    expect(body, path).toMatchObject({ return: true })
    csrf = body.csrf ?? csrf
    return body
  }
  await post('/api/register', { data: { login: email, password, ...profile, adult: true, terms: true } })
  const { token } = await post('/cli/login', { form: { login: email, password } })
  await post('/api/login', { data: { email, password, token, marker: 'site' } })
  // The welcome dialog is only for new traders, and most mails only for proved addresses.
  const id = await queryDatabase(
    'update users set welcome_shown_count = 2, email_proved_at = now(), cascade = $2, language = coalesce($3, language) where email = $1 returning id',
    [email, cascade ?? null, language ?? null],
  )
  return { email, password, id: Number(id[0]?.['id']) }
}

/** As the owner, who can create triggers. */
export async function queryDatabase(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: process.env['E2E_OWNER_URL'] })
  await client.connect()
  try {
    return (await client.query(sql, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Returns what the processors charged for a trader's deposits according to the sandbox's statement, in minor units. */
export async function fetchCharges(trader: Trader): Promise<{ processor: string; amount: number }[]> {
  const rows = await queryDatabase(
    `select a.reference from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1`,
    [trader.id],
  )
  const references = new Set(rows.map((row) => String(row['reference'])))
  const reply = await fetch(`${process.env['SANDBOX_BASE_URL']}/control/statement`)
  const statement = (await reply.json()) as {
    rows: { kind: string; ref: string; processor: string; amount: number; status: string }[]
  }
  return statement.rows
    .filter(({ kind, ref, status }) => kind === 'charge' && references.has(ref) && status === 'succeeded')
    .map(({ processor, amount }) => ({ processor, amount }))
}

export type ReceivedMail = { readonly subject: string; readonly text: string; readonly html: string }

const proofSubjects = ['Confirm your e-mail', 'Подтвердите адрес почты']

/** Waits for `count` mails to the address. Returns them newest first. Without the mail of the registration, unless `isNew`. */
export async function waitForMails(address: string, count = 1, isNew = false): Promise<ReceivedMail[]> {
  const url = `${process.env['SANDBOX_BASE_URL']}/control/mails?to=${encodeURIComponent(address)}`
  let mails: ReceivedMail[] = []
  await expect
    .poll(
      async () => {
        const all = ((await (await fetch(url)).json()) as { mails: ReceivedMail[] }).mails
        mails = all.filter(({ subject }) => isNew || !proofSubjects.includes(subject))
        return mails.length
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(count)
  return mails
}

export function extractLink(mail: ReceivedMail | undefined): string {
  return /^https?:\/\/\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''
}

/** Returns a function that removes the fault. */
export async function addFault(rule: Readonly<Record<string, unknown>>): Promise<() => Promise<unknown>> {
  const faults = `${process.env['SANDBOX_BASE_URL']}/control/faults`
  const added = await fetch(faults, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })
  const { id } = (await added.json()) as { id: number }
  return () => fetch(`${faults}/${id}`, { method: 'DELETE' })
}

/**
 * Opens a screen and waits for its title. After a change of the hash, the screen before stays until the new one has loaded, so its title
 * must differ.
 */
export async function openScreen(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Leaves nothing of the screen before, also if only the hash differs. */
export async function openInNewDocument(page: Page, path: string): Promise<void> {
  // Of the same site, so that the browser keeps the renderer process. From a blank page it starts another one.
  await page.goto('/favicon.svg')
  await page.goto(path)
}

/** Presses the button that has the focus, which a question sets once it is open. */
export async function confirmByKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('alertdialog').locator('button:focus')).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Stops the page's timers until the test runs or resumes its clock, so that a slow machine changes nothing. */
export async function pauseTimers(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

export async function openFunding(page: Page, lang = 'en'): Promise<void> {
  await page.goto(`/${lang}/trading#/show/funding`)
  await expect(page.locator('input[name=amount]')).toBeVisible()
}

/** On the funding page. Some methods are behind a button. */
export async function chooseMethod(page: Page, name: string): Promise<void> {
  const tile = page.getByRole('radio', { name: new RegExp(`^${name}(,|$)`) })
  const more = page.getByRole('button', { name: /^More ways to pay/ })
  await expect(page.getByRole('radiogroup', { name: 'How do you want to pay?' })).toBeVisible()
  if ((await tile.count()) === 0) await more.click()
  // The label takes the click; the radio button itself is not visible.
  await page.locator('label').filter({ has: tile }).click()
  await expect(tile).toBeChecked()
}

/**
 * Shows also the methods that are hidden or have no account by default. The settings are changed on this page only: those of the database are
 * shared with the other tests.
 */
export async function showAllMethods(page: Page): Promise<void> {
  const accounts = {
    bank: 'Example Bank, IBAN CH93 0076',
    wmz: 'Z123456789012',
    wmr: 'R123456789012',
    wme: 'E123456789012',
  }
  const claimAccounts = JSON.stringify({ ...accounts, litecoin: 'ltc1qexample0address0of0the0test' })
  await page.route(
    ({ pathname }) => pathname.endsWith('/trading'),
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html
        .replace(/"hidden_tabs":\[[^\]]*\]/, '"hidden_tabs":[]')
        .replace(/"claim_accounts":\{[^}]*\}/, `"claim_accounts":${claimAccounts}`)
      await route.fulfill({ response, body })
    },
  )
}

export async function chooseBonus(page: Page): Promise<void> {
  await page.getByText(/^With \d+% bonus/).click()
}

/** Fills the card form. `script`, the holder's last name, tells the sandbox's processors how to reply. */
export async function fillCard(page: Page, number: string, script = 'Lovelace'): Promise<void> {
  await page.locator('input[name=cardnumber]').fill(number)
  await page.locator('input[name=ccname]').fill(`TEST ${script}`)
  await page.locator('input[name=cvc]').fill(canaryCode)
  await selectOption(page, /^(Year|Год)$/, '2031')
}

/** So that ENTROPAY asks for the code. */
export async function fillMaestroCardWithoutCode(page: Page, script: string): Promise<void> {
  await fillCard(page, '6759649826438453', script)
  await page.locator('input[name=cvc]').fill('')
}

/** Saves the typed card after the payment. */
export async function keepCard(page: Page): Promise<void> {
  await checkBox(page, /^Save this card for next time/)
}

export async function chooseCard(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('radiogroup', { name: 'Saved cards' }).locator('label').filter({ hasText: name }).click()
}

export async function selectOption(page: Page, label: RegExp | string, option: RegExp | string): Promise<void> {
  await page
    .getByRole('button', { name: label instanceof RegExp ? new RegExp(label.source.replace(/^\^|\$$/g, '')) : label })
    .click()
  await page.getByRole('option', { name: option }).click()
}

export async function checkBox(page: Page, label: string | RegExp): Promise<void> {
  const checkbox = page.getByRole('checkbox', { name: label })
  await checkbox.focus()
  await page.keyboard.press('Space')
  await expect(checkbox).toBeChecked()
}

export async function submitPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Pay|Оплатить) / }).click()
}

export async function expectSuccess(page: Page, timeout = 30_000): Promise<void> {
  await expect(page.getByRole('heading', { name: /is on your account/ })).toBeVisible({ timeout })
}

export async function expectFailure(page: Page, why: string | RegExp, timeout = 30_000): Promise<void> {
  await expect(page.locator('section[aria-labelledby=payment-end]')).toContainText(why, { timeout })
}

export const demoUsers = {
  olivia: { email: 'olivia@demo.example', password: 'demo-olivia', name: 'Olivia Brown' },
  lukas: { email: 'lukas@demo.example', password: 'demo-lukas', name: 'Lukas Weber' },
  ivan: { email: 'ivan@demo.example', password: 'demo-ivan', name: 'Иван Петров' },
} as const
export type Credentials = { readonly email: string; readonly password: string }

export async function fillLogin(page: Page, user: Credentials): Promise<void> {
  await waitForHydration(page)
  await page.locator('input[name=email]').fill(user.email)
  await page.locator('input[name=password]').fill(user.password)
  await page.locator('form button[type=submit]').click()
}

/** Without the log-in form, which tests of their own show. */
export async function logIn(page: Page, user: Credentials, lang = 'en', hash = '/home'): Promise<void> {
  await logInByApi(page, user)
  await openInNewDocument(page, `/${lang}/trading#${hash}`)
  await page.locator('main h1').waitFor()
}

export async function logInByApi(page: Page, { email, password }: Credentials): Promise<void> {
  const { csrf } = await (await page.request.get('/api/boot')).json()
  const headers = { 'x-csrf-token': csrf }
  const platform = await page.request.post('/cli/login', { form: { login: email, password }, headers })
  const { token, csrf: next } = await platform.json()
  const data = { email, password, token, marker: 'site' }
  const reply = await page.request.post('/api/login', { data, headers: { 'x-csrf-token': next ?? csrf } })
  expect(await reply.json()).toMatchObject({ return: true })
}

export async function expectNoAxeViolations(page: Page, rules?: string[]): Promise<void> {
  // Colours can only be checked when no animation runs or is about to start: reduce motion, then wait for the running ones.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    for (let stableFrames = 0; stableFrames < 3; stableFrames += 1) {
      await frame()
      const moving = document
        .getAnimations()
        .filter(
          ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
      if (moving.length > 0) stableFrames = 0
      await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)))
    }
  })
  // Overlays are outside the landmarks and have their own close buttons for screen readers.
  const hasOverlay = (await page.locator('[data-trigger]').count()) > 0
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    ...(rules !== undefined && { runOnly: { type: 'rule', values: rules } }),
    ...(hasOverlay && { rules: { region: { enabled: false } } }),
  }
  const findings = page.frames().length === 1 ? await analyzePage(page, options) : await analyzeFrames(page, options)
  expect(findings).toEqual([])
}

/** Loads axe once per document, which takes as long as a small analysis. */
async function analyzePage(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (given) => {
    const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(document, given)
    return found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }))
  }, options)
  return violations.map(describeViolation)
}

/** Opens a further page for every analysis. */
async function analyzeFrames(page: Page, options: axe.RunOptions): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options(options).analyze()
  return violations.map(describeViolation)
}

function describeViolation({
  id,
  nodes,
}: Pick<axe.Result, 'id'> & { nodes: Pick<axe.NodeResult, 'target'>[] }): string {
  return `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
}

/** Themes differ in colours only. */
export const colourRules = ['color-contrast', 'link-in-text-block']

export async function expectNoAxeViolationsInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoAxeViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeViolations(page, colourRules)
}

/** Includes violations of the content security policy. */
export function collectPageErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) errors.push(message.text())
  })
  return errors
}
