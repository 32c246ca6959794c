import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { HttpError, parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { ratedCoins, ratedCurrencies } from './simulated-rates.ts'

const price = z.number().positive().max(1_000_000_000).nullable()
const ratesBody = z.strictObject({
  /** Prices in USD for one coin, and in units of a currency for one USD; null lets the price move again. */
  prices: z.partialRecord(z.enum([...ratedCoins, ...ratedCurrencies]), price).default({}),
  is_stopped: z.boolean().optional(),
})

/** Routes with simulated rates of coins and currencies, in the formats of public sources. */
export function rateRoutes({ rates }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    const readPrices = async () => {
      await rates.follow()
      const prices = rates.readPrices()
      if (prices === null) throw new HttpError(503, 'The rates are stopped.')
      return prices
    }
    app.get('/rates', async () => {
      const prices = await readPrices()
      return Object.fromEntries(ratedCoins.map((coin) => [coin, { usd: prices[coin] }]))
    })
    app.get('/rates/currencies', async () => {
      const prices = await readPrices()
      return { rates: Object.fromEntries(ratedCurrencies.map((currency) => [currency, prices[currency]])) }
    })
  }
}

/** Registers commands about rates, which need the checks of the control page. */
export function registerRateControl(app: FastifyInstance, { rates }: Sandbox): void {
  const describe = () => ({ is_stopped: rates.readPrices() === null, prices: rates.readPrices() })

  app.get('/control/rates', describe)
  app.post('/control/rates', (request) => {
    const { prices, is_stopped: isStopped } = parseInput(ratesBody, request.body)
    rates.setPrices(prices)
    if (isStopped !== undefined) rates.setStopped(isStopped)
    return describe()
  })
}
