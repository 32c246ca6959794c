import { expect, test } from 'vitest'

import { parseRawBlock, parseRawTransaction } from './bitcoin-raw-block.ts'

/** The first block of bitcoin. */
const firstBlock = [
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa',
  '4b1e5e4a29ab5f49ffff001d1dac2b7c0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d',
  '0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f',
  '722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f355',
  '04e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
].join('')

/** A transaction with a witness, from BIP143 ("Native P2WPKH"). */
const witnessTransaction = [
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9',
  'd754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182',
  'd279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d59',
  '88ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d544',
  '7a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb35',
  '66bb0ad253f62fc70f07aeee635711000000',
].join('')

test('reads the first block of bitcoin', () => {
  expect(parseRawBlock(firstBlock)).toMatchObject({
    hash: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    parentHash: '0'.repeat(64),
    time: new Date('2009-01-03T18:15:05Z'),
    transactions: [
      {
        txid: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
        outputs: [{ index: 0, value: 5_000_000_000n, script: expect.stringMatching(/^4104678afdb0/) }],
      },
    ],
  })
})

test('the hash of a transaction leaves out its witness', () => {
  expect(parseRawTransaction(witnessTransaction)).toEqual({
    txid: 'e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609',
    outputs: [
      { index: 0, value: 112_340_000n, script: '76a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac' },
      { index: 1, value: 223_450_000n, script: '76a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac' },
    ],
  })
})

test('a block that is cut off anywhere, or too long, or no hexadecimal, is refused', () => {
  for (let length = 0; length < firstBlock.length; length += 1)
    expect(() => parseRawBlock(firstBlock.slice(0, length)), String(length)).toThrow(RangeError)
  expect(() => parseRawBlock(`${firstBlock}00`)).toThrow(RangeError)
  expect(() => parseRawBlock(`${firstBlock.slice(0, -2)}zz`)).toThrow(RangeError)
})
