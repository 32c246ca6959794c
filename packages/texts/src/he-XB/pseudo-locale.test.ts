import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'

import { texts as en } from '../en/all.ts'
import { createPseudoTexts } from './all.ts'
import { toPseudoMessage } from './pseudo-locale.ts'

const plain = (text: string) => text.replaceAll(/[\u202c\u202e]/g, '')

test.each([
  ['Close', 'Çlösé lörém'],
  ['{count, plural, one {# try} other {# tries}} left', '{count, plural, one {# trý} other {# triés}} léft lörém'],
  ['{share, number, percent} of {name}', '{share, number, percent} öf {name} lörém'],
  ['<p>Read <a href="/show/fees">this</a></p>', '<p>Réád <a href="/show/fees">thîs lörém îpsüm</a></p>'],
])('%s', (message, expected) => {
  expect(plain(toPseudoMessage(message)).replaceAll('î', 'i')).toBe(expected.replaceAll('î', 'i'))
})

test('whole messages are longer, written from the right, and can still be filled in', () => {
  const pseudoTexts = createPseudoTexts()
  for (const [key, text] of Object.entries(en)) {
    const message = Object.entries(pseudoTexts).find(([name]) => name === key)?.[1] ?? ''
    const outside = text.replaceAll(/\{(?:[^{}]|\{[^{}]*\})*\}|<[^>]*>/g, '')
    if (!/[a-z]{3}/.test(outside)) continue
    expect(message, key).toContain('\u202e')
    expect(message.length, key).toBeGreaterThan(text.length + outside.trim().length * 0.25)
    expect(() => new IntlMessageFormat(message, 'he-XB', undefined, { ignoreTag: true }), key).not.toThrow()
    const placeholders = (of: string) => [...of.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => name)
    expect(placeholders(message), key).toEqual(placeholders(text))
    const tags = (of: string) => [...of.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
    expect(tags(message), key).toEqual(tags(text))
  }
})
