import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { leaveUnanswered, resetConnection } from '../http/broken-reply.ts'
import { HttpError, parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { type ChainBlock, type ChainTransaction, coins } from './simulated-chain.ts'

const coin = z.enum(coins)
const params = z.object({ coin })
const blockParams = z.object({ coin, height: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })

/** Routes of the node of the simulated chains. It is read only, as a node without a wallet is. */
export function chainRoutes(sandbox: Sandbox) {
  const { chains, faults } = sandbox

  return async (app: FastifyInstance): Promise<void> => {
    app.get('/chains/:coin/tip', async (request, reply) => {
      const chain = chains[parseInput(params, request.params).coin]
      return answer(request, reply, chain.coin, 'tip', () => {
        const { height, hash } = chain.getTip()
        return { height, hash }
      })
    })
    app.get('/chains/:coin/blocks/:height', async (request, reply) => {
      const { coin: name, height } = parseInput(blockParams, request.params)
      return answer(request, reply, name, 'blocks', () => {
        const block = chains[name].findBlock(height)
        return { block: block === null ? null : toBlockReply(block) }
      })
    })
    app.get('/chains/:coin/mempool', async (request, reply) => {
      const chain = chains[parseInput(params, request.params).coin]
      return answer(request, reply, chain.coin, 'mempool', () => ({
        transfers: chain
          .listUnconfirmed()
          .filter(({ source }) => source === 'transaction')
          .flatMap(toTransfers),
      }))
    })
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    slug: string,
    ref: string,
    read: () => Record<string, unknown>,
  ) {
    for (const { act, ms } of faults.matchRules('chain', slug, ref)) {
      if (act === 'delay') await sleep(ms)
      else if (act === 'timeout') return leaveUnanswered(request, reply)
      else if (act === 'reset' || act === 'lost') return resetConnection(reply)
      else if (act === 'garbage') return reply.type('application/json').send('{"height": ')
      else throw new HttpError(500, 'The node failed.')
    }
    const body = read()
    if (!sandbox.isDurable()) throw new HttpError(503, 'The change could not be written.')
    return reply.send(body)
  }
}

function toBlockReply({ height, hash, parentHash, atMs, transactions }: ChainBlock) {
  return {
    height,
    hash,
    parent_hash: parentHash,
    time: new Date(atMs).toISOString(),
    transfers: transactions.flatMap(toTransfers),
    tokens: transactions.flatMap(({ txid, outputs, token }) =>
      token === null ? [] : outputs.map((output, index) => ({ txid, index, ...output, contract: token })),
    ),
  }
}

function toTransfers({ txid, outputs, source, token }: ChainTransaction) {
  return token === null ? outputs.map((output, index) => ({ txid, index, ...output, source })) : []
}
