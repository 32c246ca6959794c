import { expect, test } from 'vitest'

import { computeChainHash, findRoundAt, getRoundTime, parseChainInfo, quicknet } from './beacon-chain.ts'
import { createSandboxSigner } from './sandbox-beacon.ts'
import vectors from './vectors.json' with { type: 'json' }

test('round 1 is due at the genesis, and each other one 3 s later', () => {
  expect(new Date(getRoundTime(quicknet, 1)).toISOString()).toBe('2023-08-23T15:09:27.000Z')
  expect(getRoundTime(quicknet, 1001)).toBe(getRoundTime(quicknet, 1) + 3_000_000)
})

test.each([
  [-1, 0],
  [0, 1],
  [2999, 1],
  [3000, 2],
  [3_000_000, 1001],
])('%d ms after the genesis, round %d is the last one', (afterMs, round) => {
  expect(findRoundAt(quicknet, getRoundTime(quicknet, 1) + afterMs)).toBe(round)
})

test('the rounds of quicknet are due at the starts of epochs', () => {
  expect(getRoundTime(quicknet, 1) % 3000).toBe(0)
})

test('the hash of a chain is that of its other values', () => {
  expect(computeChainHash(quicknet)).toBe(quicknet.hash)
  expect(computeChainHash({ ...quicknet, genesisSeconds: quicknet.genesisSeconds + 1 })).not.toBe(quicknet.hash)
  // A beacon with this id has no name in the hash.
  expect(computeChainHash({ ...quicknet, beaconId: 'default' })).toBe(computeChainHash({ ...quicknet, beaconId: '' }))
})

test('the beacon of the sandbox has rounds at the starts of epochs, and a key of its secret', () => {
  const { chain } = createSandboxSigner('one')
  expect([getRoundTime(chain, 1) % 3000, chain.beaconId]).toEqual([0, 'sandbox'])
  expect(createSandboxSigner('one').chain).toEqual(chain)
  expect(createSandboxSigner('two').chain.publicKey).not.toBe(chain.publicKey)
})

const { info } = vectors.testnet
const { hash, publicKey, genesisSeconds, groupHash } = {
  hash: info.hash,
  publicKey: info.public_key,
  genesisSeconds: info.genesis_time,
  groupHash: info.groupHash,
}

test('the information of a real chain is read', () => {
  expect(parseChainInfo(info)).toEqual({ hash, publicKey, genesisSeconds, groupHash, beaconId: 'quicknet-t' })
  expect(parseChainInfo(vectors.walkthrough.info)).toMatchObject({ beaconId: 'walkthrough' })
})

test.each([
  ['has another key', { public_key: `${info.public_key.slice(0, -1)}b` }],
  ['has another hash', { hash: quicknet.hash }],
  ['has another genesis', { genesis_time: info.genesis_time + 3 }],
  ['has no number as its genesis', { genesis_time: String(info.genesis_time) }],
  ['has another name', { metadata: { beaconID: 'quicknet' } }],
  ['has no name', { metadata: null }],
  ['has another period', { period: 30 }],
  ['is of another scheme', { schemeID: 'pedersen-bls-chained' }],
  ['has a shorter key', { public_key: 'ab' }],
  ['has a key that is no hex', { public_key: 'z'.repeat(192) }],
  ['has a group that is no hex', { groupHash: 'z'.repeat(64) }],
  [
    'has a number as its name',
    { metadata: { beaconID: 7 }, hash: computeChainHash({ publicKey, genesisSeconds, groupHash, beaconId: '7' }) },
  ],
])('information that %s is refused', (_what, change) => {
  expect(parseChainInfo({ ...info, ...change })).toBeNull()
})

test.each([[null], [undefined], ['text'], [{}]])('%j is no information of a chain', (json) => {
  expect(parseChainInfo(json)).toBeNull()
})
