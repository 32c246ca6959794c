import { expect, test } from 'vitest'

import { parseAcceptEncoding } from './compress-response.ts'

test.each([
  ['br, gzip', ['br', 'gzip']],
  ['gzip;q=1.0 , br ;q=0.5,deflate', ['gzip', 'br', 'deflate']],
  ['br;q=0, gzip', ['gzip']],
  ['br; q=0.000,identity', ['identity']],
  ['', ['']],
])('the encodings of "%s" are %s', (header, expected) => {
  expect([...parseAcceptEncoding(header)]).toEqual(expected)
})

test.each([' ', '\t', ';', 'a;', ' ;', ',', '; q=0'])('a header of many "%s" costs little', (part) => {
  const header = `x${part.repeat(200_000 / part.length)}x`
  const { user } = process.cpuUsage()
  parseAcceptEncoding(header)
  expect(process.cpuUsage().user - user).toBeLessThan(200_000)
})
