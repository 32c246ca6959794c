import type { Currency } from '../ledger/money.ts'

const euroCountries = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' ')
const otherCurrencies: Readonly<Record<string, Currency>> = { GB: 'GBP', GG: 'GBP', IM: 'GBP', JE: 'GBP', RU: 'RUB' }

/**
 * Returns the account currency that people of a country know best.
 * @param iso e.g. `DE`
 */
export function findUsualCurrency(iso: string): Currency {
  return euroCountries.includes(iso) ? 'EUR' : (otherCurrencies[iso] ?? 'USD')
}
