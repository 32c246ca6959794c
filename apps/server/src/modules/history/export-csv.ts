import { Readable } from 'node:stream'

import type { BalanceMovement, TradeReport } from '@tradefront/contract/history'
import { formatCsvRow } from '@tradefront/rules/history/csv'
import type { TextKey } from '@tradefront/texts/keys'
import type { OfferedLocale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

/** How many rows one query reads. The next ones are read when the browser has taken these. */
const pageSize = 999
const maxRows = 1_000_000
/** The byte order mark makes all programs read the file as UTF-8. */
const byteOrderMark = '\uFEFF'

type Page<Row> = { readonly hits: readonly Row[]; readonly next: string | null }
type LoadPage<Row> = (page: { limit: number; skip: number; after: string | null }) => Promise<Page<Row>>
type Cells = readonly (string | number | null)[]

export type CsvOptions = { readonly locale: OfferedLocale; readonly zone: string }

export function streamMovements(load: LoadPage<BalanceMovement>, { locale, zone }: CsvOptions): Readable {
  const t = (key: TextKey) => translate(locale, key)
  const formatTime = createTimeFormat(zone)
  return streamRows(
    load,
    [
      t('history.col_time'),
      t('history.col_type'),
      t('history.col_status'),
      t('history.col_method'),
      t('history.col_strike'),
      t('history.col_amount'),
      t('history.col_bonus_part'),
      t('history.col_balance'),
      t('history.col_currency'),
      t('history.col_reference'),
    ],
    (row) => [
      formatTime(row.at),
      t(`history.type_${row.trType}`),
      t(`history.status_${row.Status}`),
      row.method,
      row.trade?.strike ?? null,
      row.amount,
      row.bonus,
      row.balance,
      row.currency,
      row.reference,
    ],
  )
}

export function streamReports(load: LoadPage<TradeReport>, { locale, zone }: CsvOptions): Readable {
  const t = (key: TextKey) => translate(locale, key)
  const formatTime = createTimeFormat(zone)
  return streamRows(
    load,
    [
      t('history.col_opened'),
      t('history.col_closed'),
      t('history.col_symbol'),
      t('history.col_position'),
      t('history.col_result'),
      t('history.col_stake'),
      t('history.col_payout'),
      t('history.col_open_price'),
      t('history.col_strike'),
      t('history.col_close_price'),
      t('history.col_profit'),
      t('history.col_currency'),
      t('history.col_reference'),
    ],
    (row) => [
      formatTime(row.opened_at),
      row.closed_at === null ? null : formatTime(row.closed_at),
      row.Sumbol,
      t(`history.position_${row.direction}`),
      t(`history.state_${row.Status}`),
      row.stake,
      row.payout,
      row.open,
      row.strike ?? null,
      row.close,
      row.profit,
      row.currency,
      row.id,
    ],
  )
}

function streamRows<Row>(load: LoadPage<Row>, header: Cells, toCells: (row: Row) => Cells): Readable {
  return Readable.from(generateRows(load, header, toCells), { objectMode: false })
}

async function* generateRows<Row>(load: LoadPage<Row>, header: Cells, toCells: (row: Row) => Cells) {
  yield byteOrderMark + formatCsvRow(header)
  let after: string | null = null
  for (let count = 0; count < maxRows; count += pageSize) {
    const page: Page<Row> = await load({ limit: pageSize, skip: 0, after })
    if (page.hits.length > 0) yield page.hits.map((row) => formatCsvRow(toCells(row))).join('')
    after = page.next
    if (after === null) return
  }
}

/** Creates a format such as `22.11.2026 14:05:09`. */
function createTimeFormat(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('de-CH', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return (atMs) => format.format(atMs).replace(',', '')
}
