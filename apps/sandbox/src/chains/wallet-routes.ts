import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { renderHtmlPage } from '../http/html-page.ts'
import { parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { describeChain, registerChainCommands } from './chain-commands.ts'
import { coins } from './simulated-chain.ts'

const params = z.object({ coin: z.enum(coins) })
const stateQuery = z.object({ address: z.string().max(90) })

/**
 * Routes of a wallet that pays an invoice in every way: `/wallet/{btc|eth}?address=…&amount=…&expires=…`, with the amount in coins and the
 * time in ms. Any visitor can use it, like the pages of processors.
 */
export function walletRoutes(sandbox: Sandbox, pageBody: string) {
  return async (app: FastifyInstance): Promise<void> => {
    registerChainCommands(app, sandbox, '/wallet')

    app.get('/wallet/:coin', (request, reply) => {
      parseInput(params, request.params)
      return reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        )
        .type('text/html; charset=utf-8')
        .send(
          renderHtmlPage({
            title: 'Test wallet',
            body: pageBody,
            head: '<script src="/assets/wallet.js" type="module"></script>',
          }),
        )
    })
    app.get('/wallet/:coin/state', (request) => {
      const chain = sandbox.chains[parseInput(params, request.params).coin]
      return describeChain(chain, parseInput(stateQuery, request.query).address)
    })
  }
}
