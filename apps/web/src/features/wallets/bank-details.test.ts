import { expect, test } from 'vitest'

import { parseBankDetails } from './bank-details.ts'

test.each([
  [
    'Example Bank, IBAN XX00 0000 0000, BIC EXAMXX00',
    [
      ['IBAN', 'XX00 0000 0000'],
      ['BIC', 'EXAMXX00'],
    ],
    'Example Bank',
  ],
  [
    'Beneficiary: Tradefront Ltd\nAccount number: 12-34\nSWIFT: EXAMXXZZ',
    [
      ['Account number', '12-34'],
      ['SWIFT', 'EXAMXXZZ'],
    ],
    'Beneficiary: Tradefront Ltd',
  ],
  ['Расчётный счёт 40702810', [['Расчётный счёт', '40702810']], ''],
  ['Account of Tradefront Ltd', [], 'Account of Tradefront Ltd'],
  ['', [], ''],
])('of the bank details %j, codes can be copied and the rest is read', (text, codes, rest) => {
  expect(parseBankDetails(text)).toEqual({ codes: codes.map(([name, value]) => ({ name, value })), rest })
})
