import { createHash, randomBytes } from 'node:crypto'

import type { SandboxClock } from '../platform/clock.ts'
import type { Journal } from '../platform/journal.ts'

export const coins = ['btc', 'eth'] as const
export type Coin = (typeof coins)[number]

/** Values are in satoshi or wei, or in the smallest unit of a token. */
export type ChainOutput = { readonly address: string; readonly value: string }

export type NewTransaction = {
  readonly outputs: readonly ChainOutput[]
  /** Payments by a contract and of tokens are visible only in blocks. The default is `transaction`. */
  readonly source?: 'transaction' | 'contract'
  /** Address of the token's contract. */
  readonly token?: string | null
}
export type ChainTransaction = Required<NewTransaction> & { readonly txid: string }

export type ChainBlock = {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly atMs: number
  readonly transactions: readonly ChainTransaction[]
}

export type PlannedPayment = NewTransaction & { readonly atMs: number }

/** One change, which is written at once. `blocks` replace those of their heights and above. */
export type ChainChange = {
  readonly blocks: readonly ChainBlock[]
  readonly unconfirmed: readonly ChainTransaction[]
  readonly planned: readonly PlannedPayment[]
}

export type SimulatedChain = ReturnType<typeof createSimulatedChain>
export type SimulatedChains = Readonly<Record<Coin, SimulatedChain>>

export type SimulatedChainDeps = {
  readonly clock: SandboxClock
  readonly journal: Journal
  /** Time between two blocks. 0: blocks are mined only by hand. */
  readonly blockMs: number
}

/** Blocks are mined until each transaction has this many confirmations, so that a chain without payments does not grow. */
const enoughConfirmations = 12
const maxPlanned = 100

