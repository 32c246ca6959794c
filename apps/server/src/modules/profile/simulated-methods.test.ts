import { fundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import { expect, test } from 'vitest'

import { sandboxParts } from '../../platform/config/sandbox-parts.ts'
import { listSimulatedMethods } from './simulated-methods.ts'

test('a way to pay is simulated exactly if its own part is the sandbox', () => {
  expect(listSimulatedMethods(new Set(sandboxParts))).toEqual([...fundingTabs, 'withdrawal'])
  expect(listSimulatedMethods(new Set(['chat', 'mail', 'beacon', 'news', 'rates']))).toEqual([])
  expect(listSimulatedMethods(new Set(['bitcoin']))).toEqual(['bitcoin'])
  expect(listSimulatedMethods(new Set(['ethereum', 'payouts']))).toEqual(['eth', 'withdrawal'])
  expect(listSimulatedMethods(new Set(['demo']))).toEqual(['litecoin', 'webmoney', 'bank'])
  expect(listSimulatedMethods(new Set(['processors']))).not.toContain('bitcoin')
  expect(listSimulatedMethods(new Set(['processors']))).toEqual(expect.arrayContaining(['card', 'paypal', 'skrill']))
})
