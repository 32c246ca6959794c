import { defaultFormat, type StatementFormat } from '@tradefront/contract/desk-reconcile'
import { describe, expect, test } from 'vitest'

import { parseStatementFile } from './parse-statement-file.ts'

const read = (text: string, format: StatementFormat = defaultFormat) => parseStatementFile(text, 'ORANGE', format)

const foreign: StatementFormat = {
  columns: {
    reference: 'Merchant ref',
    amount: 'Gross',
    currency: 'Cur',
    createdAt: 'Date',
    kind: '',
    refundReference: '',
    status: 'State',
  },
  amounts: 'major',
  paidWords: 'Settled, CAPTURED',
}

describe('parseStatementFile', () => {
  test('reads the columns of the sandbox', () => {
    const text =
      'kind,processor,ref,refund_ref,amount,currency,status,created_at\r\nrefund,OTHER,A-1,R-1,100000,USD,refunded,2026-11-20T12:00:00.000Z\r\n'
    expect(read(text)).toMatchObject({
      value: [
        {
          line: 2,
          kind: 'refund',
          processor: 'ORANGE',
          reference: 'a-1',
          refundReference: 'r-1',
          amount: 100_000,
          currency: 'USD',
          status: 'refunded',
          createdAt: new Date('2026-11-20T12:00:00Z'),
        },
      ],
    })
  })

  test('reads other names, semicolons, amounts with a point or comma, and times without a zone as UTC', () => {
    const text =
      '\uFEFFDate;Merchant REF;Gross;Cur;State;Fee\n2026-11-20 23:59;a;12,50;usd;settled;1\n2026-11-20;b;-0.5;EUR;captured;1\n2026-11-20 10:00:00+02:00;c;7;EUR;failed;1\n'
    const parsed = read(text, foreign)
    expect(parsed.ok && parsed.value).toMatchObject([
      { kind: 'charge', amount: 1250, currency: 'USD', status: 'succeeded', createdAt: new Date('2026-11-20T23:59Z') },
      { kind: 'refund', amount: 50, status: 'refunded', createdAt: new Date('2026-11-20T00:00Z') },
      { kind: 'charge', amount: 700, status: 'failed', createdAt: new Date('2026-11-20T08:00Z') },
    ])
  })

  test('without a column of the status, each row has moved money', () => {
    const format = { ...foreign, columns: { ...foreign.columns, status: '' } }
    const parsed = read('Date,Merchant ref,Gross,Cur\n2026-11-20,a,1,USD\n', format)
    expect(parsed.ok && parsed.value[0]?.status).toBe('succeeded')
  })

  const head = 'Date,Merchant ref,Gross,Cur,State\n'
  test.each([
    ['', 'desk_reconcile.no_columns', { columns: 'Merchant ref, Gross, Cur, Date, State' }],
    [`${head}2026-11-20,"a,1,USD,settled`, 'desk_reconcile.not_csv', { line: 2 }],
    [`${head}2026-11-20,,1,USD,settled`, 'desk_reconcile.bad_line', { line: 2, column: 'Merchant ref', value: '' }],
    [`${head}2026-11-20,a,1.234,USD,settled`, 'desk_reconcile.bad_line', { column: 'Gross', value: '1.234' }],
    [`${head}2026-11-20,a,0,USD,settled`, 'desk_reconcile.bad_line', { column: 'Gross' }],
    [`${head}2026-11-20,a,1e3,USD,settled`, 'desk_reconcile.bad_line', { column: 'Gross' }],
    [`${head}2026-11-20,a,1,US,settled`, 'desk_reconcile.bad_line', { column: 'Cur' }],
    [`${head}20.11.2026,a,1,USD,settled`, 'desk_reconcile.bad_line', { column: 'Date' }],
    [`${head}2026-13-20,a,1,USD,settled`, 'desk_reconcile.bad_line', { column: 'Date' }],
  ])('says what is wrong with %j', (text, code, params) => {
    expect(read(text, foreign)).toMatchObject({ ok: false, code, params })
  })

  test('says which required column has no name', () => {
    const format = { ...foreign, columns: { ...foreign.columns, amount: '' } }
    expect(read(head, format)).toMatchObject({ code: 'desk_reconcile.no_columns', params: { columns: 'amount' } })
  })
})
