import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { schemeId } from '@tradefront/rules/trading/beacon/beacon-chain'
import { createBeaconSigner } from '@tradefront/rules/trading/beacon/beacon-signer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { type BeaconGateway, createBeaconGateway, maxRoundsAtOnce } from './beacon-gateway.ts'
import { createRoundVerifier } from './round-verifier.ts'

const signer = createBeaconSigner(new Uint8Array(32).fill(7), 1_700_000_001, 'test')
const other = createBeaconSigner(new Uint8Array(32).fill(8), 1_700_000_001, 'test')
const { chain } = signer
const signed = new Map<number, string>()
const sign = (round: number) => {
  const signature = signed.get(round) ?? signer.signRound(round).signature
  signed.set(round, signature)
  return { round, signature }
}
const info = ({ hash, publicKey, genesisSeconds, groupHash, beaconId }: typeof chain) => ({
  public_key: publicKey,
  period: 3,
  genesis_time: genesisSeconds,
  hash,
  groupHash,
  schemeID: schemeId,
  metadata: { beaconID: beaconId },
})

type Reply = { readonly status?: number; readonly body: unknown; readonly isSilent?: boolean }
/** Returns null if the relay does not have the round. */
type Relay = (round: number) => Reply | null

const honest: Relay = (round) => (round <= 200 ? { body: sign(round) } : null)
const silent: Relay = () => ({ body: '', isSilent: true })
const lying: Relay = (round) => ({ body: other.signRound(round) })
const withOtherRound: Relay = (round) => ({ body: sign(round - 1) })
const broken: Relay = () => ({ body: '{"round":' })
const huge: Relay = (round) => ({ body: { ...sign(round), more: 'x'.repeat(10_000) } })
const failing: Relay = () => ({ status: 500, body: sign(100) })

const relays: [Relay, Relay] = [honest, honest]
/** Round and index of the relay, in order. */
const asked: { readonly round: number; readonly relay: number }[] = []
const listAsked = (relay: number) => asked.filter((each) => each.relay === relay).map(({ round }) => round)
let chainInfo: unknown
let servers: Server[]
let urls: string[]
let gateway: BeaconGateway
const wrong: string[] = []
const verifier = createRoundVerifier()

