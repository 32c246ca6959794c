import { describe, expect, test } from 'vitest'

import { toErrorGroupKey, redactUrl, redactText } from './redact.ts'

describe('personal data is masked', () => {
  test.each([
    ['no account ada.lovelace+x@example.co.uk here', 'no account * here'],
    ['нет адреса ада@пример.рф', 'нет адреса *'],
    ['card 4242 4242 4242 4242 refused', 'card * refused'],
    ['card 4242-4242-4242-4242', 'card *'],
    ['phone +61 412 345 678', 'phone *'],
    ['at https://a.example/en/autologin?email=a%40b.c&password=x:1:2', 'at https://a.example/en/autologin?*'],
    ['https://user:secret@a.example/x', 'https://*@a.example/x'],
    ['{"password":"open sesame"}', '{"password":*}'],
    ['newToken=abc; cvv: 123', 'newToken=*; cvv: *'],
    ['Authorization: Bearer abc.def', 'Authorization: * *'],
    ['key 9f86d081884c7d659a2feaa0c55ad015 end', 'key * end'],
    ['deposit 3e54e3f2-4c3c-4a58-9d6a-2c9b9f0a1b2c', 'deposit *'],
  ])('%s', (given, left) => {
    expect(redactText(given, 1000)).toBe(left)
  })
})

describe('technical details are kept', () => {
  test.each([
    "Cannot read properties of undefined (reading 'amount')",
    'TypeError: password is not a function',
    'at renderFundingScreenWithoutAnyDigits (https://a.example/assets/main-3f2a91bc.js:12:34567)',
  ])('%s', (given) => {
    expect(redactText(given, 1000)).toBe(given)
  })
})

test.each([
  ['https://a.example/en/trading?listen&transaction_id=t1#/show/funding', 'https://a.example/en/trading#/show/funding'],
  [
    '/en/trading#/listen/funding/pfs/3e54e3f2-4c3c-4a58-9d6a-2c9b9f0a1b2c/4242424242424242',
    '/en/trading#/listen/funding/pfs/*/*',
  ],
  ['/en/reset#token=hunter2', '/en/reset#token=*'],
])('the URL %s', (given, left) => {
  expect(redactUrl(given, 500)).toBe(left)
})

test('does not hang on texts made to be slow', () => {
  for (const hostile of ['a'.repeat(4000), '@'.repeat(4000), '1 '.repeat(2000), 'a.'.repeat(2000), '//'.repeat(2000)]) {
    // The fastest of several runs, because other work on the machine can delay one.
    const tookMs = Array.from({ length: 5 }, () => {
      const started = Date.now()
      expect(redactText(hostile, 4000).length).toBeLessThanOrEqual(4000)
      return Date.now() - started
    })
    expect(Math.min(...tookMs)).toBeLessThan(5000)
  }
})

test('never returns more than the maximum length', () => {
  expect(redactText('x'.repeat(5000), 1000)).toHaveLength(1000)
  expect(redactText('?'.repeat(1000), 1000)).toHaveLength(1000)
})

test('errors that differ only in numbers and values have the same group key', () => {
  const at = { url: '/assets/a.js', lineNumber: 3, column: 5 }
  const one = toErrorGroupKey({ error: 'no row 17 of "olivia"', ...at })
  expect(toErrorGroupKey({ error: "no row 4 of 'ivan'", ...at })).toBe(one)
  expect(toErrorGroupKey({ error: 'no column 4 of "ivan"', ...at })).not.toBe(one)
  expect(toErrorGroupKey({ error: 'no row 17 of "olivia"', ...at, column: 6 })).not.toBe(one)
})

test('a number that is cut leaves no digits', () => {
  expect(redactText('Card 4242 4242 4242 4242', 12)).toBe('Card *')
  expect(redactText('Line 42', 7)).toBe('Line 42')
})
