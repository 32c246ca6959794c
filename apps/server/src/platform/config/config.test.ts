import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { formatVerifierKey } from '@tradefront/rules/log/signed-note'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from './config.ts'
import { allowableParts, sandboxParts } from './sandbox-parts.ts'
import { StartupError } from './startup-error.ts'

/** A relay of the beacon, without which simulated prices are refused in production. */
const relay = 'https://relay.example'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradefront-config-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

const key = 'a secret key that is only good for tests'

function readMessage(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof StartupError) return error.message
  }
  return ''
}

test('the default settings, with secrets that are generated once and readable by their owner only', () => {
  const first = readConfig({ DATA_DIR: dataDir })
  expect(first).toMatchObject({ port: 3000, host: '127.0.0.1', sandboxUrl: 'http://127.0.0.1:3100', waitScale: 1 })
  expect(readConfig({ DATA_DIR: dataDir, PORT: '' })).toEqual(first)
  expect(first.secretKey).not.toBe(first.sandboxSecret)
  for (const file of ['secret-key', 'sandbox-secret']) {
    expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, file), 'utf8').trim().length).toBeGreaterThanOrEqual(32)
  }
})

test.for([
  ['PORT', 'http', 'a port'],
  ['PORT', '70000', 'a port'],
  ['HOST', '999.1.1.1', 'an address'],
  ['PUBLIC_URL', 'trade.example', 'an http or https address'],
  ['DATABASE_URL', 'mysql://here/db', 'a PostgreSQL address'],
  ['SECRET_KEY', 'short', 'at least 32 characters'],
  ['LOG_LEVEL', 'loud', 'fatal, error'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'a list of addresses or networks'],
  ['TRUSTED_PROXIES', '10.0.0.1,proxy.example', 'a list of addresses or networks'],
  ['TRUSTED_PROXIES', '0', 'a list of addresses or networks'],
  ['TRUSTED_PROXIES', '1,10.0.0.1', 'a list of addresses or networks'],
  ['PREVIEW_LANGUAGES', 'en', 'a list of languages'],
  ['PREVIEW_LANGUAGES', 'ar,xx', 'a list of languages'],
  ['WAIT_SCALE', '0', 'a number above 0'],
  ['NODE_ENV', 'prod', 'development, production'],
  ['S3_BUCKET', 'No Bucket', 'the name of a bucket'],
  ['S3_ENDPOINT', 's3.example', 'an http or https address'],
  ['S3_REGION', 'EU!', 'a region'],
  ['BTC_RPC_URL', 'bitcoin:8332', 'an http or https address'],
  ['ETH_RPC_URL', 'ws://127.0.0.1:8545', 'an http or https address'],
  ['RATES_URL', 'coins.example', 'an http or https address'],
  ['RATES_FIELDS', 'XMR=monero.usd', 'a list of coin=path'],
  ['RATES_FIELDS', 'BTC=bitcoin..usd', 'a list of coin=path'],
  ['CURRENCY_RATES_URL', 'rates.example', 'an http or https address'],
  ['CURRENCY_RATES_FIELDS', 'USD=rates.USD', 'a list of currency=path'],
  ['CURRENCY_RATES_FIELDS', 'EUR=rates..EUR', 'a list of currency=path'],
  ['MARKET_STREAM_URL', 'https://exchange.example', 'a ws or wss address'],
  ['MARKET_STREAM_SYMBOLS', 'DOGEUSD=dogeusdt', 'a list of symbol=name'],
  ['MARKET_STREAM_SYMBOLS', 'BTCUSD=btcusdt,ETHUSD=btcusdt', 'a list of symbol=name'],
  ['BTC_XPUB', 'wpkh([d34db33f/84h/0h/0h]xpub…/0/*)', 'an extended public key'],
])('%s=%s is rejected with one sentence that names the valid values', ([name, value, wanted]) => {
  const read = () => readConfig({ DATA_DIR: dataDir, [name ?? '']: value })
  expect(read).toThrow(StartupError)
  expect(read).toThrow(new RegExp(`^The setting ${name} must be ${wanted}.*\\.$`))
})

test.for([
  ['10.0.0.0/8, fd00::/8,192.0.2.1', ['10.0.0.0/8', 'fd00::/8', '192.0.2.1']],
  ['2', 2],
] as const)('TRUSTED_PROXIES=%s is accepted', ([value, expected]) => {
  expect(readConfig({ DATA_DIR: dataDir, TRUSTED_PROXIES: value }).trustedProxies).toEqual(expected)
})

