import type { SearchResult } from '@tradefront/contract/desk-traders'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../platform/database/database.ts'
import { toSearchWords } from './search-words.ts'

const maxResults = 20
/** How many traders are compared to find the best ones. */
const maxCompared = 200
const maxWords = 6
/** An IBAN has 15 characters or more, but an account at a wallet can have fewer. */
const shortestWhole = 6

type Trader = SearchResult['trader']

/** The trader as JSON, from `user_profiles u`. */
const traderColumn = sql`
  jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email, 'country', u.country) as trader`

/** What is named exactly comes first, then parts of names. @param withMoney the operator can open withdrawals and deposits */
export async function search(db: Db, text: string, withMoney: boolean): Promise<SearchResult[]> {
  const compact = text.toLowerCase().replaceAll(/[\s#-]/g, '')
  const found = [
    ...(/^[1-9]\d{0,14}$/.test(compact) ? await findByAccount(db, compact) : []),
    ...(/^[\da-f]{12}([\da-f]{20})?$/.test(compact) ? await findByNumber(db, compact.slice(-12), withMoney) : []),
    ...(/^[\da-f]{8}$/.test(compact) ? await findTickets(db, compact) : []),
    ...(/^\d{4}$/.test(compact) ? await findByCard(db, compact) : []),
    ...(withMoney ? await findByWhole(db, text.replaceAll(/\s/g, '')) : []),
    ...(await findByWords(db, text)),
  ]
  const results = new Map<string, SearchResult>()
  for (const result of found) if (!results.has(result.key)) results.set(result.key, result)
  return [...results.values()].slice(0, maxResults)
}

const toTraderResult = (trader: Trader, matchedBy: SearchResult['matchedBy'], matched: string): SearchResult => ({
  kind: 'trader',
  key: `trader:${trader.id}`,
  id: null,
  trader,
  matchedBy,
  matched,
})

async function findByAccount(db: Db, id: string): Promise<SearchResult[]> {
  const { rows } = await sql<{ trader: Trader }>`
    select ${traderColumn} from user_profiles u where u.id = ${id}::bigint`.execute(db)
  return rows.map(({ trader }) => toTraderResult(trader, 'account', id))
}

type Numbered = { readonly kind: 'withdrawal' | 'deposit' | 'ticket'; readonly id: string; readonly trader: Trader }

const toNumberResult = ({ kind, id, trader }: Numbered, number: string): SearchResult => ({
  kind,
  key: `${kind}:${id}`,
  id,
  trader,
  matchedBy: 'number',
  matched: number.toUpperCase(),
})

/** Finds withdrawals by their number, and deposits by the number of their receipt. */
async function findByNumber(db: Db, number: string, withMoney: boolean): Promise<SearchResult[]> {
  const findIn = async (kind: Numbered['kind'], table: RawBuilder<unknown>) => {
    const { rows } = await sql<Numbered>`
      select ${kind}::text as kind, n.id, ${traderColumn} from ${table} n join user_profiles u on u.id = n.user_id
       where right(n.id::text, 12) = ${number} order by n.id limit ${sql.lit(maxResults)}`.execute(db)
    return rows.map((row) => toNumberResult(row, number))
  }
  return [
    ...(withMoney ? await findIn('withdrawal', sql`confirmed_withdrawals`) : []),
    ...(await findIn('deposit', sql`deposit_facts`)),
  ]
}

async function findTickets(db: Db, number: string): Promise<SearchResult[]> {
  const { rows } = await sql<Numbered>`
    select 'ticket' as kind, n.id, ${traderColumn} from ticket_facts n join user_profiles u on u.id = n.user_id
     where n.number = ${number} order by n.id limit ${sql.lit(maxResults)}`.execute(db)
  return rows.map((row) => toNumberResult(row, number))
}

async function findByCard(db: Db, last4: string): Promise<SearchResult[]> {
  const { rows } = await sql<{ brand: string; trader: Trader }>`
    select c.brand, ${traderColumn}
      from (select user_id, brand, id from card_hints where last4 = ${last4} order by id desc limit ${sql.lit(maxResults)}) c
           join user_profiles u on u.id = c.user_id
     order by c.id desc`.execute(db)
  return rows.map(({ brand, trader }) => toTraderResult(trader, 'card', `${brand} •• ${last4}`))
}

type Whole = Pick<Numbered, 'trader'> & {
  readonly kind: 'trader' | 'withdrawal' | 'deposit'
  readonly id: string | null
  readonly matched: string
}

/**
 * Finds the account that money goes to, e.g. an IBAN, and transactions of banks, processors and chains. Only by the whole text: each has an index for
 * that, and a part would match the money of others.
 */
async function findByWhole(db: Db, text: string): Promise<SearchResult[]> {
  if (text.length < shortestWhole) return []
  const limit = sql.lit(maxResults)
  const { rows } = await sql<Whole>`
    select f.kind, f.id, f.matched, ${traderColumn}
      from ((select 'trader' as kind, null::uuid as id, user_id, account as matched from payee_accounts
              where whole = ${text.toUpperCase()} limit ${limit})
            union all
            (select 'withdrawal', withdrawal_id, user_id, reference from payout_references
              where whole = ${text.toUpperCase()} limit ${limit})
            union all
            (select 'deposit', deposit_id, user_id, processor_reference from attempt_references
              where processor_reference = ${text} limit ${limit})
            union all
            (select 'deposit', id, user_id, instrument_hint from deposit_facts
              where instrument_kind in ('bitcoin', 'litecoin') and instrument_hint = ${text} limit ${limit})
            union all
            (select 'deposit', deposit_id, user_id, txid from crypto_transactions where txid = ${text.toLowerCase()} limit ${limit})
            union all
            (select 'deposit', deposit_id, user_id, address from invoice_addresses where address = ${text})) f
      join user_profiles u on u.id = f.user_id
     order by f.kind, f.id, u.id`.execute(db)
  return rows.map(({ kind, id, trader, matched }) => ({
    kind,
    key: `${kind}:${id ?? trader.id}`,
    id,
    trader,
    matched,
    matchedBy: kind === 'trader' ? 'payee' : 'transaction',
  }))
}

/** Finds traders whose name, e-mail and phone together contain every word. */
async function findByWords(db: Db, text: string): Promise<SearchResult[]> {
  const words = toWords(text)
  // The index needs three letters or digits side by side.
  if (!words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))) return []
  const patterns = words.map((word) => sql`search_words like ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`)
  // A materialized query is planned for all its rows, so for the index, and read only until there are enough.
  const { rows } = await sql<{ phone: string; trader: Trader }>`
    with found as materialized (select * from user_profiles where ${sql.join(patterns, sql` and `)})
    select u.phone, ${traderColumn} from (select * from found limit ${sql.lit(maxCompared)}) u
     order by u.email = ${text.toLowerCase()} desc, starts_with(u.search_words, ${words[0]}) desc, u.id desc
     limit ${sql.lit(maxResults)}`.execute(db)
  return rows.map(({ phone, trader }) => {
    const has = (value: string) => words.every((word) => toSearchWords(value).includes(word))
    if (has(trader.name)) return toTraderResult(trader, 'name', trader.name)
    if (has(trader.email)) return toTraderResult(trader, 'email', trader.email)
    return has(phone) ? toTraderResult(trader, 'phone', phone) : toTraderResult(trader, 'name', trader.name)
  })
}

/**
 * Splits the text into words as they are stored: phones with the code of the country and without spaces, and without the zero before the
 * number.
 */
function toWords(text: string): string[] {
  if (/^[\d\s()+./-]+$/.test(text)) return [text.replaceAll(/\D/g, '').replace(/^0+/, '')]
  return toSearchWords(text).split(/\s+/).slice(0, maxWords)
}
