import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'

import { type BeaconChain, parseChainInfo, quicknet } from './beacon-chain.ts'
import { type BeaconRound, computeRandomness, filterVerifiedRounds, parseRound, verifyRounds } from './beacon-round.ts'
import { createBeaconSigner } from './beacon-signer.ts'
import vectors from './vectors.json' with { type: 'json' }

const real = vectors.quicknet.map(({ round, signature }) => ({ round, signature }))
const [first = { round: 0, signature: '' }, second = first] = real
const walkthrough = parseChainInfo(vectors.walkthrough.info) ?? quicknet

const { Point } = bls12_381.G1
const isSquare = ({ sqrt }: typeof bls12_381.fields.Fp, value: bigint) => {
  try {
    return sqrt(value) > 0n
  } catch {
    return false
  }
}
const changeBit = (hex: string, bit: number) => {
  const digit = Math.floor(bit / 4)
  const changed = (Number.parseInt(hex[digit] ?? '', 16) ^ (8 >> (bit % 4))).toString(16)
  return hex.slice(0, digit) + changed + hex.slice(digit + 1)
}
const add = (signature: string, times: bigint) => Point.fromHex(signature).add(Point.BASE.multiply(times)).toHex()
const subtract = (signature: string, times: bigint) =>
  Point.fromHex(signature).subtract(Point.BASE.multiply(times)).toHex()

describe('real rounds', () => {
  test.each(real.map((round) => [round.round, round] as const))(
    'round %d of quicknet is verified',
    (_number, round) => {
      expect(verifyRounds(quicknet, [round])).toBe(true)
    },
  )

  test('a round of another real chain is verified with the key of that chain only', () => {
    const round = parseRound(vectors.walkthrough.round)
    expect(round && verifyRounds(walkthrough, [round])).toBe(true)
    expect(round && verifyRounds(quicknet, [round])).toBe(false)
    expect(verifyRounds(walkthrough, [first])).toBe(false)
    const { publicKey, rounds } = vectors.other_group
    expect(verifyRounds({ ...quicknet, publicKey }, rounds)).toBe(true)
  })

  test('the randomness of a round is the hash of its signature', () => {
    expect(bytesToHex(computeRandomness(vectors.walkthrough.round.signature))).toBe(
      vectors.walkthrough.round.randomness,
    )
    expect(bytesToHex(computeRandomness(second.signature))).toBe(vectors.quicknet[1]?.randomness)
  })

  test('a signature that was hashed to the curve by another scheme is refused', () => {
    const { publicKey, round, signature } = vectors.other_scheme
    expect(verifyRounds({ ...quicknet, publicKey }, [{ round, signature }])).toBe(false)
  })
})

describe('what is not a signature of the round is refused', () => {
  test('a changed bit', () => {
    for (const bit of [0, 1, 2, 3, 17, 200, 383])
      expect(verifyRounds(quicknet, [{ round: first.round, signature: changeBit(first.signature, bit) }])).toBe(false)
  })

  test.each<[string, BeaconRound]>([
    ['another round', { ...first, round: first.round + 1 }],
    ['the signature of another round', { ...first, signature: second.signature }],
    ['the opposite signature', { ...first, signature: Point.fromHex(first.signature).negate().toHex() }],
    ['the point at infinity', { ...first, signature: `c0${'0'.repeat(94)}` }],
    ['the generator', { ...first, signature: Point.BASE.toHex() }],
    ['too few bytes', { ...first, signature: first.signature.slice(2) }],
    ['no hex', { ...first, signature: 'z'.repeat(96) }],
  ])('%s', (_what, round) => {
    expect(verifyRounds(quicknet, [round])).toBe(false)
  })

  test('a point of the curve that is not in the subgroup', () => {
    const { Fp } = bls12_381.fields
    const x = [1n, 2n, 3n, 4n, 5n].find((each) => isSquare(Fp, each ** 3n + 4n)) ?? 0n
    const point = Point.fromAffine({ x, y: Fp.sqrt(x ** 3n + 4n) })
    expect(point.isTorsionFree()).toBe(false)
    const signature = `${(0x80).toString(16)}${x.toString(16).padStart(94, '0')}`
    expect(verifyRounds(quicknet, [{ ...first, signature }])).toBe(false)
    expect(verifyRounds(quicknet, [first, { ...first, signature }])).toBe(false)
  })

  test('a signature that is written in another way', () => {
    expect(verifyRounds(quicknet, [{ ...first, signature: first.signature.toUpperCase() }])).toBe(false)
    const uncompressed = bytesToHex(Point.fromHex(first.signature).toBytes(false))
    expect(verifyRounds(quicknet, [{ ...first, signature: uncompressed }])).toBe(false)
  })

  test('a key that is no point', () => {
    expect(verifyRounds({ ...quicknet, publicKey: '00'.repeat(96) }, [first])).toBe(false)
  })
})