test('the fields of the rates have the format of a public source by default, and can be keys and places of any', () => {
  const read = (fields?: string) =>
    readConfig({ DATA_DIR: dataDir, ...(fields !== undefined && { RATES_FIELDS: fields }) }).coinFields
  expect(read()).toMatchObject({ BTC: ['bitcoin', 'usd'], DSH: ['dash', 'usd'] })
  expect(read('BTC=result.XXBTZUSD.c.0, ETH=ether')).toEqual({ BTC: ['result', 'XXBTZUSD', 'c', '0'], ETH: ['ether'] })
  expect(read('BTC=bitcoin.usd,time=bitcoin.last_updated_at')).toEqual({
    BTC: ['bitcoin', 'usd'],
    time: ['bitcoin', 'last_updated_at'],
  })
})

test('rates of currencies come from the sandbox outside production only, and from the named places of a source', () => {
  const currencyRatesUrl = 'https://rates.example/USD'
  expect(readConfig({ DATA_DIR: dataDir, CURRENCY_RATES_URL: currencyRatesUrl })).toMatchObject({
    currencyRatesUrl,
    currencyFields: { EUR: ['rates', 'EUR'], GBP: ['rates', 'GBP'], RUB: ['rates', 'RUB'] },
  })
  const some = readConfig({ DATA_DIR: dataDir, CURRENCY_RATES_FIELDS: 'EUR=data.0.eur' })
  expect(some.currencyFields).toEqual({ EUR: ['data', '0', 'eur'] })
  expect(some.currencyRatesUrl).toBe(`${some.sandboxUrl}/rates/currencies`)
  const production = {
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    BEACON_URLS: relay,
    ALLOW_SANDBOX: '1',
    SECRET_KEY: key,
  }
  expect(readConfig(production).currencyRatesUrl).toBe(null)
})

test.each([
  [{}, ['en', 'ru']],
  [{ PREVIEW_LANGUAGES: ' ar ' }, ['en', 'ru', 'ar']],
  [{ PREVIEW_LANGUAGES: 'ar', PSEUDO_LOCALE: '1' }, ['en', 'ru', 'ar', 'he-XB']],
])('with %o, the served languages are %o', (env, expected) => {
  expect(readConfig({ DATA_DIR: dataDir, ...env }).servedLocales).toEqual(expected)
})

test('COUNTRY_HEADER needs TRUSTED_PROXIES', () => {
  const env = { DATA_DIR: dataDir, COUNTRY_HEADER: 'CF-IPCountry' }
  expect(() => readConfig(env)).toThrow(/^COUNTRY_HEADER is set without TRUSTED_PROXIES: .*\.$/)
  expect(readConfig({ ...env, TRUSTED_PROXIES: '1' })).toMatchObject({ countryHeader: 'cf-ipcountry' })
})

test('with REQUIRE_TLS, the database and the mail server of another machine must use TLS', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, SECRET_KEY: key, ...env })
  const far = 'postgres://app:secret@db.example/tradefront'
  for (const DATABASE_URL of [far, `${far}?sslmode=disable`, `${far}?sslmode=prefer`, `${far}?sslmode=no-verify`])
    expect(() => read({ REQUIRE_TLS: '1', DATABASE_URL })).toThrow(/^DATABASE_URL must have sslmode=verify-full: .*\.$/)
  const owner = { DATABASE_URL: `${far}?sslmode=require`, DATABASE_OWNER_URL: far }
  expect(() => read({ REQUIRE_TLS: '1', ...owner })).toThrow(/^DATABASE_OWNER_URL must have/)
  const production = { NODE_ENV: 'production', BEACON_URLS: relay, ALLOW_SANDBOX: '1' }
  expect(() => read({ ...production, DATABASE_URL: far })).toThrow(/^DATABASE_URL must have/)
  expect(read({ ...production, REQUIRE_TLS: '0', DATABASE_URL: far }).databaseUrl).toBe(far)
  expect(read({ ...production, DATABASE_URL: `${far}?sslmode=verify-full` }).smtpRequiresTls).toBe(false)
  expect(read({ ...production, DATABASE_URL: 'postgres://a@127.0.0.1/b' }).isProduction).toBe(true)
  expect(read({ DATABASE_URL: far }).databaseUrl).toBe(far)
  for (const [SMTP_URL, expected] of [
    ['smtp://mail.example', true],
    ['smtp://localhost:25', false],
  ] as const)
    expect(read({ REQUIRE_TLS: '1', SMTP_URL }).smtpRequiresTls).toBe(expected)
  expect(read({ SMTP_URL: 'smtp://mail.example' }).smtpRequiresTls).toBe(false)
})

