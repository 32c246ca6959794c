export type ChainCoin = 'BTC' | 'ETH'

/** One output of a transaction, or one transfer, to a watched address. */
export type Transfer = {
  /**
   * Unique together with `index`. The hash of the transaction. With `balance` it is `<hash of the block>-<address>`,
   * because a node without traces does not know which transaction called the contract that paid.
   */
  readonly txid: string
  readonly index: number
  /** The address as it is written in the set of watched addresses. */
  readonly address: string
  /** Satoshi or wei, above 0. */
  readonly value: bigint
  /** `contract` and `balance` are payments made by a contract; only blocks have them. */
  readonly source: 'transaction' | 'contract' | 'balance'
}

/** An ERC-20 token, which is not worth its number in ether. */
export type TokenTransfer = {
  readonly txid: string
  /** Number that is unique in the transaction. */
  readonly index: number
  readonly address: string
  readonly contract: string
  /** Amount in the smallest unit of the token, above 0. */
  readonly value: bigint
}

export type Block = {
  readonly height: number
  readonly hash: string
  /** Differs from the hash of the block read before if the chain was reorganised. */
  readonly parentHash: string
  readonly time: Date
  readonly transfers: readonly Transfer[]
  readonly tokens: readonly TokenTransfer[]
}

/** Unconfirmed transactions that the node knows. */
export type Mempool = {
  /** Transfers that were read. A full mempool takes several calls after the start. */
  readonly transfers: readonly Transfer[]
  /**
   * Returns the transactions that the node no longer has: they are neither unconfirmed, read or not, nor in a block above the height.
   * @param height height up to which the blocks were read
   */
  readonly findDropped: (txids: readonly string[], height: number) => Promise<readonly string[]>
}

export type ChainTip = {
  readonly height: number
  readonly hash: string
  /** Time of the block. Null if the node does not say it, and on networks without value, whose blocks can come days apart. */
  readonly time: Date | null
}

/** `simulated` and `test`: coins without value. */
export type ChainNetwork = 'simulated' | 'test' | 'main'

/** Reads one chain. Every method throws `ChainError` if the node gives no answer, or one that cannot be right. */
export type Chain = {
  readonly coin: ChainCoin
  readonly getNetwork: () => Promise<ChainNetwork>
  /** The id of EIP-155. Null for bitcoin, whose addresses differ by network. */
  readonly getChainId: () => Promise<number | null>
  /** Returns the name of the network. Two networks never have the same name. Fails with `wrong_network` as `getNetwork` does. */
  readonly getNetworkName: () => Promise<string>
  readonly getTip: () => Promise<ChainTip>
  /** Returns null above the tip. The number of calls to the node hardly depends on the number of watched addresses. */
  readonly readBlock: (height: number, watched: ReadonlySet<string>) => Promise<Block | null>
  readonly readMempool: (watched: ReadonlySet<string>) => Promise<Mempool>
  /** Returns the address with this index below the extended public key. */
  readonly deriveAddress: (index: number) => Promise<string>
  /** Returns how many requests were sent to the node so far. */
  readonly countRequests: () => number
  readonly close: () => void
}

/** `rpc_error`: the node refused the call. `wrong_network`: it follows another network than the extended public key, or a test network. */
export type ChainFailure =
  | 'timeout'
  | 'network'
  | 'status_5xx'
  | 'refused'
  | 'unreadable'
  | 'rpc_error'
  | 'wrong_network'

/** Its message never contains the URL of the node, which can have a password. */
export class ChainError extends Error {
  override name = 'ChainError'
  readonly coin: ChainCoin
  readonly failure: ChainFailure
  /** The code of JSON-RPC if the failure is `rpc_error`. */
  readonly rpcCode: number | undefined

  constructor(coin: ChainCoin, failure: ChainFailure, call: string, rpcCode?: number) {
    super(`The ${coin} node did not answer ${call}: ${failure}${rpcCode === undefined ? '' : ` ${rpcCode}`}`)
    this.coin = coin
    this.failure = failure
    this.rpcCode = rpcCode
  }
}
