import { expect, test } from 'vitest'

import { parseDeviceName } from './device-name.ts'

const mozilla = 'Mozilla/5.0'
test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0`,
    'Edge',
    'Windows',
  ],
  [`${mozilla} (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/141.0 Safari/537.36`, 'Chrome', 'Linux'],
  [`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/19 Safari/605.1`, 'Safari', 'macOS'],
  [`${mozilla} (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1`, 'Safari', 'iPhone'],
  [`${mozilla} (Linux; Android 15) Chrome/141.0 Mobile Safari/537.36 YaBrowser/25.9`, 'Yandex', 'Android'],
  [`${mozilla} (Windows NT 10.0; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox', 'Windows'],
  ['curl/8.1', null, null],
  ['<script>alert(1)</script>', null, null],
  ['', null, null],
])('%s', (userAgent, browser, system) => {
  expect(parseDeviceName(userAgent)).toEqual({ browser, system })
})
