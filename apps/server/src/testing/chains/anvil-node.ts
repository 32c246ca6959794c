import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { toEventSelector } from 'viem/utils'

import { createAddressDeriver, publishedTestKeys } from '../../gateways/chains/derive-address.ts'
import { createEthereumChain } from '../../gateways/chains/ethereum-chain.ts'
import { type ChainFixture, impatientTimeoutMs, type Payment } from './chain-fixture.ts'
import { openNodeConnection } from './node-connection.ts'
import { createRpcCaller } from './rpc-caller.ts'

type SentTransaction = Readonly<Record<string, string>>

/** One of anvil's own accounts. */
const payer = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const splitter = {
  address: '0x00000000000000000000000000000000000000b1',
  /** For each 52 bytes of its input, sends an amount (32 bytes) to an address (20 bytes). */
  code: '0x60005b368110600a57005b60006000600060008435856020013560601c5af150603401600256',
}
const token = {
  address: '0x00000000000000000000000000000000000000b2',
  /** Logs that the caller has sent an amount (32 bytes) to an address (32 bytes). */
  code: `0x600035600052602035337f${toEventSelector('Transfer(address,address,uint256)').slice(2)}60206000a300`,
}

export async function startAnvilNode({ hasTraces }: { readonly hasTraces: boolean }): Promise<ChainFixture> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const anvil = spawn(findBinary(), ['--port', String(port), '--no-mining', '--silent'], { stdio: 'ignore' })
  const call = createRpcCaller(url)
  await waitUntilReady(() => call('eth_chainId', []))
  for (const { address, code } of [splitter, token]) await call('anvil_setCode', [address, code])
  const connection = await openNodeConnection(url, hasTraces ? undefined : 'debug_traceBlockByHash')
  const deriver = createAddressDeriver('ETH', publishedTestKeys.ETH, 'ETH_XPUB')
  const openChain = (timeoutMs?: number) =>
    createEthereumChain({ rpcUrl: connection.url, deriver, allowsTestNetwork: true, timeoutMs })
  const chain = openChain()

  let nonce = 0
  const waiting: SentTransaction[] = []
  const mined: { readonly height: number; readonly transaction: SentTransaction }[] = []
  /** All of it is fixed, so that a transaction that is sent again has the same hash. */
  const send = async (to: string, value: bigint, data = '0x') => {
    const transaction = {
      from: payer,
      to,
      value: toHex(value),
      data,
      nonce: toHex(nonce),
      gas: toHex(500_000),
      maxFeePerGas: toHex(10_000_000_000),
      maxPriorityFeePerGas: toHex(1),
    }
    nonce += 1
    waiting.push(transaction)
    await call('eth_sendTransaction', [transaction])
  }
  const getHeight = async () => Number(await call('eth_blockNumber', []))
  const mineOne = async () => {
    // Two blocks of the same second could be equal.
    await call('evm_increaseTime', [7])
    await call('evm_mine', [])
    const height = await getHeight()
    mined.push(...waiting.splice(0).map((transaction) => ({ height, transaction })))
  }
  const mine = async (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) await mineOne()
  }
  const payByContract = (payments: readonly Payment[]) =>
    send(
      splitter.address,
      payments.reduce((sum, { value }) => sum + value, 0n),
      `0x${payments.map(({ address, value }) => toWord(value) + address.slice(2)).join('')}`,
    )
  return {
    chain,
    openImpatientChain: () => openChain(impatientTimeoutMs),
    connection,
    pay: async (payments) => {
      const [only] = payments
      if (only !== undefined && payments.length === 1) await send(only.address, only.value)
      else await payByContract(payments)
    },
    mine,
    reorganise: async (depth, keepsTransactions) => {
      const base = (await getHeight()) - depth
      await call('anvil_rollback', [depth])
      await call('anvil_dropAllTransactions', [])
      const undone = mined
        .splice(0)
        .filter(({ height, ...rest }) => height > base || void mined.push({ height, ...rest }))
      nonce -= undone.length
      for (const { transaction } of keepsTransactions ? undone : []) {
        nonce += 1
        waiting.push(transaction)
        await call('eth_sendTransaction', [transaction])
      }
      await call('evm_increaseTime', [100])
      await mine(depth + 1)
    },
    contracts: {
      source: hasTraces ? 'contract' : 'balance',
      payByContract: (payment) => payByContract([payment]),
      sendToken: ({ address, value }) => send(token.address, 0n, `0x${toWord(value)}${toWord(BigInt(address))}`),
    },
    stop: async () => {
      chain.close()
      await connection.close()
      anvil.kill()
      if (anvil.exitCode === null) await once(anvil, 'exit')
    },
  }
}

/** npm installs the package of this machine only. */
function findBinary(): string {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'win32' }[String(process.platform)]
  const machine = process.arch === 'x64' ? 'amd64' : process.arch
  const require = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json'))
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  return require.resolve(`@foundry-rs/anvil-${platform}-${machine}/bin/${file}`)
}

async function waitUntilReady(check: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const isReady = await check().then(
      () => true,
      () => false,
    )
    if (isReady) return
    await sleep(20)
  }
  throw new Error('anvil did not start')
}

const toHex = (value: bigint | number) => `0x${value.toString(16)}`
const toWord = (value: bigint) => value.toString(16).padStart(64, '0')
