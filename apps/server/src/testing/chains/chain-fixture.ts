import type { Chain, Transfer } from '../../gateways/chains/chain.ts'
import type { NodeConnection } from './node-connection.ts'

export type Payment = { readonly address: string; readonly value: bigint }

/** A node of its own with a wallet, and the adapter that reads it through a connection that can break. */
export type ChainFixture = {
  readonly chain: Chain
  /** Another adapter, which waits less. */
  readonly openImpatientChain: () => Chain
  readonly connection: NodeConnection
  /** In one transaction, unconfirmed. Ethereum pays several addresses by a contract. */
  readonly pay: (payments: readonly Payment[]) => Promise<void>
  readonly mine: (blocks: number) => Promise<void>
  /** Replaces the last blocks by a longer branch, in which their transactions are confirmed again, or are not. */
  readonly reorganise: (depth: number, keepsTransactions: boolean) => Promise<void>
  /** Null: the coin has no contracts. */
  readonly contracts: {
    /** As which `payByContract` is read. */
    readonly source: Transfer['source']
    readonly payByContract: (payment: Payment) => Promise<void>
    /** In the smallest unit of the token. */
    readonly sendToken: (payment: Payment) => Promise<void>
  } | null
  readonly stop: () => Promise<void>
}

export const impatientTimeoutMs = 300