describe('many rounds at once', () => {
  const signer = createBeaconSigner(new Uint8Array(32).fill(7), 1_700_000_001, 'test')
  const rounds = Array.from({ length: 6 }, (_, index) => signer.signRound(100 + index))
  const replace = (index: number, signature: string) =>
    rounds.map((round, place) => (place === index ? { ...round, signature } : round))

  test('real rounds, and none', () => {
    expect(verifyRounds(quicknet, real)).toBe(true)
    expect(verifyRounds(quicknet, [])).toBe(true)
  })

  test('one wrong signature makes all of them unverified, and only it is left out', () => {
    const wrong = replace(2, add(rounds[2]?.signature ?? '', 1n))
    expect(verifyRounds(signer.chain, wrong)).toBe(false)
    expect(filterVerifiedRounds(signer.chain, wrong)).toEqual(rounds.filter((_, index) => index !== 2))
    expect(filterVerifiedRounds(signer.chain, rounds)).toEqual(rounds)
  })

  test('two wrong signatures whose sum is right are refused', () => {
    const [one = '', two = ''] = rounds.map(({ signature }) => signature)
    const wrong = [
      { round: 100, signature: add(one, 5n) },
      { round: 101, signature: subtract(two, 5n) },
      ...rounds.slice(2),
    ]
    expect(verifyRounds(signer.chain, wrong)).toBe(false)
    const exchanged = [{ round: 100, signature: two }, { round: 101, signature: one }, ...rounds.slice(2)]
    expect(verifyRounds(signer.chain, exchanged)).toBe(false)
  })

  test('two wrong signatures that make up for each other with factors that are known before are refused', () => {
    const [one = '', two = ''] = rounds.map(({ signature }) => signature)
    const transcript = sha256(hexToBytes(signer.chain.hash))
    const [factorOfOne = 0n, factorOfTwo = 0n] = [0, 1].map((index) => {
      const bytes = sha256(concatBytes(transcript, new Uint8Array(7), Uint8Array.of(index)))
      return BigInt(`0x${bytesToHex(bytes.subarray(0, 16))}`)
    })
    const wrong = [
      { round: 100, signature: add(one, factorOfTwo) },
      { round: 101, signature: subtract(two, factorOfOne) },
    ]
    expect(verifyRounds(signer.chain, wrong)).toBe(false)
  })

  test('the same key signs the same round alike, another key does not', () => {
    const same = createBeaconSigner(new Uint8Array(32).fill(7), 1_700_000_001, 'test')
    expect(same.chain).toEqual(signer.chain)
    expect(same.signRound(100)).toEqual(rounds[0])
    const other: BeaconChain = createBeaconSigner(new Uint8Array(32).fill(8), 1_700_000_001, 'test').chain
    expect(verifyRounds(other, rounds)).toBe(false)
  })
})

describe('the reply of a beacon', () => {
  const reply = vectors.walkthrough.round

  test('is read', () => {
    const { round, signature } = reply
    expect(parseRound(reply)).toEqual({ round, signature })
    for (const number of [1, round])
      expect(parseRound({ round: number, signature })).toEqual({ round: number, signature })
    expect(parseRound({ ...reply, previous_signature: '' })).toEqual({ round, signature })
  })

  test.each([
    ['is none', null],
    ['is missing', undefined],
    ['is a text', 'round 38'],
    ['has no round', { signature: reply.signature }],
    ['has round 0', { ...reply, round: 0 }],
    ['has a broken round', { ...reply, round: 38.5 }],
    ['has a round as text', { ...reply, round: '38' }],
    ['has the randomness of another signature', { ...reply, randomness: '0'.repeat(64) }],
    ['has a number as randomness', { ...reply, randomness: 1 }],
    ['has a longer signature', { ...reply, signature: `${reply.signature}00` }],
    ['has a longer signature and no randomness', { round: 38, signature: `${reply.signature}00` }],
    ['has a signature in upper case', { round: 38, signature: reply.signature.toUpperCase() }],
    ['has a list as signature', { round: 38, signature: [reply.signature] }],
    ['has no signature', { round: 38 }],
  ])('that %s is refused', (_what, json) => {
    expect(parseRound(json)).toBeNull()
  })
})