test('an S3 store needs a bucket, and its other settings need the bucket', () => {
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env }).s3
  expect(read({})).toBeUndefined()
  const amazon = { bucket: 'papers', region: 'us-east-1', endpoint: undefined, credentials: undefined }
  expect(read({ S3_BUCKET: 'papers' })).toEqual(amazon)
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const own = { S3_BUCKET: 'papers', S3_ENDPOINT: 'https://s3.example/', S3_REGION: 'eu-1', ...keys }
  expect(read(own)).toEqual({
    bucket: 'papers',
    region: 'eu-1',
    endpoint: 'https://s3.example',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  expect(() => read({ S3_ENDPOINT: 'https://s3.example' })).toThrow('S3_ENDPOINT is set without S3_BUCKET')
  expect(() => read(keys)).toThrow('S3_ACCESS_KEY_ID is set without S3_BUCKET')
  expect(() => read({ S3_BUCKET: 'papers', S3_ACCESS_KEY_ID: 'id' })).toThrow('belong together')
})

/** Settings that use the sandbox for nothing. */
const real = {
  PROCESSORS_URL: 'https://pay.example',
  PAYOUTS_URL: 'https://pay.example',
  SANDBOX_SECRET: key,
  SMTP_URL: 'smtps://mail.example',
  CHAT_URL: 'none',
  BTC_RPC_URL: 'none',
  ETH_RPC_URL: 'none',
  RATES_URL: 'https://rates.example',
  BEACON_URLS: relay,
  SECRET_KEY: key,
}
const inProduction = (env: Record<string, string>) => ({ DATA_DIR: dataDir, NODE_ENV: 'production', ...env })

test('production with nothing set names all that is missing, a sentence for each', () => {
  const lines = readMessage(inProduction({})).split('\n')
  const names = ['PROCESSORS_URL', 'PAYOUTS_URL', 'SMTP_URL', 'CHAT_URL', 'BTC_RPC_URL', 'ETH_RPC_URL', 'RATES_URL']
  expect(lines.map((line) => line.split(' ')[0])).toEqual([...names, 'BEACON_URLS', 'For', 'SECRET_KEY'])
  for (const line of lines) expect(line).toMatch(/^[A-Z].*\.$/)
})

test.for(Object.keys(real))('production without %s does not start, and says so in one place', (name) => {
  const env = Object.entries(inProduction(real)).filter(([each]) => each !== name)
  const sentences = readMessage(Object.fromEntries(env)).split('\n')
  expect(sentences.map((line) => line.split(' ')[0]).filter((word) => word !== 'For')).toEqual([name])
})

test('production with real settings uses nothing of the sandbox, also no address on this machine', () => {
  const config = readConfig(
    inProduction({ ...real, CURRENCY_RATES_URL: 'https://rates.example', DATABASE_URL: 'postgres://a@127.0.0.1/b' }),
  )
  expect([...config.sandboxParts]).toEqual([])
  expect(config).toMatchObject({
    sandboxUrl: 'http://sandbox.invalid',
    chatUrl: null,
    bitcoinNode: null,
    ethereumNode: null,
  })
  expect(config).toMatchObject({ processorsUrl: 'https://pay.example', payoutsUrl: 'https://pay.example' })
})

test.for([
  ['chat', 'CHAT_URL'],
  ['bitcoin', 'BTC_RPC_URL'],
  ['mail', 'SMTP_URL'],
] as const)('ALLOW_SANDBOX=%s allows that part alone', ([part, name]) => {
  const env = Object.fromEntries(Object.entries(inProduction(real)).filter(([each]) => each !== name))
  expect([...readConfig({ ...env, ALLOW_SANDBOX: part }).sandboxParts]).toEqual([part])
  expect(readMessage({ ...env, ALLOW_SANDBOX: 'rates, processors' })).toMatch(new RegExp(`^${name} must be set`))
  expect(readMessage({ ...env, ALLOW_SANDBOX: `${part},cards` })).toMatch(/^The setting ALLOW_SANDBOX must be 0, 1 or/)
})

