import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { HttpError, parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { ratedCoins } from './simulated-rates.ts'

const price = z.number().positive().max(1_000_000_000).nullable()
const ratesBody = z.strictObject({
  /** USD per coin; null lets the price move again. */
  prices: z.partialRecord(z.enum(ratedCoins), price).default({}),
  is_stopped: z.boolean().optional(),
})

/** Simulated prices of coins, in the format of a public source. */
export function rateRoutes({ rates }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/rates', () => {
      const prices = rates.readPrices()
      if (prices === null) throw new HttpError(503, 'The rates are stopped.')
      return Object.fromEntries(Object.entries(prices).map(([coin, usd]) => [coin, { usd }]))
    })
  }
}

/** Needs the checks of the control page. */
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
