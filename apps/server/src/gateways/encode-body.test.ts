import { expect, test } from 'vitest'

import { encodeBody } from './encode-body.ts'

const body = {
  ref: 'a&b=ü',
  amount: 100,
  test: false,
  left: undefined,
  none: null,
  payer: { name: 'Ada', ids: [7, 8] },
}

test('a form has the fields of objects and lists in brackets, and no undefined ones', () => {
  expect([...new URLSearchParams(encodeBody('form', body))]).toEqual([
    ['ref', 'a&b=ü'],
    ['amount', '100'],
    ['test', 'false'],
    ['none', ''],
    ['payer[name]', 'Ada'],
    ['payer[ids][0]', '7'],
    ['payer[ids][1]', '8'],
  ])
  expect(encodeBody('form', body)).toContain('ref=a%26b%3D%C3%BC&amount=100')
})

test('JSON is the body as it is', () => {
  expect(JSON.parse(encodeBody('json', body))).toEqual({ ...body, left: undefined })
})