test('ALLOW_SANDBOX=1 allows all parts but the beacon, and never demo data or rates of currencies', () => {
  const env = inProduction({ ALLOW_SANDBOX: '1', SECRET_KEY: key })
  expect(readMessage(env)).toMatch(/^BEACON_URLS must be set in production while prices are simulated.*\.$/)
  expect([...readConfig({ ...env, BEACON_URLS: relay }).sandboxParts]).toEqual([...allowableParts])
})

test('outside production each part that is not set is the sandbox', () => {
  expect([...readConfig({ DATA_DIR: dataDir }).sandboxParts]).toEqual([...sandboxParts])
  const market = { MARKET_STREAM_URL: 'wss://exchange.example/stream', PROCESSORS_URL: 'https://pay.example' }
  const { sandboxParts: parts } = readConfig({ DATA_DIR: dataDir, ...market })
  expect([parts.has('beacon'), parts.has('processors'), parts.has('payouts')]).toEqual([false, false, true])
})

test('DATABASE_URL needs SECRET_KEY', () => {
  const other = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://u:p@db.example/tradefront' }
  expect(readMessage(other)).toMatch(/^SECRET_KEY must be set with DATABASE_URL/)
})

test('with REQUIRE_TLS, the stream of prices of another machine must use TLS', () => {
  const read = (url: string) =>
    readConfig({ DATA_DIR: dataDir, REQUIRE_TLS: '1', MARKET_STREAM_URL: url, MARKET_STREAM_SYMBOLS: 'BTCUSD=xbt' })
  expect(() => read('ws://exchange.example')).toThrow(/^MARKET_STREAM_URL must begin with wss: .*\.$/)
  expect(read('wss://exchange.example').marketStream?.names).toEqual({ BTCUSD: 'xbt' })
  expect(read('ws://127.0.0.1:9').marketStream?.url).toBe('ws://127.0.0.1:9')
  expect(readConfig({ DATA_DIR: dataDir }).marketStream).toBeUndefined()
})

test.for(['SANDBOX_URL', 'PROCESSORS_URL', 'PAYOUTS_URL'])(
  'what %s gets is sent to another machine by https only',
  (name) => {
    const read = (url: string) => readMessage({ DATA_DIR: dataDir, [name]: url })
    for (const url of ['https://pay.example', 'http://127.0.0.1:3100', 'http://[::1]:3100', 'http://localhost:3100'])
      expect(read(url)).toBe('')
    for (const url of ['http://pay.example', 'http://127.0.0.1.example', 'http://10.0.0.7:3100'])
      expect(read(url)).toMatch(new RegExp(`^${name} must begin with https`))
  },
)

test('production whose providers are all connected at the desk needs no service of its own, and no secret of it', () => {
  const { SANDBOX_SECRET: _, ...env } = { ...real, PROCESSORS_URL: 'none', PAYOUTS_URL: 'none' }
  expect(readConfig(inProduction(env))).toMatchObject({ processorsUrl: null, payoutsUrl: null })
  expect(readMessage(inProduction({ ...env, PAYOUTS_URL: 'https://pay.example' }))).toMatch(/^SANDBOX_SECRET must be/)
})

test('SECRET_KEY can hold several keys, each of at least 32 characters', () => {
  expect(readConfig({ DATA_DIR: dataDir, SECRET_KEY: `${key},${key}2` }).secretKey).toBe(`${key},${key}2`)
  expect(() => readConfig({ DATA_DIR: dataDir, SECRET_KEY: `${key},short` })).toThrow('SECRET_KEY must be')
})

test('PROCESSOR_SECRETS can hold several secrets of a processor, in their order', () => {
  const read = (text: string) => readConfig({ DATA_DIR: dataDir, PROCESSOR_SECRETS: text }).processorSecrets
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
  expect(read(`orange=${first},zoom=${second},orange=${second}`)).toEqual({ orange: [first, second], zoom: [second] })
  expect(() => read(`orange=${first},orange=short`)).toThrow('PROCESSOR_SECRETS must be')
})

