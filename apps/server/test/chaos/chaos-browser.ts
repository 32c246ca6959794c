import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { getProcessor } from '@tradefront/processors/registry'
import { findMagicCard } from '@tradefront/processors/simulator/magic-cards'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql } from 'kysely'

import type { Db } from '../../src/platform/database/database.ts'
import type { Seal } from '../../src/platform/crypto/seal.ts'
import type { ServerProcess } from '../fixtures/processes/server-process.ts'

/** A logged-in trader at one of the servers. */
export type ChaosBrowser = {
  readonly userId: number
  /** Says how the processors treat the card of the trader. */
  readonly cardName: string
  readonly switchServer: (server: ServerProcess) => void
  /** Starts a payment. Returns false without a readable answer. */
  readonly startPayment: (server?: ServerProcess) => Promise<boolean>
  /** Returns null without a readable answer. */
  readonly payWithNewKey: (server: ServerProcess) => Promise<unknown>
  /** Buys a trade of ten. @returns the status of the reply and the error in it, if there is one */
  readonly buyTrade: (server: ServerProcess) => Promise<{ readonly status: number; readonly error: string | null }>
  /** Continues the payment. Returns false if the deposit has not ended in time. */
  readonly resumePayment: () => Promise<boolean>
}

const payment = { amount: 1000, fixed: 0, bonus: 1 }
/** Card numbers, each with a behaviour of its own. */
const numbers = [
  '4242424242424242',
  '4000000000000002',
  '4000009900005011',
  '4000009900005037',
  '4000009900005045',
  '4000009900005052',
  '4000009900005078',
  '4000009900005060',
  '4000009900005086',
]
const plan = 'CONCEPT,UNIVERSE,ORANGE'
const timeoutMs = 60_000
const pollIntervalMs = 50

type Current = { readonly deposit: { readonly next: ProcessorName | null } | null; readonly recent: readonly unknown[] }

/** Opens a browser. Its trader is inserted, because hashing fifty passwords takes too long. */
export async function openChaosBrowser(deps: {
  readonly db: Db
  readonly seal: Seal
  readonly server: ServerProcess
  readonly number: number
}): Promise<ChaosBrowser> {
  const { db, seal, number } = deps
  const { id, token } = await insertTrader(db, number)
  const cardNumber = numbers[number % numbers.length] ?? ''
  await insertCard(db, seal, id, cardNumber)
  let currentServer = deps.server

  const boot = await fetch(`${currentServer.url}/api/boot`, { headers: { cookie: `session=${token}` } })
  const cookies = [`session=${token}`, ...boot.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')]
  const { csrf } = (await boot.json()) as { csrf: string }
  const headers = { cookie: cookies.join('; '), 'x-csrf-token': csrf, 'content-type': 'application/json' }
  const ownKey = randomUUID()

  const sendRequest = async (path: string, body?: unknown, server = currentServer, key = ownKey): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    try {
      const response = await fetch(`${server.url}${path}`, { ...init, headers: { ...headers, 'idempotency-key': key } })
      return response.status < 500 ? await response.json() : null
    } catch {
      return null
    }
  }

  return {
    userId: id,
    cardName: findMagicCard(cardNumber).name,
    switchServer: (server) => {
      currentServer = server
    },
    startPayment: async (server = currentServer) =>
      (await sendRequest('/api/payconcept/pay', payment, server)) !== null,
    payWithNewKey: (server) => sendRequest('/api/payconcept/pay', payment, server, randomUUID()),
    buyTrade: async (server) => {
      const response = await fetch(`${server.url}/api/trading/buy`, {
        method: 'POST',
        body: JSON.stringify({ symbol: 'BTCUSD', direction: 'up', stake: 10, expiry: 60 }),
        headers: { ...headers, 'idempotency-key': randomUUID() },
      })
      const { error } = (await response.json()) as { error?: string }
      return { status: response.status, error: error ?? null }
    },
    resumePayment: async () => {
      await sendRequest('/api/payconcept/pay', payment)
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline;) {
        const current = (await sendRequest('/api/card/deposit/current')) as Current | null
        if (current?.deposit === null && current.recent.length > 0) return true
        const next = current?.deposit?.next ?? null
        const start =
          next === null ? undefined : getProcessor(next).calls.find(({ operation }) => operation === 'start')
        if (start !== undefined) await sendRequest(start.call.path, payment)
        else if (current?.deposit === null) await sendRequest('/api/payconcept/pay', payment)
        else await sleep(pollIntervalMs)
      }
      return false
    },
  }
}

async function insertTrader(db: Db, number: number): Promise<{ id: number; token: string }> {
  const now = new Date()
  const { rows } = await sql<{ id: number }>`
    insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at, real_opened_at, cascade)
    values (${`chaos-${number}@example.com`}, '-', 'Chaos', 'Trader', 'AU', 'USD', '61400000000', 'en', true, ${now}, ${now}, ${now}, ${plan})
    returning id`.execute(db)
  const id = rows[0]?.id ?? 0
  const token = randomBytes(32).toString('base64url')
  await sql`insert into sessions (id_hash, user_id, practice, created_at, expires_at)
    values (${createHash('sha256').update(token).digest()}, ${id}, false, ${now}, ${new Date(now.getTime() + 3_600_000)})`.execute(
    db,
  )
  return { id, token }
}

async function insertCard(db: Db, seal: Seal, userId: number, number: string): Promise<void> {
  await sql`insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, created_at, selected_at,
      save_slot, charged_at)
    values (${userId}, ${seal.sealText(number, `card:${userId}`)}, ${seal.computeHash(number, 'card-number')}, ${number.slice(-4)}, 'visa', 4, 2031,
      'TEST', 'Lovelace', 'AU', ${new Date()}, ${new Date()}, 1, ${new Date()})`.execute(db)
}
