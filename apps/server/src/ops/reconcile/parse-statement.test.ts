import { describe, expect, test } from 'vitest'

import { parseStatement } from './parse-statement.ts'

describe('parseStatement', () => {
  const head = 'kind,processor,ref,psp_ref,refund_ref,amount,currency,status,reason,last4,created_at,updated_at'
  const line = 'charge,ORANGE,A-1,psp_1,,100000,USD,succeeded,,4242,2026-11-20T12:00:00.000Z,2026-11-20T12:00:00.000Z'

  test('reads quotes, a byte order mark, either line ending and columns in any order', () => {
    const turned = '\uFEFFamount,status,currency,kind,processor,ref,refund_ref,created_at,note\n'
    const row = '100000,succeeded,USD,charge,"ORANGE",a-1,,2026-11-20T12:00:00.000Z,"a ""b"", c\nd"'
    const wanted = [
      {
        line: 2,
        kind: 'charge',
        processor: 'ORANGE',
        reference: 'a-1',
        refundReference: '',
        amount: 100_000,
        currency: 'USD',
        status: 'succeeded',
        createdAt: new Date('2026-11-20T12:00:00Z'),
      },
    ]
    expect(parseStatement(`${head}\r\n${line}\r\n`, 's.csv')).toEqual(wanted)
    expect(parseStatement(`${turned}${row}`, 's.csv')).toEqual(wanted)
    expect(parseStatement(`${head}\n`, 's.csv')).toEqual([])
  })

  test.each([
    [
      '',
      's.csv is not a statement: its header lacks kind, processor, ref, refund_ref, amount, currency, status, created_at.',
    ],
    [`${head}\n${line}\ncharge,ORANGE`, 's.csv line 3: 12 fields were expected, not 2.'],
    [
      `${head}\n${line.replace('100000', '10.5')}`,
      's.csv line 2: amount must be whole minor units above 0, not "10.5".',
    ],
    [`${head}\n${line.replace('100000', '-1')}`, 's.csv line 2: amount must be whole minor units above 0, not "-1".'],
    [`${head}\n${line.replace('USD', 'usd')}`, 's.csv line 2: currency must be three capital letters, not "usd".'],
    [`${head}\n${line.replace('charge', 'fee')}`, 's.csv line 2: kind must be charge or refund, not "fee".'],
    [`${head}\n"${line}`, 's.csv line 2: a quote is not closed.'],
  ])('rejects the statement %j', (text, sentence) => {
    expect(() => parseStatement(text, 's.csv')).toThrow(sentence)
  })
})
