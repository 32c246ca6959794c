import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ChainCoin } from '../../gateways/chains/chain.ts'
import { createAddressDeriver, publishedTestKeys } from '../../gateways/chains/derive-address.ts'
import { createSimulatedChain } from '../../gateways/chains/simulated-chain.ts'
import { startTestSandbox } from '../processes/sandbox-process.ts'
import { type ChainFixture, impatientTimeoutMs, type Payment } from './chain-fixture.ts'
import { openNodeConnection } from './node-connection.ts'

const token = '0x00000000000000000000000000000000000000aa'

export async function startSimulatedNode(coin: ChainCoin): Promise<ChainFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-node-'))
  const sandbox = await startTestSandbox(1, folder)
  const connection = await openNodeConnection(sandbox.url)
  const { deriveAddress } = createAddressDeriver(coin, publishedTestKeys[coin], `${coin}_XPUB`)
  const openChain = (timeoutMs?: number) =>
    createSimulatedChain({ coin, sandboxUrl: connection.url, deriveAddress, timeoutMs })
  const chain = openChain()
  const command = async (name: string, body: Record<string, unknown>) => {
    await sandbox.postControl(`chains/${coin.toLowerCase()}/${name}`, body)
  }
  const pay = (payments: readonly Payment[], rest: Record<string, unknown> = {}) =>
    command('pay', { outputs: payments.map(({ address, value }) => ({ address, value: String(value) })), ...rest })
  await command('interval', { seconds: 0 })
  return {
    chain,
    openImpatientChain: () => openChain(impatientTimeoutMs),
    connection,
    pay: (payments) => pay(payments),
    mine: (blocks) => command('mine', { blocks }),
    reorganise: (depth, keepsTransactions) => command('reorganise', { depth, keeps_transactions: keepsTransactions }),
    contracts:
      coin === 'BTC'
        ? null
        : {
            source: 'contract',
            payByContract: (payment) => pay([payment], { source: 'contract' }),
            sendToken: (payment) => pay([payment], { token }),
          },
    stop: async () => {
      chain.close()
      await connection.close()
      await sandbox.stop()
      await rm(folder, { recursive: true })
    },
  }
}
