import { expect, test } from 'vitest'

import { createAddressDeriver, publishedTestKeys } from './derive-address.ts'

const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const derive = (coin: 'BTC' | 'ETH', key: string, index: number) =>
  createAddressDeriver(coin, key, `${coin}_XPUB`).deriveAddress(index)

test.each([
  // The test vector of BIP84.
  ['BTC', zpub, 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['BTC', zpub, 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
  // The words of this test vector, on a test network.
  ['BTC', publishedTestKeys.BTC, 0, 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'],
  // The words "abandon … about" at m/44'/60'/0'/0/0, and "test … junk", the accounts of anvil and hardhat.
  ['ETH', publishedTestKeys.ETH, 0, '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
  [
    'ETH',
    'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
    0,
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  ],
] as const)('the %s key %s has the address of wallets at index %i', async (coin, key, index, address) => {
  expect(await derive(coin, key, index)).toBe(address)
})

test('the kinds of a bitcoin key differ only in the network', async () => {
  const tpub =
    'tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M'
  expect(await derive('BTC', tpub, 7)).toBe(await derive('BTC', publishedTestKeys.BTC, 7))
  expect(createAddressDeriver('BTC', tpub, 'BTC_XPUB').isTestKey).toBe(true)
  expect(createAddressDeriver('BTC', zpub, 'BTC_XPUB').isTestKey).toBe(false)
})

test('a key with a typo, and one that is not of an account, are refused without being repeated', async () => {
  const typo = `${zpub.slice(0, -1)}t`
  await expect(derive('BTC', typo, 0)).rejects.toThrow(/^BTC_XPUB is not a valid extended public key: its checksum/)
  await expect(derive('BTC', typo, 0)).rejects.not.toThrow(typo)
  // The master key of BIP32's test vector 1.
  const master =
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8'
  await expect(derive('BTC', master, 0)).rejects.toThrow('BTC_XPUB is not the key of an account (its depth is 0')
})
