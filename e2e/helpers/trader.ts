import type { Page } from '@playwright/test'

import { queryDatabase } from './database.ts'
import { openInNewDocument } from './page.ts'
import { expect, waitForHydration } from './test.ts'

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
