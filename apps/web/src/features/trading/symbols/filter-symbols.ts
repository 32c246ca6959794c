import type { MarketSymbol } from '@tradefront/contract/trading'
import type { SymbolKind } from '@tradefront/rules/trading/symbols'

import type { Workspace } from '../workspace/workspace.ts'

/**
 * Lists the symbols that match, in the order of `sortSymbols`.
 * @param typed a part of the label, the name, or a word of `keywords`
 */
export function filterSymbols(
  symbols: readonly MarketSymbol[],
  options: {
    readonly typed: string
    readonly kind: SymbolKind | 'all'
    readonly favourites: readonly string[]
    readonly isOpen: (symbol: MarketSymbol) => boolean
    /** Returns other names in the trader's language, e.g. "золото". */
    readonly getKeywords: (symbol: MarketSymbol) => string
  },
): MarketSymbol[] {
  const { typed, kind, favourites, isOpen, getKeywords } = options
  const query = normalize(typed)
  const matches = symbols.filter(
    (symbol) =>
      (kind === 'all' || symbol.kind === kind) &&
      [symbol.name, symbol.label, getKeywords(symbol)].some((name) => normalize(name).includes(query)),
  )
  return sortSymbols(matches, favourites, isOpen)
}

/** Sorts favourites first, and among them and the others those that can be traded now, then in the order of the market. */
export function sortSymbols(
  symbols: readonly MarketSymbol[],
  favourites: readonly string[],
  isOpen: (symbol: MarketSymbol) => boolean,
): MarketSymbol[] {
  const rank = (symbol: MarketSymbol): number => (favourites.includes(symbol.name) ? 0 : 2) + (isOpen(symbol) ? 0 : 1)
  return symbols.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Finds the symbol beside one among the favourites, or among the recent ones if there is no other favourite. The order is that of the
 * market, and goes on from its end to its start. Null: there is no other one.
 */
export function findNeighbour(
  symbols: readonly MarketSymbol[],
  current: string,
  step: 1 | -1,
  { favourites, recentSymbols }: Pick<Workspace, 'favourites' | 'recentSymbols'>,
): string | null {
  const names = symbols.map(({ name }) => name)
  const list = [favourites, recentSymbols]
    .map((chosen) => names.filter((name) => name === current || chosen.includes(name)))
    .find(({ length }) => length > 1)
  return list?.at((list.indexOf(current) + step) % list.length) ?? null
}

/** Makes EUR/USD, eur usd and eurusd the same. */
export function normalize(text: string): string {
  return text.toLocaleLowerCase().replaceAll(/[\s/]/g, '')
}
