import { Worker } from 'node:worker_threads'

import type { BeaconChain } from '@tradefront/rules/trading/beacon/beacon-chain'
import type { BeaconRound } from '@tradefront/rules/trading/beacon/beacon-round'

import type { VerifyReply, VerifyRequest } from './verify-worker.ts'

export type RoundVerifier = {
  /** Returns the rounds that the chain has signed. @throws Error if the thread ends */
  readonly filterVerified: (chain: BeaconChain, rounds: readonly BeaconRound[]) => Promise<readonly BeaconRound[]>
  readonly close: () => Promise<void>
}

type Waiting = { readonly resolve: (verified: readonly BeaconRound[]) => void; readonly reject: (error: Error) => void }

/**
 * Verifies signatures in a worker thread, because one takes 50 ms and would block all requests. The thread starts with the first round, and
 * again after it has ended.
 */
export function createRoundVerifier(): RoundVerifier {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0

  return {
    filterVerified: (chain, rounds) => {
      if (rounds.length === 0) return Promise.resolve([])
      lastId += 1
      const request: VerifyRequest = { id: lastId, chain, rounds }
      worker ??= startWorker()
      worker.ref()
      const verified = new Promise<readonly BeaconRound[]>((resolve, reject) => {
        waiting.set(request.id, { resolve, reject })
      })
      worker.postMessage(request)
      return verified
    },
    close: async () => {
      await worker?.terminate()
    },
  }

  function startWorker(): Worker {
    const started = new Worker(new URL('./verify-worker.ts', import.meta.url), { execArgv: [], env: {} })
    started.on('message', ({ id, verified }: VerifyReply) => {
      waiting.get(id)?.resolve(verified)
      waiting.delete(id)
      // A thread without work does not keep the process running.
      if (waiting.size === 0) started.unref()
    })
    // The event `exit` follows.
    started.on('error', () => undefined)
    started.once('exit', () => {
      worker = null
      for (const { reject } of waiting.values()) reject(new Error('the thread that verifies rounds has ended'))
      waiting.clear()
    })
    return started
  }
}
