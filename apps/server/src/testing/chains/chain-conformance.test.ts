import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type Block, ChainError } from '../../gateways/chains/chain.ts'
import type { ChainFixture } from './chain-fixture.ts'
import { startAnvilNode } from './anvil-node.ts'
import { startBitcoinNode } from './bitcoin-node.ts'
import { createRandomAddress } from './random-address.ts'
import { startSimulatedNode } from './simulated-node.ts'

const nodes = [
  ['the simulated bitcoin chain', () => startSimulatedNode('BTC')],
  ['the simulated ethereum chain', () => startSimulatedNode('ETH')],
  ['a bitcoin node', startBitcoinNode],
  ['an ethereum node with traces', () => startAnvilNode({ hasTraces: true })],
  ['an ethereum node without traces', () => startAnvilNode({ hasTraces: false })],
] as const

describe.each(nodes)('%s', (_name, start) => {
  let fixture: ChainFixture
  let nextIndex = 0
  beforeAll(async () => {
    fixture = await start()
  })
  afterAll(() => fixture?.stop())
  afterEach(() => fixture.connection.setState('works'))

  /** Addresses that no other test has paid. */
  const deriveAddresses = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () => {
        nextIndex += 1
        return fixture.chain.deriveAddress(nextIndex)
      }),
    )
  const readTipBlock = async (addresses: readonly string[]): Promise<Block> => {
    const { height } = await fixture.chain.getTip()
    const block = await fixture.chain.readBlock(height, new Set(addresses))
    if (block === null) throw new Error('the tip has no block')
    return block
  }
  const readTransfers = async (watched: ReadonlySet<string>) => (await fixture.chain.readMempool(watched)).transfers
  const listPaid = (transfers: Block['transfers']) =>
    transfers.map(({ address, value }) => `${address} ${value}`).toSorted()

  test('a payment is seen unconfirmed, then in its block, with the same identity', async () => {
    const { chain, pay, mine } = fixture
    const [address = '', other = ''] = await deriveAddresses(2)
    const watched = new Set([address])
    expect(await readTransfers(watched)).toEqual([])
    await pay([{ address, value: 123_456n }])
    const [seen] = await readTransfers(watched)
    expect(seen).toEqual({
      txid: expect.any(String),
      index: expect.any(Number),
      address,
      value: 123_456n,
      source: 'transaction',
    })
    expect(await readTransfers(new Set([other]))).toEqual([])

    const before = await chain.getTip()
    await mine(1)
    expect(await readTransfers(watched)).toEqual([])
    const block = await readTipBlock([address])
    expect(block).toMatchObject({ height: before.height + 1, parentHash: before.hash, transfers: [seen], tokens: [] })
    expect(await chain.getTip()).toEqual({ height: block.height, hash: block.hash })
    expect((await readTipBlock([other])).transfers).toEqual([])
  })

  test('an address that is watched after its payment was seen has it', async () => {
    const { pay, mine } = fixture
    const [early = '', late = ''] = await deriveAddresses(2)
    await pay([{ address: late, value: 5_000n }])
    expect(await readTransfers(new Set([early]))).toEqual([])
    expect(listPaid(await readTransfers(new Set([early, late])))).toEqual([`${late} 5000`])
    await mine(1)
  })

  test('the network has a name that stays the same', async () => {
    const { chain, mine, openImpatientChain } = fixture
    const name = await chain.getNetworkName()
    await mine(1)
    const other = openImpatientChain()
    expect([name.length > 0, await other.getNetworkName()]).toEqual([true, name])
    other.close()
  })

  test('a transaction is dropped if it is neither unconfirmed nor in a block that is still to be read', async () => {
    const { chain, pay, mine } = fixture
    const [address = ''] = await deriveAddresses(1)
    await pay([{ address, value: 4_000n }])
    const mempool = await chain.readMempool(new Set([address]))
    const [txid = ''] = mempool.transfers.map((transfer) => transfer.txid)
    const other = `${txid.slice(0, -8)}deadbeef`
    const { height } = await chain.getTip()
    expect(await mempool.findDropped([txid, other], height)).toEqual([other])
    await mine(1)
    expect(await mempool.findDropped([txid], height)).toEqual([])
    const next = await chain.readMempool(new Set([address]))
    expect(await next.findDropped([txid], height + 1)).toEqual([txid])
  })

  test('one transaction can pay several addresses, and an address several times', async () => {
    const { pay, mine } = fixture
    const [first = '', second = ''] = await deriveAddresses(2)
    const payments = [
      { address: first, value: 10_000n },
      { address: second, value: 20_000n },
      { address: first, value: 30_000n },
    ]
    await pay(payments)
    await mine(1)
    const { transfers } = await readTipBlock([first, second])
    const sum = (address: string) =>
      transfers.filter((each) => each.address === address).reduce((total, { value }) => total + value, 0n)
    expect([sum(first), sum(second)]).toEqual([40_000n, 20_000n])
    expect(new Set(transfers.map(({ txid, index }) => `${txid}:${index}`)).size).toBe(transfers.length)
  })

  test('a block above the tip is null', async () => {
    const { height } = await fixture.chain.getTip()
    expect(await fixture.chain.readBlock(height + 1, new Set())).toBeNull()
  })

  test.each([true, false])(
    'a reorganisation shows in the parent hash; the payment is confirmed again: %s',
    async (keeps) => {
      const { chain, pay, mine, reorganise } = fixture
      const [address = ''] = await deriveAddresses(1)
      await mine(1)
      const base = await chain.getTip()
      await pay([{ address, value: 70_000n }])
      await mine(2)
      const old = await chain.readBlock(base.height + 1, new Set([address]))
      expect(listPaid(old?.transfers ?? [])).toEqual([`${address} 70000`])

      await reorganise(2, keeps)
      const { height } = await chain.getTip()
      const added = height - base.height
      expect(added).toBeGreaterThan(2)
      const blocks = await Promise.all(
        Array.from({ length: added }, (_, index) => chain.readBlock(base.height + 1 + index, new Set([address]))),
      )
      expect(blocks[0]?.parentHash).toBe(base.hash)
      expect(blocks[0]?.hash).not.toBe(old?.hash)
      expect(blocks[1]?.parentHash).toBe(blocks[0]?.hash)
      const found = blocks.flatMap((block) => block?.transfers ?? [])
      expect(found).toEqual(keeps ? old?.transfers : [])
    },
  )

  test('a node that dies in the middle is a typed error, and reading goes on when it is back', async () => {
    const { chain, openImpatientChain, connection, pay, mine } = fixture
    const impatientChain = openImpatientChain()
    const [address = ''] = await deriveAddresses(1)
    const watched = new Set([address])
    await pay([{ address, value: 9_000n }])
    await mine(1)
    const { height } = await chain.getTip()
    const failures = [
      ['dies', 'network'],
      ['is_down', 'network'],
      ['hangs', 'timeout'],
      ['answers_html', 'status_5xx'],
    ] as const
    for (const [state, failure] of failures) {
      connection.setState(state)
      const reader = state === 'hangs' ? impatientChain : chain
      const reads = [reader.getTip(), reader.readBlock(height, watched), reader.readMempool(watched)]
      for (const result of await Promise.allSettled(reads)) {
        expect(result, state).toMatchObject({ status: 'rejected', reason: { failure, coin: chain.coin } })
        expect((result as PromiseRejectedResult).reason).toBeInstanceOf(ChainError)
      }
      connection.setState('works')
      expect(listPaid((await readTipBlock([address])).transfers)).toEqual([`${address} 9000`])
    }
    impatientChain.close()
  })

  test('ether that a contract sends is found, and a token is not ether', async () => {
    const { contracts, mine } = fixture
    if (contracts === null) return
    const [address = '', other = ''] = await deriveAddresses(2)
    await contracts.payByContract({ address, value: 555n })
    await mine(1)
    const paid = await readTipBlock([address, other])
    expect(listPaid(paid.transfers)).toEqual([`${address} 555`])
    expect(paid.transfers[0]?.source).toBe(contracts.source)

    await contracts.sendToken({ address: other, value: 777n })
    await mine(1)
    const { transfers, tokens } = await readTipBlock([address, other])
    expect(transfers).toEqual([])
    expect(tokens).toEqual([
      {
        txid: expect.any(String),
        index: expect.any(Number),
        address: other,
        contract: expect.any(String),
        value: 777n,
      },
    ])
  })

  test('the number of requests for a block hardly grows with the number of watched addresses', async () => {
    const { chain, pay, mine } = fixture
    const addresses = await deriveAddresses(2)
    await pay([{ address: addresses[0] ?? '', value: 6_000n }])
    await mine(1)
    const countFor = async (watched: readonly string[]) => {
      const before = chain.countRequests()
      const block = await readTipBlock(watched)
      expect(listPaid(block.transfers)).toEqual([`${addresses[0]} 6000`])
      return chain.countRequests() - before
    }
    const few = await countFor(addresses)
    const others = Array.from({ length: 6_000 }, () => createRandomAddress(chain.coin))
    // The paid one is the last.
    const many = await countFor([...others, ...addresses])
    expect(many).toBeLessThanOrEqual(few + 2)
  })
})
