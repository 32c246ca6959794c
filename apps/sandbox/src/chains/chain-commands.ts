import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { HttpError, parseInput } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { coins, type SimulatedChain } from './simulated-chain.ts'

const params = z.object({ coin: z.enum(coins) })
const addresses = {
  btc: z.string().regex(/^[a-zA-Z0-9]{14,90}$/),
  eth: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
} as const
const value = z.string().regex(/^[1-9]\d{0,30}$/)
const source = z.enum(['transaction', 'contract']).default('transaction')
const maxBlocks = 1000

const createPayBody = (address: z.ZodString) =>
  z.strictObject({
    outputs: z.array(z.strictObject({ address, value })).min(1).max(100),
    source,
    token: addresses.eth.nullable().default(null),
    /** Time of the payment by the clock of the sandbox. Absent: now. */
    at_ms: z.number().int().min(0).optional(),
  })
const payBodies = { btc: createPayBody(addresses.btc), eth: createPayBody(addresses.eth) } as const
const mineBody = z.strictObject({ blocks: z.number().int().min(1).max(maxBlocks).default(1) })
const reorganiseBody = z.strictObject({
  depth: z.number().int().min(1).max(maxBlocks),
  keeps_transactions: z.boolean(),
})
const evictBody = z.strictObject({ txid: z.string().max(66) })
const intervalBody = z.strictObject({ seconds: z.number().min(0).max(3600) })

/** Registers changes of the chains below a path: for the control page, and for the wallet page, which any visitor can use. */
export function registerChainCommands(app: FastifyInstance, { chains }: Sandbox, path: string): void {
  const findChain = (raw: unknown) => chains[parseInput(params, raw).coin]

  app.post(`${path}/:coin/pay`, (request) => {
    const chain = findChain(request.params)
    const { at_ms: atMs, ...payment } = parseInput(payBodies[chain.coin], request.body)
    if (chain.coin === 'btc' && (payment.token !== null || payment.source === 'contract'))
      throw new HttpError(400, 'source, token')
    if (atMs === undefined) return { txid: chain.pay(payment).txid }
    if (!chain.planPayment({ ...payment, atMs })) throw new HttpError(409, 'Too many payments wait.')
    return { planned: true }
  })
  app.post(`${path}/:coin/mine`, (request) => {
    const { height, hash } = findChain(request.params).mine(parseInput(mineBody, request.body).blocks)
    return { height, hash }
  })
  app.post(`${path}/:coin/reorganise`, (request) => {
    const { depth, keeps_transactions } = parseInput(reorganiseBody, request.body)
    const { height, hash } = findChain(request.params).reorganise(depth, keeps_transactions)
    return { height, hash }
  })
}

/** Registers the commands of the control page, which need its checks. */
export function registerChainControl(app: FastifyInstance, sandbox: Sandbox): void {
  const { chains } = sandbox
  const path = '/control/chains'
  registerChainCommands(app, sandbox, path)

  app.get(path, () => ({ btc: describeChain(chains.btc), eth: describeChain(chains.eth) }))
  app.post(`${path}/:coin/evict`, (request) => {
    const chain = chains[parseInput(params, request.params).coin]
    if (!chain.evict(parseInput(evictBody, request.body).txid))
      throw new HttpError(404, 'There is no such unconfirmed transaction.')
    return { evicted: true }
  })
  app.post(`${path}/:coin/interval`, (request) => {
    const { seconds } = parseInput(intervalBody, request.body)
    chains[parseInput(params, request.params).coin].setBlockMs(seconds * 1000)
    return { seconds }
  })
}

/** Describes a chain for pages. */
export function describeChain(chain: SimulatedChain, address?: string) {
  const { height, hash } = chain.getTip()
  const pays = ({ outputs }: { readonly outputs: readonly { readonly address: string }[] }) =>
    address === undefined || outputs.some((output) => output.address === address)
  return {
    height,
    hash,
    block_seconds: chain.getBlockMs() / 1000,
    transactions: chain
      .listTransactions(address === undefined ? 50 : Number.POSITIVE_INFINITY)
      .filter(({ transaction }) => pays(transaction))
      .slice(0, 50)
      .map(({ transaction, ...state }) => ({ ...transaction, ...state })),
    planned: chain.listPlanned().filter(pays),
  }
}
