import { expect, test } from 'vitest'

import { singleLine, text } from './wire.ts'

test.each(['\u0000', '\u001b', '\u007f', '\u009b', '\u202e', '\u2066', '\u2069'])(
  'text refuses %j, which controls a terminal or the order of letters',
  (character) => {
    for (const schema of [text(10), singleLine(10)]) {
      expect(schema.safeParse(`a${character}b`).success).toBe(false)
      expect(schema.safeParse('a b').success).toBe(true)
    }
  },
)

test.each(['\t', '\n', '\u2028', '\u200b', '\u200f', '\ufeff', '\u2060', '\u00ad'])(
  'a name refuses %j, which nobody sees, but a message has it',
  (character) => {
    expect(singleLine(10).safeParse(`a${character}b`).success).toBe(false)
    expect(text(10).safeParse(`a${character}b`).success).toBe(true)
  },
)

test.each(['Zoë O’Neill-Łukasz', 'Анна', '李小龍', 'نیما\u200cزاده', 'אבי'])('a name can be %s', (name) => {
  expect(singleLine(60).safeParse(name).success).toBe(true)
})