/** Creates a chain of one coin. It knows no balances: anyone can pay any amount. */
export function createSimulatedChain(coin: Coin, { clock, journal, blockMs: defaultBlockMs }: SimulatedChainDeps) {
  let blocks: ChainBlock[] = [createFirstBlock(coin)]
  let unconfirmed: readonly ChainTransaction[] = []
  let planned: readonly PlannedPayment[] = []
  let blockMs = defaultBlockMs
  let changes = 0

  const getTip = () => blocks.at(-1) ?? createFirstBlock(coin)
  const apply = (change: ChainChange) => {
    const [first] = change.blocks
    if (first !== undefined) blocks = [...blocks.slice(0, first.height), ...change.blocks]
    unconfirmed = change.unconfirmed
    planned = change.planned
    scheduleNext()
  }
  const change = (part: Partial<ChainChange>) => {
    const whole: ChainChange = { blocks: [], unconfirmed, planned, ...part }
    changes += 1
    journal.appendLine({ kind: 'chain', key: `${coin}:${changes}`, value: whole })
    apply(whole)
  }

  const needsBlock = () =>
    unconfirmed.length > 0 ||
    blocks
      .slice(1)
      .slice(1 - enoughConfirmations)
      .some(({ transactions }) => transactions.length > 0)
  const scheduleNext = () => {
    clock.cancel(`chain-block:${coin}`)
    clock.cancel(`chain-plan:${coin}`)
    if (blockMs > 0 && needsBlock()) clock.schedule(`chain-block:${coin}`, clock.now() + blockMs, () => mine(1))
    if (planned.length > 0)
      clock.schedule(`chain-plan:${coin}`, Math.min(...planned.map(({ atMs }) => atMs)), payPlanned)
  }
  const payPlanned = () => {
    const due = planned.filter(({ atMs }) => atMs <= clock.now())
    change({
      unconfirmed: [...unconfirmed, ...due.map(toTransaction)],
      planned: planned.filter((each) => !due.includes(each)),
    })
  }

  const toTransaction = ({ outputs, source = 'transaction', token = null }: NewTransaction): ChainTransaction => ({
    txid: createHexHash(coin, randomBytes(32)),
    outputs,
    source,
    token,
  })
  const buildBlocks = (parent: ChainBlock, contents: readonly (readonly ChainTransaction[])[]) => {
    const built: ChainBlock[] = []
    for (const transactions of contents) {
      const { height, hash: parentHash, atMs } = built.at(-1) ?? parent
      const block = { height: height + 1, parentHash, atMs: Math.max(atMs + 1, clock.now()), transactions }
      built.push({ ...block, hash: createHexHash(coin, randomBytes(32)) })
    }
    return built
  }
  const mine = (count: number): ChainBlock => {
    const contents = Array.from({ length: count }, (_, index) => (index === 0 ? unconfirmed : []))
    change({ blocks: buildBlocks(getTip(), contents), unconfirmed: [] })
    return getTip()
  }

  return {
    coin,
    getTip,
    findBlock: (height: number) => blocks[height] ?? null,
    listUnconfirmed: () => unconfirmed,
    listPlanned: () => planned,
    /** Lists transactions, newest first, with their confirmations. */
    listTransactions: (limit: number) =>
      [
        ...unconfirmed.map((transaction) => ({ transaction, height: null, confirmations: 0 })),
        ...blocks
          .filter(({ transactions }) => transactions.length > 0)
          .flatMap(({ height, transactions }) =>
            transactions.map((transaction) => ({
              transaction,
              height,
              confirmations: getTip().height - height + 1,
            })),
          )
          .toReversed(),
      ].slice(0, limit),
    getBlockMs: () => blockMs,
    setBlockMs: (ms: number) => {
      blockMs = ms
      scheduleNext()
    },

    /** Pays. The transaction is unconfirmed until the next block. */
    pay(input: NewTransaction): ChainTransaction {
      const transaction = toTransaction(input)
      change({ unconfirmed: [...unconfirmed, transaction] })
      return transaction
    },
    /** Plans a payment at a time. Returns false if too many payments wait. */
    planPayment(payment: PlannedPayment): boolean {
      if (planned.length >= maxPlanned) return false
      change({ planned: [...planned, payment] })
      return true
    },
    /** Mines blocks. The first one gets all unconfirmed transactions. Returns the new tip. */
    mine,
    /**
     * Replaces the last blocks by one more. Their transactions are confirmed again by the first new block, or lost, as if
     * the payer had spent the coins elsewhere. Returns the new tip.
     */
    reorganise(depth: number, keepsTransactions: boolean): ChainBlock {
      const height = Math.max(0, getTip().height - depth)
      const parent = blocks[height] ?? createFirstBlock(coin)
      const replaced = blocks.slice(height + 1)
      const kept = keepsTransactions ? replaced.flatMap(({ transactions }) => transactions) : []
      const contents = Array.from({ length: replaced.length + 1 }, (_, index) => (index === 0 ? kept : []))
      change({ blocks: buildBlocks(parent, contents) })
      return getTip()
    },
    /** Removes a transaction that its payer has replaced. Returns false if it is not unconfirmed. */
    evict(txid: string): boolean {
      const left = unconfirmed.filter((transaction) => transaction.txid !== txid)
      if (left.length === unconfirmed.length) return false
      change({ unconfirmed: left })
      return true
    },

    restore(stored: ChainChange) {
      changes += 1
      apply(stored)
    },
    clear() {
      blocks = [createFirstBlock(coin)]
      unconfirmed = []
      planned = []
      changes = 0
      blockMs = defaultBlockMs
      scheduleNext()
    },
  }
}

/** Creates the first block, which is the same after each reset. */
function createFirstBlock(coin: Coin): ChainBlock {
  const hash = createHexHash(coin, Buffer.from('first'))
  return { height: 0, hash, parentHash: createHexHash(coin, Buffer.from('none')), atMs: 0, transactions: [] }
}

function createHexHash(coin: Coin, bytes: Buffer): string {
  const hash = createHash('sha256').update(coin).update(bytes).digest('hex')
  return coin === 'eth' ? `0x${hash}` : hash
}
