import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { splitCardholderName } from './split-cardholder-name.ts'

describe('holder name (spec: funding 5)', () => {
  test.each([
    ['Olivia Brown', 'Olivia', 'Brown'],
    ['Olivia,Brown', 'Olivia', 'Brown'],
    ['Olivia, Brown', 'Olivia', 'Brown'],
    ['Olivia Anne van der Berg', 'Olivia', 'Anne van der Berg'],
    ['Olivia,Anne Brown', 'Olivia', 'Anne Brown'],
    ['  Olivia   Brown  ', 'Olivia', 'Brown'],
    ['Olivia , Brown', 'Olivia', 'Brown'],
    ['TEST PFS-0008/ORANGE-FAILED', 'TEST', 'PFS-0008/ORANGE-FAILED'],
    ['Olivia', 'Olivia', ''],
    ['Olivia,', 'Olivia', ''],
    ['', '', ''],
  ])('%j', (name, first, last) => {
    expect(splitCardholderName(name)).toEqual({ first, last })
  })

  test('keeps every letter of the name', () => {
    const letters = (text: string) => text.replaceAll(/[,\s]/g, '')
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z, ]{0,40}$/), (name) => {
        const { first, last } = splitCardholderName(name)
        expect(letters(first + last)).toBe(letters(name))
        expect(first).not.toMatch(/[, ]/)
      }),
    )
  })
})
