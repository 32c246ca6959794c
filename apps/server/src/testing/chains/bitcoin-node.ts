import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { Address, getAddress, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import * as z from 'zod'

import { createBitcoinChain } from '../../gateways/chains/bitcoin-chain.ts'
import { parseRawTransaction } from '../../gateways/chains/bitcoin-raw-block.ts'
import { createAddressDeriver, publishedTestKeys } from '../../gateways/chains/derive-address.ts'
import { type ChainFixture, impatientTimeoutMs } from './chain-fixture.ts'
import { openNodeConnection } from './node-connection.ts'
import { createRpcCaller } from './rpc-caller.ts'

/** bcoin writes regtest addresses in its own way, so that payments to ours are sent as scripts. */
const regtest = { bech32: 'rb', pubKeyHash: 0x3c, scriptHash: 0x26, wif: 0x5a }
const minerKey = new Uint8Array(32).fill(7)
const password = 'a password'
const reward = 5_000_000_000n
const fee = 10_000n
/** A reward can be spent after 100 blocks. */
const firstBlocks = 120
const headerHexLength = 160

export async function startBitcoinNode(): Promise<ChainFixture> {
  const port = await findFreePort()
  const minerAddress = String(getAddress('pkh', minerKey, regtest))
  const node = fork(join(import.meta.dirname, 'bitcoin-node.mjs'), [String(port), password, minerAddress], {
    execArgv: ['--no-deprecation'],
  })
  await once(node, 'message')
  const call = createRpcCaller(
    `http://127.0.0.1:${port}`,
    `Basic ${Buffer.from(`user:${password}`).toString('base64')}`,
  )
  await call('generate', [firstBlocks])
  const connection = await openNodeConnection(`http://user:${encodeURIComponent(password)}@127.0.0.1:${port}`)
  const deriver = createAddressDeriver('BTC', publishedTestKeys.BTC, 'BTC_XPUB')
  const openChain = (timeoutMs?: number) => createBitcoinChain({ rpcUrl: connection.url, deriver, timeoutMs })
  const chain = openChain()
  const readHash = async (height: number) => String(await call('getblockhash', [height]))

  const unconfirmed: string[] = []
  /** By block, the latest first. */
  const confirmed: string[][] = []
  const mine = async (blocks: number) => {
    await call('generate', [blocks])
    for (let block = 0; block < blocks; block += 1) confirmed.unshift(unconfirmed.splice(0))
  }

  const send = async (hex: string) => {
    unconfirmed.push(hex)
    const txid = await call('sendrawtransaction', [hex])
    // The node replies before it has added the transaction.
    while (
      !z
        .array(z.unknown())
        .parse(await call('getrawmempool', []))
        .includes(txid)
    )
      await sleep(5)
  }

  let spentRewards = 0
  const takeReward = async () => {
    spentRewards += 1
    const block = String(await call('getblock', [await readHash(spentRewards), false]))
    // These blocks have one transaction.
    return block.slice(headerHexLength + 2)
  }
  return {
    chain,
    openImpatientChain: () => openChain(impatientTimeoutMs),
    connection,
    pay: async (payments) => {
      const coin = await takeReward()
      const transaction = new Transaction()
      transaction.addInput({
        txid: parseRawTransaction(coin).txid,
        index: 0,
        nonWitnessUtxo: Buffer.from(coin, 'hex'),
      })
      for (const { address, value } of payments)
        transaction.addOutput({ script: OutScript.encode(Address(TEST_NETWORK).decode(address)), amount: value })
      const change = reward - fee - payments.reduce((sum, { value }) => sum + value, 0n)
      transaction.addOutputAddress(minerAddress, change, regtest)
      transaction.sign(minerKey)
      transaction.finalize()
      await send(transaction.hex)
    },
    mine,
    reorganise: async (depth, keepsTransactions) => {
      node.send({ depth })
      await once(node, 'message')
      const undone = confirmed.splice(0, depth).flat()
      for (const hex of keepsTransactions ? undone : []) await send(hex)
      await mine(1)
    },
    contracts: null,
    stop: async () => {
      chain.close()
      await connection.close()
      node.kill()
      if (node.exitCode === null) await once(node, 'exit')
    },
  }
}
