import * as z from 'zod'

import { coins } from '@tradefront/rules/crypto/coins'
import { quotedCurrencies, type RateCode } from '@tradefront/rules/rates/rate-codes'
import { describeSetting, urlOrNone, urlSetting } from '@tradefront/contract/environment'

import { isLoopback } from './loopback.ts'
import { StartupError } from './startup-error.ts'

/** `rpcUrl` can contain a password: never log it. */
export type NodeConfig = {
  readonly rpcUrl: string
  readonly extendedKey: string
  /** True if the node can follow a test network, whose coins have no value. */
  readonly allowsTestNetwork: boolean
}

const key = z
  .string()
  .trim()
  .max(200)
  .regex(/^[a-zA-Z0-9]+$/)

export const chainEnvironment = {
  BTC_RPC_URL: describeSetting(urlOrNone.optional(), {
    mustBe: 'an http or https address, such as http://user:password@127.0.0.1:8332, or none',
    meaning:
      'JSON-RPC of a bitcoind-compatible node; needs `BTC_XPUB` and `RATES_URL` ([guide](deposits.md#run-on-your-own-nodes)); `none` for a site that takes no bitcoin',
    whenUnset: 'the sandbox’s test chain',
  }),
  BTC_XPUB: describeSetting(key.optional(), {
    mustBe: 'an extended public key, such as zpub…',
    meaning: 'extended public key of the wallet’s native segwit account, from which bitcoin addresses are derived',
    whenUnset: 'a published test key',
  }),
  ETH_RPC_URL: describeSetting(urlOrNone.optional(), {
    mustBe: 'an http or https address, such as http://127.0.0.1:8545, or none',
    meaning: 'JSON-RPC of an Ethereum node; needs `ETH_XPUB` and `RATES_URL`; `none` for a site that takes no ether',
    whenUnset: 'the sandbox’s test chain',
  }),
  ETH_XPUB: describeSetting(key.optional(), {
    mustBe: 'an extended public key, such as xpub…',
    meaning: 'extended public key of the wallet’s account (`m/44’/60’/0’`), from which Ethereum addresses are derived',
    whenUnset: 'a published test key',
  }),
  ALLOW_TEST_NETWORKS: describeSetting(z.enum(['0', '1']).optional(), {
    mustBe: '0 or 1',
    meaning:
      '1 allows nodes of test networks, whose coins have no value: traders are credited with money for them all the same',
    whenUnset: '0 in production, otherwise 1',
  }),
}

/** Keys that lead to a rate, e.g. `bitcoin`, `usd`; those of `time` lead to the time of the rates at the source. */
export type RateFields = Readonly<Partial<Record<RateCode | 'time', readonly string[]>>>

/** Parses a list of code=path or time=path, separated by commas. */
const fieldList = (codes: readonly RateCode[]) => {
  const field = new RegExp(`^(${[...codes, 'time'].join('|')})=[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$`)
  return z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => field.test(part)))
    .transform(parseRateFields)
}

const ownTime =
  'With `time=path`, rates are as old as the source says: seconds or milliseconds since 1970, or a date with its time zone'

export const rateEnvironment = {
  RATES_URL: describeSetting(urlSetting(/^https?$/).optional(), {
    mustBe: 'an http or https address',
    meaning:
      'source of the rates of coins in USD: replies to GET with JSON, e.g. `https://api.coingecko.com/api/v3/simple/price?ids=bitcoin,litecoin,ethereum,dash&vs_currencies=usd`',
    whenUnset: 'the sandbox’s simulated rates',
  }),
  RATES_FIELDS: describeSetting(
    fieldList(coins).prefault('BTC=bitcoin.usd,LTC=litecoin.usd,ETH=ethereum.usd,DSH=dash.usd'),
    {
      mustBe: 'a list of coin=path, separated by commas, such as BTC=bitcoin.usd,ETH=ethereum.usd',
      meaning: `where the reply of \`RATES_URL\` has the price of each coin: keys or places, separated by dots. ${ownTime}`,
      whenUnset: '`BTC=bitcoin.usd,LTC=litecoin.usd,ETH=ethereum.usd,DSH=dash.usd`',
    },
  ),
  CURRENCY_RATES_URL: describeSetting(urlSetting(/^https?$/).optional(), {
    mustBe: 'an http or https address',
    meaning:
      'source of the rates of EUR, GBP and RUB, in units for one USD: replies to GET with JSON, e.g. `https://rates.example/latest?base=USD`; must be updated during the day',
    whenUnset: 'the sandbox’s simulated rates; in production none, so that only USD is open',
  }),
  CURRENCY_RATES_FIELDS: describeSetting(
    fieldList(quotedCurrencies).prefault('EUR=rates.EUR,GBP=rates.GBP,RUB=rates.RUB'),
    {
      mustBe: 'a list of currency=path, separated by commas, such as EUR=rates.EUR,GBP=rates.GBP',
      meaning: `where the reply of \`CURRENCY_RATES_URL\` has the rate of each currency: keys or places, separated by dots. ${ownTime}`,
      whenUnset: '`EUR=rates.EUR,GBP=rates.GBP,RUB=rates.RUB`',
    },
  ),
}

