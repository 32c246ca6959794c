import type { LookupAddress, lookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { createCheckedLookup, createDocumentFetcher, DocumentError, type DocumentFetcher } from './document-fetcher.ts'

let server: Server
let origin: string
let answer: RequestListener
let fetcher: DocumentFetcher
const resolved: string[] = []
let addresses: LookupAddress[]

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
const resolveHost = ((hostname: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
  resolved.push(hostname)
  done(null, addresses)
}) as unknown as typeof lookup
beforeEach(() => {
  resolved.length = 0
  fetcher = createDocumentFetcher({ trustedOrigin: origin, timeoutMs: 30_000, resolveHost })
})
afterEach(() => {
  fetcher.close()
  server.closeAllConnections()
})

const unknown = { etag: null, lastModified: null }
const fetchText = (url: string) => fetcher.fetchDocument(url, 'text/xml', unknown)
const redirectTo = (location: string): void => {
  answer = (_request, response) => response.writeHead(302, { location }).end()
}

test('a document is fetched again only if it has changed', async () => {
  answer = ({ headers }, response) => {
    if (headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'yesterday')
      response.writeHead(304).end()
    else response.writeHead(200, { etag: '"1"', 'last-modified': 'yesterday' }).end('text')
  }
  const document = await fetchText(`${origin}/feed`)
  expect(document).toEqual({ text: 'text', etag: '"1"', lastModified: 'yesterday' })
  expect(await fetcher.fetchDocument(`${origin}/feed`, 'text/xml', document ?? unknown)).toBeNull()
})

test.each([
  [{ 'content-type': 'text/xml; charset=windows-1251' }, '<a/>'],
  [{ 'content-type': 'text/xml' }, '<?xml version="1.0" encoding="windows-1251"?>'],
])('the encoding of %j, %s is read', async (headers, head) => {
  answer = (_request, response) =>
    response.writeHead(200, headers).end(Buffer.concat([Buffer.from(head), Buffer.from([0xd0, 0xf3, 0xf1, 0xfc])]))
  expect((await fetchText(origin))?.text).toBe(`${head}Русь`)
})

test.each([
  ['http://feeds.example/', 'not public, or not https'],
  ['http://127.0.0.1:1/', 'not public, or not https'],
  ['https://127.0.0.1/', 'not public, or not https'],
  ['https://[::1]/', 'not public, or not https'],
  ['https://2130706433/', 'not public, or not https'],
  ['https://169.254.169.254/latest/meta-data', 'not public, or not https'],
  ['ftp://feeds.example/', 'not public, or not https'],
])('%s is not asked', async (url, fault) => {
  await expect(fetchText(url)).rejects.toThrow(fault)
  expect(resolved).toEqual([])
})

test.each([[['10.0.0.7']], [['93.184.215.14', '127.0.0.1']], [['::ffff:192.168.0.1']]])(
  'a name that leads to %j is not connected to',
  async (found) => {
    addresses = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const error: unknown = await fetchText('https://feeds.example/?key=secret').catch((caught: unknown) => caught)
    expect(error).toEqual(new DocumentError('The address is not public'))
    expect(resolved.splice(0)).toEqual(['feeds.example'])
  },
)

test('a public address is given to the socket in the form that it asks for', () => {
  addresses = [
    { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
    { address: '93.184.215.14', family: 4 },
  ]
  const given: unknown[] = []
  const checkedLookup = createCheckedLookup(resolveHost)
  checkedLookup('feeds.example', { all: true }, (...found) => given.push(found))
  checkedLookup('feeds.example', {}, (...found) => given.push(found))
  expect(given).toEqual([
    [null, addresses],
    [null, addresses[0]?.address, 6],
  ])
})

test('redirects are followed a few times', async () => {
  let count = 0
  answer = ({ url }, response) => {
    count += 1
    if (url === '/3') response.end('text')
    else response.writeHead(301, { location: `/${count}` }).end()
  }
  expect((await fetchText(origin))?.text).toBe('text')
  redirectTo('/again')
  await expect(fetchText(origin)).rejects.toThrow('More than 3 redirects')
})

test.each([
  ['http://127.0.0.1:1/', 'not public, or not https'],
  ['https://10.0.0.1/', 'not public, or not https'],
  ['file:///etc/passwd', 'not public, or not https'],
])('a redirect to %s is not followed', async (location, fault) => {
  redirectTo(location)
  await expect(fetchText(origin)).rejects.toThrow(fault)
})

test('a document that is too large, too slow, missing or cut off is a fault', async () => {
  const part = Buffer.alloc(64 * 1024)
  answer = (_request, response) => {
    for (let sent = 0; sent < 20; sent += 1) response.write(part)
    response.end()
  }
  await expect(fetchText(origin)).rejects.toThrow(new DocumentError('The document is too large'))
  const impatient = createDocumentFetcher({ trustedOrigin: origin, timeoutMs: 300, resolveHost })
  const fetchSoon = () => impatient.fetchDocument(origin, 'text/xml', unknown)
  answer = (_request, response) => void response.write('a')
  await expect(fetchSoon()).rejects.toThrow(new DocumentError('The source is too slow'))
  answer = () => undefined
  await expect(fetchSoon()).rejects.toThrow(new DocumentError('The source is too slow'))
  impatient.close()
  answer = (_request, response) => response.writeHead(404).end()
  await expect(fetchText(origin)).rejects.toThrow(new DocumentError('The source answered 404'))
  answer = (_request, response) => {
    response.write('a', () => response.destroy())
  }
  await expect(fetchText(origin)).rejects.toThrow(/did not answer/)
})