test('demo data is for the embedded database outside production', () => {
  const usesDemoData = (env: Record<string, string>) =>
    readConfig({ DATA_DIR: dataDir, SECRET_KEY: key, ALLOW_SANDBOX: '1', ...env }).usesDemoData
  const other = { DATABASE_URL: 'postgres://u:p@db.example/tradefront' }
  const production = { NODE_ENV: 'production', BEACON_URLS: relay, REQUIRE_TLS: '0' }
  expect(usesDemoData({})).toBe(true)
  expect(usesDemoData(other)).toBe(false)
  expect(usesDemoData(production)).toBe(false)
  expect(usesDemoData({ ...other, ...production })).toBe(false)
})

test('a data folder that cannot be created ends the start with one sentence', () => {
  const file = join(dataDir, 'secret-key')
  for (const place of [file, join(file, 'below')]) {
    expect(() => readConfig({ DATA_DIR: place })).toThrow(/^The data folder .* cannot be written/)
  }
})

describe('the nodes of chains', () => {
  const zpub =
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
  const xpub =
    'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt'
  const url = 'http://user:secret@127.0.0.1:8332'
  const ratesUrl = 'https://rates.example'
  const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, RATES_URL: ratesUrl, ...env })
  const explain = (env: Record<string, string>) => readMessage({ DATA_DIR: dataDir, RATES_URL: ratesUrl, ...env })

  test('an address and a key belong together', () => {
    expect(read({})).toMatchObject({ bitcoinNode: undefined, ethereumNode: undefined })
    expect(read({ BTC_RPC_URL: url, BTC_XPUB: zpub }).bitcoinNode).toMatchObject({ rpcUrl: url, extendedKey: zpub })
    expect(read({ ETH_RPC_URL: url, ETH_XPUB: ` ${xpub}\n` }).ethereumNode).toMatchObject({
      rpcUrl: url,
      extendedKey: xpub,
    })
    expect(explain({ BTC_RPC_URL: url })).toMatch(/^BTC_RPC_URL is set without BTC_XPUB/)
    expect(explain({ ETH_XPUB: xpub })).toMatch(/^ETH_XPUB is set without ETH_RPC_URL/)
  })

  test('a private key is refused, and no message repeats a key or a password', () => {
    const zprv = zpub.replace('zpub', 'zprv')
    const xprv = xpub.replace('xpub', 'xprv')
    for (const [name, value] of [
      ['BTC_XPUB', zprv],
      ['BTC_XPUB', xprv],
      ['ETH_XPUB', xprv],
    ] as const) {
      const message = explain({ [name.replace('XPUB', 'RPC_URL')]: url, [name]: value })
      expect(message).toMatch(new RegExp(`^${name} is a private key, which can spend`))
      expect(message).not.toMatch(/secret|prv6/)
    }
  })

  test.for([
    ['BTC_XPUB', zpub.replace('zpub', 'ypub'), /^BTC_XPUB is the key of another kind of account or network/],
    ['ETH_XPUB', zpub, /^ETH_XPUB is the key of another kind of account or network: set one that begins with xpub\.$/],
    ['BTC_XPUB', zpub.slice(1), /^BTC_XPUB must be an extended public key of 111 characters/],
    ['BTC_XPUB', zpub.slice(0, -1), /^BTC_XPUB must be an extended public key of 111 characters/],
    ['BTC_XPUB', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', /^BTC_XPUB must be an extended public key/],
  ] as const)('%s=%s is refused', ([name, value, expected]) => {
    expect(explain({ [name.replace('XPUB', 'RPC_URL')]: url, [name]: value })).toMatch(expected)
  })

  test('a node needs a source of rates that has its coin', () => {
    const node = { BTC_RPC_URL: url, BTC_XPUB: zpub }
    expect(explain({ ...node, RATES_URL: '' })).toMatch(/^BTC_RPC_URL is set without RATES_URL: .*\.$/)
    expect(explain({ ...node, RATES_FIELDS: 'ETH=ether' })).toMatch(/RATES_FIELDS does not say .* BTC/)
    expect(read({ ...node, RATES_FIELDS: 'BTC=bitcoin' }).ratesUrl).toBe(ratesUrl)
    expect(read({ RATES_URL: '' }).ratesUrl).toBeUndefined()
  })

  test('a test network needs ALLOW_TEST_NETWORKS in production', () => {
    const vpub = `v${zpub.slice(1)}`
    const production = {
      NODE_ENV: 'production',
      BEACON_URLS: relay,
      ALLOW_SANDBOX: '1',
      SECRET_KEY: key,
      BTC_RPC_URL: url,
    }
    const allows = (env: Record<string, string>) => read(env).bitcoinNode?.allowsTestNetwork
    expect(explain({ ...production, BTC_XPUB: vpub })).toMatch(/^BTC_XPUB is the key of a test network, .*\.$/)
    expect(allows({ ...production, BTC_XPUB: zpub })).toBe(false)
    expect(allows({ ...production, BTC_XPUB: vpub, ALLOW_TEST_NETWORKS: '1' })).toBe(true)
    expect(allows({ BTC_RPC_URL: url, BTC_XPUB: vpub })).toBe(true)
    expect(explain({ BTC_RPC_URL: url, BTC_XPUB: vpub, ALLOW_TEST_NETWORKS: '0' })).toMatch(/a test network/)
  })

  test('a node on another machine is asked by https if TLS is required', () => {
    const far = 'http://node.example:8332'
    expect(explain({ REQUIRE_TLS: '1', BTC_RPC_URL: far, BTC_XPUB: zpub })).toMatch(
      /^BTC_RPC_URL must begin with https/,
    )
    expect(read({ BTC_RPC_URL: far, BTC_XPUB: zpub }).bitcoinNode?.rpcUrl).toBe(far)
    expect(read({ REQUIRE_TLS: '1', BTC_RPC_URL: url, BTC_XPUB: zpub }).bitcoinNode?.rpcUrl).toBe(url)
    const plain = 'http://rates.example'
    expect(explain({ REQUIRE_TLS: '1', RATES_URL: plain })).toMatch(/^RATES_URL must begin with https: .*\.$/)
    expect(read({ RATES_URL: plain }).ratesUrl).toBe(plain)
  })
})

