import { expect, test } from 'vitest'

import { findEditor, parseFieldText, toFieldText } from './setting-value.ts'

const number = { type: 'integer' }
const editor = { kind: 'numbers' } as const

test.each([
  ['of fixed names', { type: 'object', properties: { coin: number, currency: number } }, 'numbers'],
  ['of any names', { type: 'object', additionalProperties: number }, 'numbers'],
  ['with something else', { type: 'object', properties: { coin: number, terms: { type: 'object' } } }, 'json'],
  ['without a type', { type: 'object', additionalProperties: false }, 'json'],
])('numbers %s have the right editor', (_name, schema, kind) => {
  expect(findEditor(schema)).toEqual({ kind })
})

test('numbers are written one on a line, and read from lines', () => {
  const value = { metal: 80, EURUSD: 82.5 }
  const text = toFieldText(value, editor)
  expect(text).toBe('metal: 80\nEURUSD: 82.5')
  expect(parseFieldText(text, editor)).toEqual(value)
  expect(parseFieldText(' metal :80 \n\n', editor)).toEqual({ metal: 80 })
  expect(parseFieldText('', editor)).toEqual({})
})

test.each(['metal', 'metal: x', 'metal: 1,5', ': 80', 'metal: 80\nmetal: 81'])('“%s” is no value', (text) => {
  expect(parseFieldText(text, editor)).toBeUndefined()
})
