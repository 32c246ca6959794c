import { expect, test } from 'vitest'

import { parseTab, toTabSearch } from './tabs.ts'

test.each([0, 1, 2])('the address has the category %d', (index) => {
  expect(parseTab(toTabSearch(index), 3)).toBe(index)
})

test.each([[{}], [{ tab: 0 }], [{ tab: 4 }], [{ tab: '2' }], [{ tab: 1.5 }], [{ tab: null }]])(
  'the address %j has the first category',
  (search) => {
    expect(parseTab(search, 3)).toBe(0)
  },
)
