import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatCsvCell, formatCsvRow } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =cmd', "' =cmd"],
  ['\t=cmd', "'\t=cmd"],
  ['\r=cmd', `"'\r=cmd"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['a;b', '"a;b"'],
  ['plain', 'plain'],
  [-12.5, '-12.5'],
  [null, ''],
])('the cell %j is written as %j', (value, cell) => {
  expect(formatCsvCell(value)).toBe(cell)
})

test('no text begins a formula, and a row is one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', ' ', '"', ',', 'a', '1') }), (text) => {
      const cell = formatCsvCell(text)
      expect(cell.replace(/^"/, '')).not.toMatch(/^\s*[=+\-@]/)
      const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(plain.replace(/^'/, '')).toBe(text.replace(/^'/, ''))
    }),
  )
  expect(formatCsvRow(['a,b', 1, null])).toBe('"a,b",1,\r\n')
})
