import { parentPort } from 'node:worker_threads'

import type { BeaconChain } from '@tradefront/rules/trading/beacon/beacon-chain'
import { type BeaconRound, filterVerifiedRounds } from '@tradefront/rules/trading/beacon/beacon-round'

export type VerifyRequest = {
  readonly id: number
  readonly chain: BeaconChain
  readonly rounds: readonly BeaconRound[]
}
export type VerifyReply = { readonly id: number; readonly verified: readonly BeaconRound[] }

parentPort?.on('message', ({ id, chain, rounds }: VerifyRequest) => {
  const reply: VerifyReply = { id, verified: filterVerifiedRounds(chain, rounds) }
  parentPort?.postMessage(reply)
})