beforeAll(async () => {
  servers = relays.map((_, index) =>
    createServer((request, response) => {
      const [, path, hash, kind, name = ''] = (request.url ?? '').split('/')
      if (path !== 'path' || hash !== chain.hash) return response.writeHead(404).end()
      if (kind === 'info') return response.end(JSON.stringify(chainInfo))
      const round = name === 'latest' ? 200 : Number(name)
      asked.push({ round, relay: index })
      const reply = relays[index]?.(round) ?? { status: 404, body: {} }
      if (reply.isSilent === true) return response
      const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body)
      return response.writeHead(reply.status ?? 200).end(body)
    }),
  )
  await Promise.all(servers.map((server) => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))))
  urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/path`)
})
beforeEach(() => {
  ;[relays[0], relays[1]] = [honest, honest]
  chainInfo = info(chain)
  asked.length = 0
  wrong.length = 0
  gateway = open(urls)
})
afterEach(() => gateway.close())
afterAll(async () => {
  await verifier.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Time-outs are long, unless a relay is silent: a busy machine is slow. */
function open(addresses: readonly string[], times: { timeoutMs: number; hedgeMs: number } = slow): BeaconGateway {
  const onWrongRound = (origin: string, round: number) => wrong.push(`${origin} ${round}`)
  return createBeaconGateway({ chain, urls: addresses, verifier, onWrongRound, ...times })
}
const slow = { timeoutMs: 60_000, hedgeMs: 10 }

describe('a round', () => {
  test('is fetched and verified', async () => {
    expect(await gateway.fetchRound(100)).toEqual(sign(100))
    expect(wrong).toEqual([])
  })

  test('that no relay has yet is null', async () => {
    expect(await gateway.fetchRound(201)).toBeNull()
    expect([0, 1].map(listAsked)).toEqual([[201], [201]])
  })

  test.each([
    ['lies', lying],
    ['replies with another round', withOtherRound],
    ['replies with half a reply', broken],
    ['replies with too much', huge],
    ['fails', failing],
    ['does not have it', () => null],
  ])('comes from the second relay if the first one %s', async (_what, relay) => {
    relays[0] = relay
    expect(await gateway.fetchRound(100)).toEqual(sign(100))
    relays[1] = relay
    expect(await gateway.fetchRound(100)).toBeNull()
  })

  test('comes from the second relay while the first one is silent, which is asked last from then on', async () => {
    relays[0] = silent
    expect(await gateway.fetchRound(100)).toEqual(sign(100))
    expect(await gateway.fetchRound(101)).toEqual(sign(101))
    expect(asked.find(({ round }) => round === 101)?.relay).toBe(1)
  })

  test('is null after the time-out if all relays are silent', async () => {
    ;[relays[0], relays[1]] = [silent, silent]
    await gateway.close()
    gateway = open(urls, { timeoutMs: 100, hedgeMs: 10 })
    expect(await gateway.fetchRound(100)).toBeNull()
  })

  test('is null if nobody listens', async () => {
    await gateway.close()
    gateway = open(['http://127.0.0.1:1'])
    expect(await gateway.fetchRound(100)).toBeNull()
  })

  test('of a relay that lies is reported, without the path of its address', async () => {
    relays[0] = lying
    await gateway.fetchRound(100)
    expect(wrong).toEqual([`${new URL(urls[0] ?? '').origin} 100`])
  })
})

describe('rounds after a stop', () => {
  test('are fetched in order', async () => {
    const rounds = await gateway.fetchRounds(90, 101)
    expect(rounds).toEqual(Array.from({ length: 12 }, (_, index) => sign(90 + index)))
  })

  test('that no relay has are left out', async () => {
    const without: Relay = (round) => (round === 92 ? null : honest(round))
    ;[relays[0], relays[1]] = [without, without]
    expect((await gateway.fetchRounds(90, 95)).map(({ round }) => round)).toEqual([90, 91, 93, 94, 95])
    expect(await gateway.fetchRounds(201, 203)).toEqual([])
    expect(await gateway.fetchRounds(5, 4)).toEqual([])
  })

  test('come from both relays if each has a part', async () => {
    relays[0] = (round) => (round % 2 === 0 ? honest(round) : null)
    relays[1] = (round) => (round % 2 === 1 ? honest(round) : { body: 'no' })
    expect((await gateway.fetchRounds(90, 95)).map(({ round }) => round)).toEqual([90, 91, 92, 93, 94, 95])
  })

  test('of which one is wrong are fetched again from another relay', async () => {
    relays[0] = (round) => (round === 91 ? lying(round) : honest(round))
    expect(await gateway.fetchRounds(90, 92)).toEqual([sign(90), sign(91), sign(92)])
    expect(wrong).toHaveLength(1)
  })

  test('of which one is wrong everywhere are returned without it', async () => {
    const withLie: Relay = (round) => (round === 91 ? lying(round) : honest(round))
    ;[relays[0], relays[1]] = [withLie, withLie]
    expect((await gateway.fetchRounds(90, 92)).map(({ round }) => round)).toEqual([90, 92])
  })

  test('are limited', async () => {
    ;[relays[0], relays[1]] = [() => null, () => null]
    expect(await gateway.fetchRounds(1, 10_000)).toEqual([])
    expect(listAsked(0)).toHaveLength(maxRoundsAtOnce)
  })
})

describe('the check of the relays', () => {
  const check = async () => (await gateway.checkRelays()).map(({ problem, latestRound }) => problem ?? latestRound)

  test('names the latest round of each', async () => {
    expect(await gateway.checkRelays()).toEqual(
      urls.map((url) => ({ origin: new URL(url).origin, problem: null, latestRound: 200 })),
    )
  })

  test('says what is wrong with one', async () => {
    relays[0] = lying
    relays[1] = broken
    expect(await check()).toEqual(['wrong_signature', 'unreachable'])
    chainInfo = info(other.chain)
    expect(await check()).toEqual(['other_chain', 'other_chain'])
    chainInfo = null
    expect(await check()).toEqual(['unreachable', 'unreachable'])
  })
})

test('a verifier whose thread has ended starts another one', async () => {
  await verifier.close()
  expect(await verifier.filterVerified(chain, [sign(100)])).toEqual([sign(100)])
  const waiting = verifier.filterVerified(chain, [sign(100), sign(101)])
  const failed = waiting.catch((error: unknown) => String(error))
  await verifier.close()
  expect(await failed).toContain('has ended')
  expect(await verifier.filterVerified(chain, [])).toEqual([])
})
