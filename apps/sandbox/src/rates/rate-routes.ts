import type { FastifyInstance } from 'fastify'

import type { Sandbox } from '../sandbox.ts'

/** USD per coin, around which the simulated prices move. */
const basePrices = { bitcoin: 97_000, litecoin: 95, ethereum: 3400, dash: 32 } as const

const minuteMs = 60_000
const swing = 0.01
const periodMs = 90 * minuteMs

/** Simulated prices of coins, in the format of a public source. They change every minute, by the clock of the sandbox. */
export function rateRoutes({ clock }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/rates', () => {
      const wave = Math.sin((2 * Math.PI * Math.floor(clock.now() / minuteMs) * minuteMs) / periodMs)
      return Object.fromEntries(
        Object.entries(basePrices).map(([name, price]) => [
          name,
          { usd: Math.round(price * (1 + swing * wave) * 100) / 100 },
        ]),
      )
    })
  }
}
