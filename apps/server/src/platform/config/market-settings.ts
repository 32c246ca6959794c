import { describeSetting, urlSetting } from '@tradefront/contract/environment'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import * as z from 'zod'

import { isLoopback } from './loopback.ts'
import { StartupError } from './startup-error.ts'

/** The exchange's name of each symbol that is traded. */
export type StreamNames = Readonly<Partial<Record<string, string>>>

export type MarketStreamConfig = { readonly url: string; readonly names: StreamNames }

const defaultSymbols = 'BTCUSD=btcusdt,ETHUSD=ethusdt,LTCUSD=ltcusdt,SOLUSD=solusdt,XRPUSD=xrpusdt'

export const marketEnvironment = {
  BEACON_URLS: describeSetting(
    z
      .string()
      .transform((list) => list.split(',').map((url) => url.trim().replace(/\/+$/, '')))
      .refine((urls) => urls.every(isHttpUrl) && new Set(urls).size === urls.length)
      .optional(),
    {
      mustBe:
        'a list of http or https addresses, separated by commas, such as https://api.drand.sh,https://api2.drand.sh',
      meaning:
        'relays of the randomness beacon drand (chain quicknet) that simulated prices follow from; several, because the market freezes while none replies ([guide](trading.md#the-beacon))',
      whenUnset: 'the beacon of the sandbox, who could compute prices in advance; not in production',
    },
  ),
  MARKET_STREAM_URL: describeSetting(urlSetting(/^wss?$/).optional(), {
    mustBe: 'a ws or wss address, such as wss://stream.binance.com:9443/stream',
    meaning:
      'combined trade stream of a public exchange, e.g. `wss://stream.binance.com:9443/stream` ([guide](trading.md#connect-a-real-market))',
    whenUnset: 'simulated prices',
  }),
  MARKET_STREAM_SYMBOLS: describeSetting(
    z
      .string()
      .transform((list) => list.split(',').map((part) => part.trim().split('=')))
      .refine((pairs) => pairs.every(isStreamName) && new Set(pairs.map(([, name]) => name)).size === pairs.length)
      .transform((pairs): StreamNames => Object.fromEntries(pairs.map(([symbol = '', name = '']) => [symbol, name])))
      .prefault(defaultSymbols),
    {
      mustBe: 'a list of symbol=name, separated by commas, such as BTCUSD=btcusdt,ETHUSD=ethusdt',
      meaning: 'the exchange’s name of each symbol; with `MARKET_STREAM_URL`, only these are traded',
      whenUnset: `\`${defaultSymbols}\``,
    },
  ),
}

function isStreamName([symbol = '', name = '', ...rest]: readonly string[]): boolean {
  return rest.length === 0 && findSymbol(symbol) !== undefined && /^[a-z0-9]{2,30}$/.test(name)
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

/** Reads the addresses of relays. Null: the beacon of the sandbox, whose key one process holds. @throws StartupError in production */
export function readBeaconUrls(
  urls: readonly string[] | undefined,
  { isProduction, isSimulated }: { readonly isProduction: boolean; readonly isSimulated: boolean },
): readonly string[] | null {
  if (urls === undefined && isProduction && isSimulated)
    throw new StartupError(
      'BEACON_URLS must be set in production while prices are simulated, e.g. to https://api.drand.sh,https://api2.drand.sh: anyone who runs the beacon of the sandbox could compute prices in advance.',
    )
  return urls ?? null
}

/** Reads the settings of an exchange. Undefined: prices are simulated. @throws StartupError */
export function readMarketStream(
  url: string | undefined,
  names: StreamNames,
  { requiresTls }: { readonly requiresTls: boolean },
): MarketStreamConfig | undefined {
  if (url === undefined) return undefined
  if (requiresTls && url.startsWith('ws:') && !isLoopback(new URL(url).hostname))
    throw new StartupError(
      'MARKET_STREAM_URL must begin with wss: others could send prices in place of the exchange. Set REQUIRE_TLS=0 only for a network that nobody else can use.',
    )
  return { url, names }
}
