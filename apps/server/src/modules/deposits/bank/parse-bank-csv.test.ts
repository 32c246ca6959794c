import type { BankFormat } from '@tradefront/contract/desk-bank'
import { expect, test } from 'vitest'

import { parseBankCsv } from './parse-bank-csv.ts'

const format: BankFormat = {
  bookedOn: 'Buchung',
  amount: 'Betrag',
  currency: 'Währung',
  words: 'Zweck',
  payer: 'Name',
  reference: '',
}
const head = 'Buchung;Name;Zweck;Betrag;Währung\n'

test('reads what has arrived, and leaves out what went out', () => {
  const text = `${head}2026-11-20;Ann Lee;"TF-1\nthanks";12,50;eur\n2026-11-20;Rent;;-900;EUR\n`
  expect(parseBankCsv(text, format)).toMatchObject({
    value: [{ bookedOn: '2026-11-20', amount: 1250, currency: 'EUR', payer: 'Ann Lee', words: 'TF-1 thanks' }],
  })
})

test('uses the reference of the bank as the key, if the file has it', () => {
  const parsed = parseBankCsv(`Ref,${head.replaceAll(';', ',')}a1,2026-11-20,x,y,1,EUR\n`, {
    ...format,
    reference: 'ref',
  })
  expect(parsed).toMatchObject({ value: [{ key: 'entry:a1' }] })
})

test.each([
  [`${head}20.11.2026;x;y;1;EUR`, 'desk_reconcile.bad_line', { line: 2, column: 'Buchung', value: '20.11.2026' }],
  [`${head}2026-11-20;x;y;1.234,50;EUR`, 'desk_reconcile.bad_line', { column: 'Betrag' }],
  [`${head}2026-11-20;x;y;1;Euro`, 'desk_reconcile.bad_line', { column: 'Währung' }],
  [`${head}2026-11-20;"x;y;1;EUR`, 'desk_reconcile.not_csv', { line: 2 }],
  ['Buchung;Zweck\n', 'desk_reconcile.no_columns', { columns: 'Betrag, Währung, Name' }],
])('says what is wrong with %j', (text, code, params) => {
  expect(parseBankCsv(text, format)).toMatchObject({ ok: false, code, params })
})
