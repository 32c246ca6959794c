import { expect, test } from 'vitest'

import { isAllowedHost, isPublicAddress } from './public-address.ts'

test.each([
  ['93.184.215.14', true],
  ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
  ['', false],
])('whether %s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

test.each([
  ['feeds.example', true],
  ['93.184.215.14', true],
  [new URL('https://0x7f.1/').hostname, false],
  [new URL('https://2130706433/').hostname, false],
  [new URL('https://[::1]/').hostname, false],
])('whether the host %s can be asked: %s', (host, isAllowed) => {
  expect(isAllowedHost(host)).toBe(isAllowed)
})
