import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createSeal } from './seal.ts'

const seal = createSeal('a secret key that is only good for tests')

test('a sealed value opens only with its context, and sealing twice gives different values', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (plain, context, other) => {
      fc.pre(context !== other && plain.isWellFormed())
      const sealed = seal.sealText(plain, context)
      expect(seal.openText(sealed, context)).toBe(plain)
      expect(() => seal.openText(sealed, other)).toThrow()
      expect(seal.sealText(plain, context).equals(sealed)).toBe(false)
    }),
  )
})

test('bytes are sealed unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      const sealed = seal.sealBytes(Buffer.from(bytes), 'file:1')
      expect(seal.openBytes(sealed, 'file:1').equals(bytes)).toBe(true)
      expect(() => seal.openBytes(sealed, 'file:2')).toThrow()
    }),
  )
})

test('a sealed value with any changed byte does not open', () => {
  const sealed = seal.sealText('4242424242424242', 'card:1')
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => seal.openText(changed, 'card:1')).toThrow()
  }
  expect(() => seal.openText(sealed.subarray(0, 10), 'card:1')).toThrow()
})

test('another key opens nothing and gives other hashes, and so does another purpose', () => {
  const other = createSeal('another secret key just as good for tests')
  expect(() => other.openText(seal.sealText('x', 'c'), 'c')).toThrow()
  expect(seal.computeHash('4242', 'card').equals(seal.computeHash('4242', 'card'))).toBe(true)
  expect(seal.computeHash('4242', 'card').equals(other.computeHash('4242', 'card'))).toBe(false)
  expect(seal.computeHash('4242', 'card').equals(seal.computeHash('4242', 'device'))).toBe(false)
})

test('a value sealed with an earlier key opens while that key is in the list, and is not current', () => {
  const [first, second] = [
    'the first secret key that is only for tests',
    'the second secret key that is only for tests',
  ]
  const before = createSeal(first).sealText('4242', 'card:1')
  const rotated = createSeal(`${second}, ${first}`)
  expect(rotated.openText(before, 'card:1')).toBe('4242')
  expect(rotated.isCurrent(before)).toBe(false)
  const after = rotated.sealText('4242', 'card:1')
  expect(rotated.isCurrent(after)).toBe(true)
  expect(createSeal(second).openText(after, 'card:1')).toBe('4242')
  expect(() => createSeal(second).openText(before, 'card:1')).toThrow()
  expect(rotated.computeHash('4242', 'card').equals(createSeal(second).computeHash('4242', 'card'))).toBe(true)
})

test('values of the first version, which name no key, open with any key of the list', () => {
  const key = 'a secret key that is only good for tests'
  const current = createSeal(key).sealText('4242', 'card:1')
  const firstVersion = Buffer.concat([Buffer.of(1), current.subarray(5)])
  const rotated = createSeal(`another secret key just as good for tests,${key}`)
  expect(rotated.openText(firstVersion, 'card:1')).toBe('4242')
  expect(rotated.isCurrent(firstVersion)).toBe(false)
})

test('servers that are restarted one by one during a replacement of the key read what the others write', () => {
  const [first, second] = ['a secret key that is only good for tests', 'another secret key just as good for tests']
  const canRead = (reader: string, writer: string) => {
    try {
      return createSeal(reader).openText(createSeal(writer).sealText('4242', 'card:1'), 'card:1') === '4242'
    } catch {
      return false
    }
  }
  const steps = [first, `${first},${second}`, `${second},${first}`]
  for (const [index, step] of steps.slice(1).entries()) {
    const before = steps[index] ?? ''
    expect(canRead(before, step), `${before} reads ${step}`).toBe(true)
    expect(canRead(step, before), `${step} reads ${before}`).toBe(true)
  }
  // If the step between is left out, a server that has not restarted cannot read what the new one writes.
  expect(canRead(first, `${second},${first}`)).toBe(false)
})
