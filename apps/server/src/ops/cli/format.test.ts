import { expect, test } from 'vitest'

import { formatFields, formatJson, formatTable } from './format.ts'

const hostile = 'a\u001b[2J\u009b2J\u202eb\u2066c\u{e0041}\u2028d\nü 李'

test('JSON controls no terminal and means the same', () => {
  const printed = formatJson({ [hostile]: [hostile] })
  expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{C}\u2028]/u)
  expect(JSON.parse(printed)).toEqual({ [hostile]: [hostile] })
  expect(printed).toContain('ü 李')
})

test('tables and fields control no terminal', () => {
  const printed = [formatTable(['name'], [[hostile]], ''), formatFields([['name', hostile]])].join('')
  expect(printed.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
})
