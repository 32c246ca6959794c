import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { checkChains } from './check-chains.ts'
import { createChains } from './create-chains.ts'
import { publishedTestKeys } from './derive-address.ts'

const sandbox = { sandboxUrl: 'http://127.0.0.1:9', bitcoinNode: undefined, ethereumNode: undefined }
const hash = 'ab'.repeat(32)
const mainKey =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'

/** Checks a bitcoin node that gives this reply. */
async function checkWithReply(status: number, reply: unknown, extendedKey: string = publishedTestKeys.BTC) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end(JSON.stringify(reply)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const rpcUrl = `http://user:hidden@127.0.0.1:${(server.address() as AddressInfo).port}`
  const results = await checkChains({ ...sandbox, bitcoinNode: { rpcUrl, extendedKey, allowsTestNetwork: true } })
  server.closeAllConnections()
  server.close()
  expect(JSON.stringify(results)).not.toMatch(/hidden|pub6|pub5/)
  return results[0]
}
const info = (chain: string) => ({ id: 0, result: { chain, blocks: 7, bestblockhash: hash } })

test('without nodes nothing is asked, and the chains are called test chains', async () => {
  expect(await checkChains(sandbox)).toEqual([
    { kind: 'ok', message: 'Test chain: Bitcoin and Ethereum payments are simulated at http://127.0.0.1:9' },
  ])
})

test('a node of another network than the main one of Ethereum is refused, unless test networks are allowed', async () => {
  const check = async (chainId: string, allowsTestNetwork: boolean) => {
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => (body += part))
      request.on('end', () => {
        const isChainId = body.includes('"eth_chainId"')
        response.end(
          JSON.stringify({
            id: 0,
            result: isChainId ? chainId : { number: '0x7', hash: `0x${hash}`, timestamp: '0x1' },
          }),
        )
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ethereumNode = { rpcUrl, extendedKey: publishedTestKeys.ETH, allowsTestNetwork }
    const chain = createChains({ ...sandbox, ethereumNode }).ETH
    const name = await chain.getNetworkName().catch((error: unknown) => error)
    const [result] = await checkChains({ ...sandbox, ethereumNode })
    chain.close()
    server.closeAllConnections()
    server.close()
    return { result, name }
  }
  expect(await check('0x89', false)).toMatchObject({
    result: { kind: 'misconfigured', message: expect.stringContaining('ALLOW_TEST_NETWORKS=1') },
    name: { failure: 'wrong_network' },
  })
  expect(await check('0x89', true)).toMatchObject({
    result: { kind: 'ok', message: expect.stringMatching(/^Test chain: Ethereum payments/) },
    name: `137:0x${hash}`,
  })
  expect(await check('0x1', false)).toMatchObject({
    result: { kind: 'ok', message: expect.stringMatching(/^Ethereum payments/) },
    name: `1:0x${hash}`,
  })
})

test.each([
  [
    'a node of a test network',
    200,
    info('regtest'),
    undefined,
    'ok',
    /^Test chain: Bitcoin payments are read from block 7; the first address is tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl$/,
  ],
  [
    'a node of the main network',
    200,
    info('main'),
    mainKey,
    'ok',
    /^Bitcoin payments are read .* bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu$/,
  ],
  [
    'a test node with a real key',
    200,
    info('test'),
    mainKey,
    'misconfigured',
    /another network than the key in BTC_XPUB/,
  ],
  ['a real node with a test key', 200, info('main'), undefined, 'misconfigured', /another network/],
  ['wrong credentials', 401, '', undefined, 'misconfigured', /check user and password/],
  [
    'a node that is starting',
    500,
    { id: 0, error: { code: -28 } },
    undefined,
    'unreachable',
    /does not answer \(rpc_error\)/,
  ],
  ['a typo in the key', 200, info('main'), `${mainKey.slice(0, -1)}t`, 'misconfigured', /checksum/],
] as const)('%s', async (_title, status, reply, key, kind, message) => {
  expect(await checkWithReply(status, reply, key)).toEqual({ kind, message: expect.stringMatching(message) })
})
