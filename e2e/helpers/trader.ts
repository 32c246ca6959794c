import { createHash, randomBytes, randomInt } from 'node:crypto'

import type { Page } from '@playwright/test'

import type { Currency } from '../../packages/rules/src/ledger/money.ts'
import { createSessionStore } from '../../apps/server/src/modules/auth/session-store.ts'
import { topUpPracticeBalance } from '../../apps/server/src/modules/ledger/service.ts'
import { insertUser } from '../../apps/server/src/modules/users/service.ts'
import { getOwnerDb, queryDatabase } from './database.ts'
import { openInNewDocument } from './page.ts'
import { waitForHydration } from './test.ts'

export type Trader = { readonly email: string; readonly password: string; readonly id: number }

/** Password of all traders. The global setup hashes it once. */
export const traderPassword = 'seven yellow sunflowers'

const dayMs = 86_400_000

/**
 * Inserts an account and a session of this browser, without the work of a registration. `cascade` is the account's own list of processors,
 * as an operator would set it. The welcome dialog was shown, and the address is proved.
 */
export async function createTrader(
  page: Page,
  options: {
    country?: string
    cascade?: string
    currency?: Currency
    practice?: boolean
    names?: [string, string]
    language?: 'en' | 'ru' | 'ar'
  } = {},
): Promise<Trader> {
  const { country = 'AU', currency = 'USD', practice = false, names = ['Ada', 'Lovelace'], language = 'en' } = options
  const email = `trader.${randomBytes(6).toString('hex')}@example.com`
  const at = new Date()
  const id = await getOwnerDb()
    .transaction()
    .execute(async (trx) => {
      const userId = await insertUser(
        trx,
        {
          email,
          passwordHash: process.env['E2E_PASSWORD_HASH'] ?? '',
          firstName: names[0],
          lastName: names[1],
          country,
          currency,
          phone: practice ? '' : '+61791234567',
          language,
          hasRealAccount: !practice,
          onPractice: practice,
          affiliateId: null,
          at,
        },
        randomInt,
      )
      if (userId === null) throw new Error(`${email} exists`)
      await topUpPracticeBalance(trx, userId, currency, at)
      const more = { welcome_shown_count: 2, email_proved_at: at, cascade: options.cascade ?? null }
      await trx.updateTable('users').set(more).where('id', '=', userId).execute()
      return userId
    })
  await openSession(page, id)
  return { email, password: traderPassword, id }
}

/** Opens a session, in place of the browser's if it has one. */
async function openSession(page: Page, userId: number): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  const createdAt = new Date()
  const store = createSessionStore({
    db: getOwnerDb(),
    getIdleMs: async () => 7 * dayMs,
    onSessionEnded: async () => undefined,
  })
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0.0.0'
  await store.insertSession({ hash, userId, createdAt, passwordAt: createdAt, userAgent, address: '127.0.0.1' })
  const cookie = { name: 'session', value: token, url: process.env['BASE_URL'] ?? '' }
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Lax' }])
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

/** Logs in without the log-in form, which tests of their own show. */
export async function logIn(page: Page, user: Credentials, lang = 'en', hash = '/home'): Promise<void> {
  await openSessionOf(page, user)
  await openInNewDocument(page, `/${lang}/trading#${hash}`)
  await page.locator('main h1').waitFor()
}

export async function openSessionOf(page: Page, { email }: Pick<Credentials, 'email'>): Promise<void> {
  const [row] = await queryDatabase('select id from users where email = $1', [email])
  await openSession(page, Number(row?.['id']))
}
