import { expect, test } from 'vitest'

import { cleanJson, cleanText } from './clean-text.ts'

test.each([
  ['a plain text', 'declined', 10, 'declined'],
  ['a pair at the cut', `${'x'.repeat(3)}😀`, 4, 'xxx😀'],
  ['a pair after the cut', `${'x'.repeat(4)}😀`, 4, 'xxxx'],
  ['only pairs', '😀😀😀', 2, '😀😀'],
  ['NUL', 'a\0b', 10, 'ab'],
  ['half a pair', 'a\ud83d', 10, 'a\ufffd'],
  ['the other half', '\ude00b', 10, '\ufffdb'],
])('cleanText keeps %s well-formed and short', (_what, text, maxLength, expected) => {
  expect(cleanText(text, maxLength)).toBe(expected)
})

test('cleanJson cleans texts and names at every level', () => {
  expect(cleanJson({ 'a\0': ['b\0', { c: '\ud83d', d: 1, e: null }] })).toEqual({
    a: ['b', { c: '\ufffd', d: 1, e: null }],
  })
})

test('cleanJson bounds the depth', () => {
  const deep = JSON.parse(`${'['.repeat(8000)}${']'.repeat(8000)}`) as unknown
  expect(JSON.stringify(cleanJson(deep))).toContain('[null]')
})
