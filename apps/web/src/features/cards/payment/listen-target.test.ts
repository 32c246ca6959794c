import { expect, test } from 'vitest'

import { isKnownProcessor } from './listen-target.ts'

test.each(['pfs', 'orange', 'skrill', 'ezpay', 'concept'])('a return route can name %s', (proc) => {
  expect(isKnownProcessor(proc)).toBe(true)
})

test.each(['', 'Skrill', 'neteller', 'constructor'])('a return route cannot name “%s”', (proc) => {
  expect(isKnownProcessor(proc)).toBe(false)
})
