import { expect, test } from 'vitest'

import { createChains, isBitcoinTestNetwork } from './create-chains.ts'
import { publishedTestKeys } from './derive-address.ts'

test('without nodes, the chains are those of the sandbox and say so', async () => {
  const chains = createChains({ sandboxUrl: 'http://127.0.0.1:9', bitcoinNode: undefined, ethereumNode: undefined })
  for (const coin of ['BTC', 'ETH'] as const) {
    expect(chains[coin].coin).toBe(coin)
    expect(await chains[coin].getNetwork()).toBe('simulated')
    expect(chains[coin].countRequests()).toBe(0)
  }
})

test('with nodes, the chains are theirs, and a failure never repeats the address of a node', async () => {
  const createNode = (extendedKey: string) => ({
    rpcUrl: 'http://user:hidden@127.0.0.1:9/path',
    extendedKey,
    allowsTestNetwork: true,
  })
  const chains = createChains({
    sandboxUrl: 'http://127.0.0.1:9',
    bitcoinNode: createNode(publishedTestKeys.BTC),
    ethereumNode: createNode(publishedTestKeys.ETH),
  })
  for (const coin of ['BTC', 'ETH'] as const) {
    const error: unknown = await chains[coin].getTip().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ coin, failure: 'network' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toMatch(/hidden|127\.0\.0\.1/)
    chains[coin].close()
  }
})

test('a coin that the site does not take has a chain that answers nothing, and addresses of the main network', async () => {
  const { BTC, ETH } = createChains({ sandboxUrl: 'http://127.0.0.1:9', bitcoinNode: null, ethereumNode: undefined })
  await expect(BTC.getNetworkName()).rejects.toMatchObject({ coin: 'BTC', failure: 'refused' })
  await expect(BTC.deriveAddress(0)).rejects.toMatchObject({ failure: 'refused' })
  expect(await ETH.getNetwork()).toBe('simulated')
  expect([isBitcoinTestNetwork(null), isBitcoinTestNetwork(undefined)]).toEqual([false, true])
})
