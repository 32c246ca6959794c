import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toTitle } from './file-title.ts'

test.each([
  ['passport.png', 'passport.png'],
  ['Паспорт (1).PDF', 'Паспорт (1).PDF'],
  ['C:\\Users\\me\\scan.jpg', 'scan.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['a\u0000b\u0085c\r\nd\u202Egpj.exe', 'abcdgpj.exe'],
  ['<img src=x onerror=alert(1)>.jpg', '<img src=x onerror=alert(1)>.jpg'],
  ['  two \t\u3000 spaces .jpg ', 'two spaces .jpg'],
  ['card 4242 4242 4242 4242 front.jpg', 'card •••• 4242 front.jpg'],
  ['4242424242424242.jpg', '•••• 4242.jpg'],
  ['IMG_20261121_123456789.jpg', 'IMG_20261121_123456789.jpg'],
  ['4242424242424241.jpg', '4242424242424241.jpg'],
  ['\u200B\u200E', null],
  ['', null],
  [undefined, null],
])('the file name %j is shown as %j', (filename, title) => {
  expect(toTitle(filename)).toBe(title)
})

test('a long file name keeps its beginning and its end', () => {
  const title = toTitle(`${'front of my identity card '.repeat(20)}side 2.jpg`) ?? ''
  expect([...title]).toHaveLength(120)
  expect(title).toMatch(/^front of .*….*side 2\.jpg$/)
})

test('any file name is shown as at most 120 characters without control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (filename) => {
      const title = toTitle(filename)
      if (title === null) return
      expect([...title].length).toBeLessThanOrEqual(120)
      expect(title).toMatch(/^\P{C}+$/u)
      expect(toTitle(title)).toBe(title)
    }),
  )
})