function parseRateFields(parts: readonly string[]): RateFields {
  return Object.fromEntries(parts.map((part) => [part.split('=')[0] ?? '', (part.split('=')[1] ?? '').split('.')]))
}

type NodeRules = {
  readonly requiresTls: boolean
  readonly allowsTestNetwork: boolean
  readonly ratesUrl: string | undefined
  readonly coinFields: RateFields
}

const publicKeyLength = 111
/** Versions of extended keys; others are for other kinds of addresses. */
const keyPrefixes = { BTC: ['zpub', 'xpub', 'vpub', 'tpub'], ETH: ['xpub'] } as const
const testKeyPrefix = /^[tuvUV]pub/

/** Checks only the form of a key, because the libraries that read one are slow to load. Null: the coin is not taken. @throws StartupError */
export function readNodeConfig(
  coin: keyof typeof keyPrefixes,
  rpcUrl: string | undefined,
  extendedKey: string | undefined,
  { requiresTls, allowsTestNetwork, ratesUrl, coinFields }: NodeRules,
): NodeConfig | null | undefined {
  if (rpcUrl === 'none') return null
  const [urlName, keyName] = [`${coin}_RPC_URL`, `${coin}_XPUB`]
  if (extendedKey !== undefined) rejectWrongKey(coin, keyName, extendedKey)
  if (rpcUrl === undefined && extendedKey === undefined) return undefined
  if (rpcUrl === undefined)
    throw new StartupError(
      `${keyName} is set without ${urlName}: payments to your wallet would not be seen. Set the address of your node.`,
    )
  if (extendedKey === undefined)
    throw new StartupError(
      `${urlName} is set without ${keyName}: set the extended public key of your wallet, to which traders pay.`,
    )
  if (ratesUrl === undefined)
    throw new StartupError(
      `${urlName} is set without RATES_URL: real coins would be credited at the sandbox’s invented rates. Set a source of rates.`,
    )
  if (coinFields[coin] === undefined)
    throw new StartupError(
      `${urlName} is set, but RATES_FIELDS does not say where the rate of ${coin} is: no invoice could be made.`,
    )
  if (!allowsTestNetwork && testKeyPrefix.test(extendedKey))
    throw new StartupError(
      `${keyName} is the key of a test network, whose coins have no value: set a key of the main network, or ALLOW_TEST_NETWORKS=1 to credit such coins anyway.`,
    )
  if (requiresTls) rejectPlainHttp(urlName, rpcUrl, 'your node')
  return { rpcUrl, extendedKey, allowsTestNetwork }
}

/** Rejects an address without TLS. @param name of the setting @param source that others could pretend to be @throws StartupError */
export function rejectPlainHttp(name: string, url: string, source: string): void {
  if (url.startsWith('http:') && !isLoopback(new URL(url).hostname))
    throw new StartupError(
      `${name} must begin with https: others could answer in place of ${source}. Set REQUIRE_TLS=0 only for a network that nobody else can use.`,
    )
}

/** Rejects a key of another kind. The messages never contain the key. */
function rejectWrongKey(coin: keyof typeof keyPrefixes, name: string, extendedKey: string): void {
  if (/^[a-z]prv/i.test(extendedKey))
    throw new StartupError(
      `${name} is a private key, which can spend: set the extended public key. Take this one for known to others, and move the coins to another wallet.`,
    )
  const prefixes: readonly string[] = keyPrefixes[coin]
  if (/^[xyzYZtuvUV]pub/.test(extendedKey) && !prefixes.includes(extendedKey.slice(0, 4)))
    throw new StartupError(
      `${name} is the key of another kind of account or network: set one that begins with ${prefixes.join(' or ')}.`,
    )
  if (!prefixes.includes(extendedKey.slice(0, 4)) || extendedKey.length !== publicKeyLength)
    throw new StartupError(
      `${name} must be an extended public key of ${publicKeyLength} characters that begins with ${prefixes.join(' or ')}.`,
    )
}
