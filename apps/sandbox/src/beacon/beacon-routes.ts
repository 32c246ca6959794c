import { roundMs, schemeId } from '@tradefront/rules/trading/beacon/beacon-chain'
import { type BeaconRound, computeRandomness } from '@tradefront/rules/trading/beacon/beacon-round'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { leaveUnanswered } from '../http/broken-reply.ts'
import { HttpError, parseInput } from '../http/http-error.ts'
import { beaconActs, type SimulatedBeacon } from './simulated-beacon.ts'

const roundParams = z.object({ chain: z.string().max(64), round: z.coerce.number().int().min(0) })
const chainParams = z.object({ chain: z.string().max(64) })
const range = z.strictObject({ from: z.number().int().min(1), to: z.number().int().min(1) })
const controlBody = z.strictObject({
  act: z.enum(beaconActs).optional(),
  delay_ms: z.number().int().min(0).max(3_600_000).optional(),
  missing: z.array(range).max(100).optional(),
  is_stopped: z.boolean().optional(),
  /** True if a beacon that goes on (`is_stopped: false`) also publishes the rounds since its stop. */
  is_backfilled: z.boolean().default(true),
})

/** Routes with the addresses and replies of drand's HTTP API, below `/beacon`. */
export function beaconRoutes({ beacon }: { readonly beacon: SimulatedBeacon }) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/beacon/:chain/info', (request, reply) => {
      requireChain(parseInput(chainParams, request.params).chain)
      const { hash, publicKey, genesisSeconds, groupHash, beaconId } = beacon.chain
      return sendJson(request, reply, {
        public_key: publicKey,
        period: roundMs / 1000,
        genesis_time: genesisSeconds,
        hash,
        groupHash,
        schemeID: schemeId,
        metadata: { beaconID: beaconId },
      })
    })

    app.get('/beacon/:chain/public/latest', (request, reply) => {
      requireChain(parseInput(chainParams, request.params).chain)
      return sendRound(request, reply, beacon.findLatest())
    })

    app.get('/beacon/:chain/public/:round', (request, reply) => {
      const { chain, round } = parseInput(roundParams, request.params)
      requireChain(chain)
      return sendRound(request, reply, round === 0 ? beacon.findLatest() : beacon.findRound(round))
    })
  }

  function requireChain(hash: string): void {
    if (hash !== beacon.chain.hash) throw new HttpError(404, 'There is no such chain.')
  }

  function sendRound(request: FastifyRequest, reply: FastifyReply, found: BeaconRound | null) {
    if (found === null) throw new HttpError(404, 'There is no such round yet.')
    const randomness = Buffer.from(computeRandomness(found.signature)).toString('hex')
    return sendJson(request, reply, { round: found.round, randomness, signature: found.signature })
  }

  function sendJson(request: FastifyRequest, reply: FastifyReply, body: object): FastifyReply | undefined {
    const { act } = beacon.getFaults()
    if (act === 'dead') throw new HttpError(503, 'The beacon is stopped.')
    if (act === 'slow') {
      leaveUnanswered(request, reply)
      return undefined
    }
    const text = JSON.stringify(body)
    return reply.type('application/json').send(act === 'broken' ? text.slice(0, text.length / 2) : text)
  }
}

/** Registers the beacon's commands, which need the checks of the control page. */
export function registerBeaconControl(app: FastifyInstance, { beacon }: { readonly beacon: SimulatedBeacon }): void {
  const describe = () => {
    const { act, delayMs, stoppedAtMs, missing } = beacon.getFaults()
    const latest = beacon.findLatest()?.round ?? null
    return { chain: beacon.chain.hash, act, delay_ms: delayMs, is_stopped: stoppedAtMs !== null, missing, latest }
  }

  app.get('/control/beacon', describe)
  app.post('/control/beacon', (request) => {
    const body = parseInput(controlBody, request.body)
    beacon.setFaults({
      ...(body.act !== undefined && { act: body.act }),
      ...(body.delay_ms !== undefined && { delayMs: body.delay_ms }),
      ...(body.missing !== undefined && { missing: body.missing }),
    })
    if (body.is_stopped === true) beacon.stop()
    if (body.is_stopped === false) beacon.start(body.is_backfilled)
    return describe()
  })
}
