import type { TextKey } from '@tradefront/texts/keys'

import { findSymbol } from './symbols.ts'

/** Symbols that have a name of their own in each language. */
const names: Readonly<Record<string, TextKey>> = {
  XAUUSD: 'symbol.gold',
  XAGUSD: 'symbol.silver',
  XPTUSD: 'symbol.platinum',
  DE40: 'symbol.germany',
  UK100: 'symbol.uk',
  JP225: 'symbol.japan',
}

/** Returns the name that traders use, e.g. `EUR/USD`. A symbol that is no longer traded keeps its name. */
export function getSymbolLabel(name: string, t: (key: TextKey) => string): string {
  const key = names[name]
  return key === undefined ? (findSymbol(name)?.label ?? name) : t(key)
}
