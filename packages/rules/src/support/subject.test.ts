import { expect, test } from 'vitest'

import { maxSubjectChars } from './limits.ts'
import { deriveSubject, maxDerivedSubjectChars } from './subject.ts'

const chars = (count: number) => 'x'.repeat(count)

test.each([
  ['nothing', '', ''],
  ['blank lines', ' \n\t\n', ''],
  ['a short line', 'Where is it?', 'Where is it?'],
  ['blank lines and spaces around the first words', '\n  Where \t is it?  \nI paid', 'Where is it?'],
  ['a line that just fits', `${chars(75)} word`, `${chars(75)} word`],
  ['a line that is one character too long', `${chars(75)} words`, `${chars(75)}…`],
  ['a word that ends where the mark goes', `${chars(74)} last words`, `${chars(74)} last…`],
  ['one long word', chars(300), `${chars(79)}…`],
  ['a card number where the cut is', `${chars(66)} 4111 1111 1111 1111 words`, `${chars(66)} •••• 1111…`],
  ['a card number of two lines', '4111 1111\n1111 1111', '•••• 1111'],
  ['characters of two units', '🙂'.repeat(300), `${'🙂'.repeat(79)}…`],
])('the subject of %s', (_, content, subject) => {
  expect(deriveSubject(content)).toBe(subject)
  expect([...subject].length).toBeLessThanOrEqual(maxDerivedSubjectChars)
  expect(deriveSubject(content).length).toBeLessThanOrEqual(maxSubjectChars)
})
