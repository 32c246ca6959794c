import { type BeaconChain, quicknet } from '@tradefront/rules/trading/beacon/beacon-chain'
import { createSandboxSigner } from '@tradefront/rules/trading/beacon/sandbox-beacon'

import { type BeaconGateway, createBeaconGateway } from './beacon-gateway.ts'
import { createRoundVerifier } from './round-verifier.ts'

/** Access to the beacon that the settings name. */
export type BeaconAccess = {
  /** Returns the chain with which a new market is installed. */
  readonly getChain: () => BeaconChain
  /** Opens the beacon. @throws Error if a market that was installed with this chain cannot use the beacon of the settings */
  readonly open: (chain: BeaconChain) => BeaconGateway
}

type BeaconAccessDeps = {
  /** Addresses of relays of quicknet. Null: the beacon of the sandbox is used. */
  readonly urls: readonly string[] | null
  readonly sandboxUrl: string
  readonly sandboxSecret: string
  readonly onWrongRound: (origin: string, round: number) => void
}

export function createBeaconAccess({ urls, sandboxUrl, sandboxSecret, onWrongRound }: BeaconAccessDeps): BeaconAccess {
  return {
    getChain: () => (urls === null ? createSandboxSigner(sandboxSecret).chain : quicknet),

    open(chain) {
      const isPublic = chain.hash === quicknet.hash
      if (isPublic && urls === null)
        throw new Error('prices of this market follow from the public beacon: set BEACON_URLS')
      if (!isPublic && urls !== null)
        throw new Error(
          'prices of this market follow from the beacon of the sandbox: remove BEACON_URLS, or install anew',
        )
      const verifier = createRoundVerifier()
      const relays = urls ?? [`${sandboxUrl}/beacon`]
      const gateway = createBeaconGateway({ chain, urls: relays, verifier, onWrongRound })
      return {
        ...gateway,
        close: async () => {
          await Promise.all([gateway.close(), verifier.close()])
        },
      }
    },
  }
}
