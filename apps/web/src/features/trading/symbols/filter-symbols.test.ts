import type { MarketSymbol } from '@tradefront/contract/trading'
import { expect, test } from 'vitest'

import { buildSymbol } from '../testing/test-market.ts'
import { filterSymbols, findNeighbour } from './filter-symbols.ts'

const create = (name: string, label: string, kind: MarketSymbol['kind']) => buildSymbol(0, { name, label, kind })
const symbols = [
  create('EURUSD', 'EUR/USD', 'currency'),
  create('GBPUSD', 'GBP/USD', 'currency'),
  create('XAUUSD', 'Gold', 'metal'),
  create('BTCUSD', 'Bitcoin', 'crypto'),
]
const base = { typed: '', kind: 'all', favourites: [], isOpen: () => true, getKeywords: () => '' } as const
const isOpen = ({ kind }: MarketSymbol) => kind === 'crypto' || kind === 'metal'

test.each([
  ['all', {}, ['EURUSD', 'GBPUSD', 'XAUUSD', 'BTCUSD']],
  ['by label', { typed: 'eur/u' }, ['EURUSD']],
  ['by name', { typed: 'gbpusd' }, ['GBPUSD']],
  ['by a part in any case', { typed: 'GOLD' }, ['XAUUSD']],
  ['with spaces', { typed: 'eur usd' }, ['EURUSD']],
  ['of a kind', { kind: 'crypto' as const }, ['BTCUSD']],
  ['none', { typed: 'zzz' }, []],
  ['favourites first', { favourites: ['BTCUSD'], typed: 'usd' }, ['BTCUSD', 'EURUSD', 'GBPUSD', 'XAUUSD']],
  ['open markets first', { isOpen }, ['XAUUSD', 'BTCUSD', 'EURUSD', 'GBPUSD']],
  [
    'closed favourites before open markets',
    { isOpen, favourites: ['GBPUSD'] },
    ['GBPUSD', 'XAUUSD', 'BTCUSD', 'EURUSD'],
  ],
  ['open favourites first', { isOpen, favourites: ['EURUSD', 'BTCUSD'] }, ['BTCUSD', 'EURUSD', 'XAUUSD', 'GBPUSD']],
  [
    'by another name',
    { typed: 'золот', getKeywords: ({ name }: MarketSymbol) => (name === 'XAUUSD' ? 'Золото' : '') },
    ['XAUUSD'],
  ],
])('finds symbols: %s', (_name, options, expected) => {
  expect(filterSymbols(symbols, { ...base, ...options }).map(({ name }) => name)).toEqual(expected)
})

test.each([
  ['the next favourite', 'EURUSD', 1, ['BTCUSD', 'XAUUSD'], [], 'XAUUSD'],
  ['the favourite before it', 'BTCUSD', -1, ['EURUSD', 'XAUUSD'], [], 'XAUUSD'],
  ['after the last one the first', 'BTCUSD', 1, ['BTCUSD', 'EURUSD'], [], 'EURUSD'],
  ['before the first one the last', 'EURUSD', -1, ['BTCUSD', 'EURUSD'], [], 'BTCUSD'],
  ['a recent one without favourites', 'EURUSD', 1, [], ['XAUUSD', 'EURUSD'], 'XAUUSD'],
  ['a recent one if it is the only favourite', 'EURUSD', 1, ['EURUSD'], ['XAUUSD', 'EURUSD'], 'XAUUSD'],
  ['no recent one with favourites', 'EURUSD', 1, ['BTCUSD'], ['XAUUSD', 'EURUSD'], 'BTCUSD'],
  ['none without another one', 'EURUSD', 1, ['EURUSD'], ['EURUSD'], null],
  ['none that is no longer traded', 'EURUSD', 1, ['GONE'], ['GONE'], null],
] as const)('beside a symbol is %s', (_name, current, step, favourites, recentSymbols, expected) => {
  expect(findNeighbour(symbols, current, step, { favourites, recentSymbols })).toBe(expected)
})
