import { setTimeout as delay } from 'node:timers/promises'

import { type BeaconChain, parseChainInfo } from '@tradefront/rules/trading/beacon/beacon-chain'
import { type BeaconRound, parseRound } from '@tradefront/rules/trading/beacon/beacon-round'
import type { Agent } from 'undici'

import type { RoundVerifier } from './round-verifier.ts'

/** Reads rounds of a beacon from its relays. What it returns is verified: a relay can withhold a round, and cannot invent one. */
export type BeaconGateway = {
  /** Returns null if no relay has the round now. */
  readonly fetchRound: (round: number) => Promise<BeaconRound | null>
  /** Returns rounds in order, at most `maxRoundsAtOnce`, without those that no relay has now. */
  readonly fetchRounds: (from: number, to: number) => Promise<readonly BeaconRound[]>
  /** Reports on all relays for the operator, in the order of their addresses. */
  readonly checkRelays: () => Promise<readonly RelayReport[]>
  readonly close: () => Promise<void>
}

export type RelayReport = {
  /** Address of the relay without path and password. */
  readonly origin: string
  readonly problem: RelayProblem | null
  /** The newest round of the relay, verified. */
  readonly latestRound: number | null
}

/** `unreachable`: no reply in time, or none that can be read. `other_chain`: the relay describes another chain. */
export type RelayProblem = 'unreachable' | 'other_chain' | 'wrong_signature'

type GatewayDeps = {
  readonly chain: BeaconChain
  /** Addresses of relays with drand's HTTP API, e.g. https://api.drand.sh. At least one. */
  readonly urls: readonly string[]
  readonly verifier: RoundVerifier
  /** Called when a relay has replied with a round that the chain has not signed. */
  readonly onWrongRound: (origin: string, round: number) => void
  readonly timeoutMs?: number
  /** Time without an answer after which the next relay is asked, too. */
  readonly hedgeMs?: number
}

export const maxRoundsAtOnce = 500
const maxResponseBytes = 4096
const maxRequestsAtOnce = 8
/** Few, because one wrong round in a batch makes all of it be verified one by one. */
const maxVerifiedAtOnce = 50

export function createBeaconGateway(deps: GatewayDeps): BeaconGateway {
  const { chain, verifier, onWrongRound, timeoutMs = 2000, hedgeMs = 300 } = deps
  /** Addresses of the relays. The one that had the last round comes first. */
  let urls = deps.urls
  let agent: Agent | null = null

  return {
    fetchRound,

    async fetchRounds(from, to) {
      const count = Math.min(maxRoundsAtOnce, to - from + 1)
      const wanted = Array.from({ length: Math.max(0, count) }, (_, index) => from + index)
      const replies: BeaconRound[] = []
      const queue = [...wanted]
      await Promise.all(
        Array.from({ length: maxRequestsAtOnce }, async () => {
          for (let round = queue.shift(); round !== undefined; round = queue.shift()) {
            const found = await readFromAny(round)
            if (found !== null) replies.push(found)
          }
        }),
      )
      const verified: BeaconRound[] = []
      for (let first = 0; first < replies.length; first += maxVerifiedAtOnce)
        verified.push(...(await verifier.filterVerified(chain, replies.slice(first, first + maxVerifiedAtOnce))))
      const known = new Set(verified.map(({ round }) => round))
      // Another relay can have the right one.
      for (const { round } of replies.filter((reply) => !known.has(reply.round))) {
        const found = await fetchRound(round)
        if (found !== null) verified.push(found)
      }
      return verified.toSorted((one, other) => one.round - other.round)
    },

    checkRelays: () => Promise.all(deps.urls.map(checkRelay)),

    async close() {
      await agent?.destroy()
    },
  }

  /** Asks one relay after the other, the next one without waiting for a slow one. The first verified reply counts. */
  async function fetchRound(round: number): Promise<BeaconRound | null> {
    const rest = new AbortController()
    const attempts = urls.map(async (url, index) => {
      await delay(index * hedgeMs, undefined, { signal: rest.signal })
      const found = await readRound(url, round, rest.signal)
      if (found === null || !(await isSigned(url, found))) throw new Error('no round')
      return { url, found }
    })
    try {
      const { url, found } = await Promise.any(attempts)
      prefer(url)
      return found
    } catch {
      return null
    } finally {
      rest.abort()
    }
  }

  async function isSigned(url: string, round: BeaconRound): Promise<boolean> {
    const verified = await verifier.filterVerified(chain, [round])
    if (verified.length === 0) onWrongRound(new URL(url).origin, round.round)
    return verified.length > 0
  }

  /** Returns an unverified round of the first relay that has it. */
  async function readFromAny(round: number): Promise<BeaconRound | null> {
    for (const url of urls) {
      const found = await readRound(url, round)
      if (found === null) continue
      prefer(url)
      return found
    }
    return null
  }

  function prefer(preferred: string): void {
    if (urls[0] !== preferred) urls = [preferred, ...urls.filter((url) => url !== preferred)]
  }

  async function readRound(url: string, round: number, signal?: AbortSignal): Promise<BeaconRound | null> {
    const found = parseRound(await readJson(url, `public/${round}`, signal))
    return found?.round === round ? found : null
  }

  async function checkRelay(url: string): Promise<RelayReport> {
    const { origin } = new URL(url)
    const info = await readJson(url, 'info')
    if (info === null) return { origin, problem: 'unreachable', latestRound: null }
    if (parseChainInfo(info)?.hash !== chain.hash) return { origin, problem: 'other_chain', latestRound: null }
    const latest = parseRound(await readJson(url, 'public/latest'))
    if (latest === null) return { origin, problem: 'unreachable', latestRound: null }
    if (!(await isSigned(url, latest))) return { origin, problem: 'wrong_signature', latestRound: null }
    return { origin, problem: null, latestRound: latest.round }
  }

  /** Returns null without a reply in time, or if it has no JSON or not status 200. */
  async function readJson(url: string, path: string, signal?: AbortSignal): Promise<unknown> {
    // Loaded on demand, to keep the start fast.
    const { Agent: HttpAgent, request } = await import('undici')
    agent ??= new HttpAgent({ connections: maxRequestsAtOnce, maxResponseSize: maxResponseBytes })
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await request(`${url}/${chain.hash}/${path}`, {
        dispatcher: agent,
        headers: { accept: 'application/json' },
        signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      })
      const text = await response.body.text()
      return response.statusCode === 200 ? (JSON.parse(text) as unknown) : null
    } catch {
      return null
    }
  }
}
