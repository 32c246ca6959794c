import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { type Block, type Chain, ChainError, type Transfer } from '../../gateways/chains/chain.ts'
import { createAddressDeriver, publishedTestKeys } from '../../gateways/chains/derive-address.ts'
import type { Clock } from '../../platform/clock.ts'

export type MemoryOutput = { readonly address: string; readonly value: bigint }

type MemoryTransaction = {
  readonly txid: string
  readonly outputs: readonly MemoryOutput[]
  readonly token: string | null
  readonly source: Transfer['source']
}

type MemoryBlock = Omit<Block, 'transfers' | 'tokens'> & { readonly transactions: readonly MemoryTransaction[] }

export type MemoryChain = ReturnType<typeof createMemoryChain>

/** A chain and its node in memory, by the clock of the test. @param name makes its hashes differ from those of others */
export function createMemoryChain(coin: InvoiceCoin, clock: Clock, name = '') {
  const deriver = createAddressDeriver(coin, publishedTestKeys[coin], `${coin}_XPUB`)
  let blocks: MemoryBlock[] = []
  let unconfirmed: MemoryTransaction[] = []
  let dropped: MemoryTransaction[] = []
  let hashes = 0
  let txids = 0
  /** Also of transactions that are lost. */
  const paidAt = new Map<string, Date>()
  const minedAt = new Map<string, Date[]>()
  let requests = 0
  let isDown = false
  let networkName = 'memory'
  /** Runs before the next answer, e.g. to change the chain while it is read. */
  let interrupt: ((call: string) => void | Promise<void>) | null = null

  const createHash = () => {
    hashes += 1
    return `${coin.toLowerCase()}${name}-block-${hashes}`
  }
  const getTip = () => blocks.at(-1) ?? appendBlock([])
  const appendBlock = (transactions: readonly MemoryTransaction[]): MemoryBlock => {
    const parent = blocks.at(-1)
    const block = {
      height: parent === undefined ? 100 : parent.height + 1,
      hash: createHash(),
      parentHash: parent?.hash ?? 'none',
      time: clock.now(),
      transactions,
    }
    blocks.push(block)
    for (const { txid } of transactions) minedAt.set(txid, [...(minedAt.get(txid) ?? []), block.time])
    return block
  }
  const answer = async <Value>(call: string, read: () => Value): Promise<Value> => {
    requests += 1
    await interrupt?.(call)
    if (isDown) throw new ChainError(coin, 'network', call)
    return read()
  }
  const toTransfers = ({ txid, outputs, source, token }: MemoryTransaction, watched: ReadonlySet<string>) =>
    token === null
      ? outputs.flatMap((output, index) => (watched.has(output.address) ? [{ txid, index, ...output, source }] : []))
      : []

  const chain: Chain = {
    coin,
    getNetwork: () => Promise.resolve('simulated'),
    getChainId: () => Promise.resolve(coin === 'ETH' ? 31_337 : null),
    getNetworkName: () => answer('network', () => networkName),
    getTip: () =>
      answer('tip', () => {
        const { height, hash } = getTip()
        return { height, hash }
      }),
    readBlock: (height, watched) =>
      answer('block', () => {
        const block = blocks.find((each) => each.height === height)
        if (block === undefined) return null
        const { transactions, ...header } = block
        return {
          ...header,
          transfers: transactions.flatMap((each) => toTransfers(each, watched)),
          tokens: transactions.flatMap(({ txid, outputs, token }) =>
            token === null
              ? []
              : outputs.flatMap((output, index) =>
                  watched.has(output.address) ? [{ txid, index, ...output, contract: token }] : [],
                ),
          ),
        }
      }),
    readMempool: (watched) =>
      answer('mempool', () => {
        const known = new Set(unconfirmed.map(({ txid }) => txid))
        return {
          transfers: unconfirmed
            .filter(({ source }) => source === 'transaction')
            .flatMap((each) => toTransfers(each, watched)),
          findDropped: (txids) => Promise.resolve(txids.filter((txid) => !known.has(txid))),
        }
      }),
    deriveAddress: deriver.deriveAddress,
    countRequests: () => requests,
    close: () => undefined,
  }

  return {
    chain,
    getHeight: () => getTip().height,

    /** Unconfirmed until the next block. Returns the transaction's hash. */
    pay(outputs: readonly MemoryOutput[], kind: Partial<Pick<MemoryTransaction, 'token' | 'source'>> = {}): string {
      txids += 1
      const txid = `${coin.toLowerCase()}${name}-tx-${txids}`
      paidAt.set(txid, clock.now())
      unconfirmed.push({ txid, outputs, token: null, source: 'transaction', ...kind })
      return txid
    },
    mine(count = 1): void {
      getTip()
      for (let index = 0; index < count; index += 1) appendBlock(unconfirmed.splice(0))
    },
    /** @param keeps what happens to the transactions of the replaced blocks */
    reorganise(depth: number, keeps: 'confirmed' | 'unconfirmed' | 'lost', newBlocks = depth + 1): void {
      const replaced = blocks.splice(Math.max(1, blocks.length - depth))
      const transactions = replaced.flatMap((block) => block.transactions)
      if (keeps === 'unconfirmed') unconfirmed.unshift(...transactions)
      for (let index = 0; index < newBlocks; index += 1)
        appendBlock(index === 0 && keeps === 'confirmed' ? transactions : [])
    },
    /** As if their payers had replaced them, or nodes had forgotten them. */
    dropUnconfirmed(): void {
      dropped = unconfirmed
      unconfirmed = []
    },
    /** Those that were dropped last. */
    sendAgain(): void {
      unconfirmed.push(...dropped.splice(0))
    },
    setNetworkName(value: string): void {
      networkName = value
    },
    setDown(value: boolean): void {
      isDown = value
    },
    setInterrupt(run: typeof interrupt): void {
      interrupt = run
    },
    findPaidAt: (txid: string): Date | null => paidAt.get(txid) ?? null,
    /** The times of all blocks that a transaction was in, replaced ones too. */
    listMinedAt: (txid: string): readonly Date[] => minedAt.get(txid) ?? [],
    /** False for a transaction that was replaced, or lost with its block. */
    isKnown: (txid: string): boolean =>
      unconfirmed.some((each) => each.txid === txid) ||
      blocks.some(({ transactions }) => transactions.some((each) => each.txid === txid)),
    countConfirmations(txid: string): number {
      const block = blocks.find(({ transactions }) => transactions.some((each) => each.txid === txid))
      return block === undefined ? 0 : getTip().height - block.height + 1
    },
    listOutputs: () => ({
      confirmed: blocks.flatMap(({ transactions }) => transactions),
      unconfirmed: [...unconfirmed],
    }),
  }
}
