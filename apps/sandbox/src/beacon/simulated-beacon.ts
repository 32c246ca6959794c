import { type BeaconChain, findRoundAt, getRoundTime } from '@tradefront/rules/trading/beacon/beacon-chain'
import type { BeaconRound } from '@tradefront/rules/trading/beacon/beacon-round'
import type { BeaconSigner } from '@tradefront/rules/trading/beacon/beacon-signer'
import { createSandboxSigner } from '@tradefront/rules/trading/beacon/sandbox-beacon'

/** Faults of replies. `two_values`: every other reply has another signature. `dead`, `slow` and `broken` are faults of HTTP. */
export const beaconActs = ['none', 'wrong_signature', 'wrong_round', 'two_values', 'dead', 'slow', 'broken'] as const
export type BeaconAct = (typeof beaconActs)[number]

export type BeaconFaults = {
  readonly act: BeaconAct
  /** Delay of each round. */
  readonly delayMs: number
  /** When rounds stopped. Null: they are published. */
  readonly stoppedAtMs: number | null
  /** Rounds that are never published, both ends included. */
  readonly missing: readonly { readonly from: number; readonly to: number }[]
}

export type SimulatedBeacon = {
  readonly chain: BeaconChain
  readonly getFaults: () => BeaconFaults
  readonly setFaults: (faults: Partial<Pick<BeaconFaults, 'act' | 'delayMs' | 'missing'>>) => void
  /** Stops the publication of rounds. */
  readonly stop: () => void
  /**
   * Starts the publication again.
   * @param isBackfilled whether the rounds since the stop are published now; otherwise they never are
   */
  readonly start: (isBackfilled: boolean) => void
  /** Finds a round. Null: it is not published yet, or never will be. */
  readonly findRound: (round: number) => BeaconRound | null
  /** Finds the newest round that is published. */
  readonly findLatest: () => BeaconRound | null
  readonly clear: () => void
}

/** Rounds are kept, up to this number, because it takes 20 ms to sign one. */
const maxKeptRounds = 5000
/** The latest published round is searched for in this many rounds. */
const maxMissing = 1000
const noFaults: BeaconFaults = { act: 'none', delayMs: 0, stoppedAtMs: null, missing: [] }

/**
 * Creates a beacon by the scheme of drand's quicknet with a key of its own. Unlike that of a real beacon, its key is not shared: the
 * sandbox could compute all rounds in advance.
 */
export function createSimulatedBeacon(secret: string, clock: { readonly now: () => number }): SimulatedBeacon {
  /** The signer is created at the first request, to keep the start fast. */
  let signer: BeaconSigner | null = null
  const signed = new Map<number, BeaconRound>()
  let faults = noFaults
  let replies = 0

  return {
    get chain() {
      return getSigner().chain
    },
    getFaults: () => faults,
    setFaults: (changes) => {
      faults = { ...faults, ...changes }
    },
    stop: () => {
      faults = { ...faults, stoppedAtMs: faults.stoppedAtMs ?? clock.now() }
    },
    start: (isBackfilled) => {
      const { stoppedAtMs, missing } = faults
      if (stoppedAtMs === null) return
      const lost = {
        from: findRoundAt(getSigner().chain, stoppedAtMs) + 1,
        to: findRoundAt(getSigner().chain, clock.now()),
      }
      const isLost = !isBackfilled && lost.from <= lost.to
      faults = { ...faults, stoppedAtMs: null, missing: isLost ? [...missing, lost] : missing }
    },
    findRound: (round) => (hasCome(round) ? falsify(round) : null),
    findLatest: () => {
      const newest = findRoundAt(getSigner().chain, clock.now())
      for (let round = newest; round > Math.max(0, newest - maxMissing); round -= 1)
        if (hasCome(round)) return falsify(round)
      return null
    },
    clear: () => {
      faults = noFaults
      replies = 0
    },
  }

  function getSigner(): BeaconSigner {
    signer ??= createSandboxSigner(secret)
    return signer
  }

  function hasCome(round: number): boolean {
    const { delayMs, stoppedAtMs, missing } = faults
    const dueMs = getRoundTime(getSigner().chain, round)
    return (
      round >= 1 &&
      dueMs + delayMs <= clock.now() &&
      (stoppedAtMs === null || dueMs <= stoppedAtMs) &&
      !missing.some(({ from, to }) => from <= round && round <= to)
    )
  }

  function falsify(round: number): BeaconRound {
    replies += 1
    const { act } = faults
    if (act === 'wrong_round') return { round: round + 1, signature: sign(round).signature }
    if (act === 'wrong_signature' || (act === 'two_values' && replies % 2 === 0))
      return { round, signature: sign(round + 1_000_000_000).signature }
    return sign(round)
  }

  function sign(round: number): BeaconRound {
    const known = signed.get(round) ?? getSigner().signRound(round)
    signed.set(round, known)
    const [oldest] = signed.keys()
    if (signed.size > maxKeptRounds && oldest !== undefined) signed.delete(oldest)
    return known
  }
}
