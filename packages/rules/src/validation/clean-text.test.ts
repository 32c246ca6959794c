import { expect, test } from 'vitest'

import { cleanText } from './clean-text.ts'

test.each([
  ['\u202eevil\u202c', 'evil'],
  ['\u2066a\u2069\u0007\u000c', 'a'],
  [' two\n\tlines \n', 'two\n\tlines'],
  // Single marks of a direction and joiners are part of some languages.
  ['\u200fשלום\u200d', '\u200fשלום\u200d'],
])('the text %j is sent as %j', (typed, sent) => {
  expect(cleanText(typed)).toBe(sent)
})
