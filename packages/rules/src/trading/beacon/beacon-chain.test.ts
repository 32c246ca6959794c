import { expect, test } from 'vitest'

import { computeChainHash, findRoundAt, getRoundTime, parseChainInfo, quicknet } from './beacon-chain.ts'
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
])('information that %s is refused', (_what, change) => {
  expect(parseChainInfo({ ...info, ...change })).toBeNull()
})

test.each([[null], [undefined], ['text'], [{}]])('%j is no information of a chain', (json) => {
  expect(parseChainInfo(json)).toBeNull()
})