test('the beacon of the sandbox is refused in production, also by ALLOW_SANDBOX, unless prices come from an exchange', () => {
  const production = { DATA_DIR: dataDir, NODE_ENV: 'production', ALLOW_SANDBOX: '1', SECRET_KEY: key }
  expect(() => readConfig(production)).toThrow(/^BEACON_URLS must be set in production/)
  const MARKET_STREAM_URL = 'wss://exchange.example/stream'
  expect(readConfig({ ...production, MARKET_STREAM_URL }).beaconUrls).toBeNull()
  const BEACON_URLS = 'https://api.drand.sh/, https://api2.drand.sh'
  expect(readConfig({ ...production, BEACON_URLS }).beaconUrls).toEqual([
    'https://api.drand.sh',
    'https://api2.drand.sh',
  ])
  expect(readConfig({ DATA_DIR: dataDir }).beaconUrls).toBeNull()
  for (const wrong of ['drand', 'ftp://relay.example', 'https://a.example,https://a.example', 'https://a.example,'])
    expect(() => readConfig({ DATA_DIR: dataDir, BEACON_URLS: wrong })).toThrow(/BEACON_URLS must be a list/)
})

test('a witness of the public log is a key for cosignatures and an address', () => {
  const read = (LOG_WITNESSES: string) => readConfig({ DATA_DIR: dataDir, LOG_WITNESSES }).logWitnesses
  const publicKey = new Uint8Array(32).fill(1)
  const format = (name: string, type: 'note' | 'cosignature' = 'cosignature') =>
    formatVerifierKey({ name, type, publicKey })
  expect(readConfig({ DATA_DIR: dataDir }).logWitnesses).toEqual([])
  expect(read(`${format('w.example/1')} https://w.example/1/, ${format('w.example/2')}  http://127.0.0.1:80`)).toEqual([
    { key: { name: 'w.example/1', type: 'cosignature', publicKey }, url: 'https://w.example/1' },
    { key: { name: 'w.example/2', type: 'cosignature', publicKey }, url: 'http://127.0.0.1:80' },
  ])
  for (const wrong of [
    format('w.example'),
    `${format('w.example')} ftp://w.example`,
    `${format('w.example', 'note')} https://w.example`,
    `w.example+00000000+BAEB https://w.example`,
    `${format('w.example')} https://a.example,${format('w.example')} https://b.example`,
  ])
    expect(() => read(wrong), wrong).toThrow(/LOG_WITNESSES must be a list/)
})
