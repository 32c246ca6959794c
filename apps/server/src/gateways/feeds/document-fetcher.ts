import { type LookupFunction, isIP } from 'node:net'
import { lookup } from 'node:dns'

import type { Agent, Dispatcher } from 'undici'

import { isAllowedHost, isPublicAddress } from './public-address.ts'

export type FetchedDocument = { readonly text: string } & Validators

/** Headers of the source's last document, for a conditional request. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null }

export type DocumentFetcher = {
  /**
   * Returns null if the document is unchanged.
   * @throws DocumentError
   */
  readonly fetchDocument: (url: string, accept: string, known: Validators) => Promise<FetchedDocument | null>
  readonly close: () => void
}

/** Its message never contains the URL, which can have a key. */
export class DocumentError extends Error {
  override name = 'DocumentError'
}

type FetcherOptions = {
  /** The only origin that can be on this machine, in a private network, or without TLS. */
  readonly trustedOrigin: string
  readonly timeoutMs?: number
  /** Default: `lookup`. */
  readonly resolveHost?: typeof lookup
}

const maxBytes = 1024 * 1024
const maxRedirects = 3
const maxValidatorLength = 200
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Fetches documents that operators have configured, over https from public addresses. */
export function createDocumentFetcher(options: FetcherOptions): DocumentFetcher {
  const { trustedOrigin, timeoutMs = 10_000, resolveHost = lookup } = options
  let agents: { readonly trusted: Agent; readonly checked: Agent } | null = null

  const getAgent = async (url: URL) => {
    // Loaded on demand, to keep the start fast.
    const undici = await import('undici')
    const limits = { connections: 1, maxResponseSize: maxBytes, headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
    agents ??= {
      trusted: new undici.Agent(limits),
      checked: new undici.Agent({ ...limits, connect: { lookup: createCheckedLookup(resolveHost) } }),
    }
    return { dispatcher: url.origin === trustedOrigin ? agents.trusted : agents.checked, request: undici.request }
  }

  const requestOnce = async (url: URL, headers: Record<string, string | undefined>, signal: AbortSignal) => {
    const { dispatcher, request } = await getAgent(url)
    try {
      const response = await request(url, { dispatcher, headers, signal })
      if (redirects.has(response.statusCode)) await response.body.dump()
      return response
    } catch (error) {
      throw toDocumentError(error)
    }
  }

  const followRedirects = async (start: URL, headers: Record<string, string | undefined>, signal: AbortSignal) => {
    let url = start
    for (let count = 0; count <= maxRedirects; count += 1) {
      // Another site cannot send us to a private address.
      if (!isAllowedUrl(url, start.origin === trustedOrigin ? trustedOrigin : null))
        throw new DocumentError('The address is not public, or not https')
      const response = await requestOnce(url, headers, signal)
      if (!redirects.has(response.statusCode)) return response
      const location = readHeader(response, 'location')
      if (location === null || !URL.canParse(location, url.href)) throw new DocumentError('The redirect has no address')
      url = new URL(location, url)
    }
    throw new DocumentError(`More than ${maxRedirects} redirects`)
  }

  return {
    async fetchDocument(url, accept, known) {
      const headers = {
        accept,
        'user-agent': 'Tradefront',
        'if-none-match': known.etag ?? undefined,
        'if-modified-since': known.lastModified ?? undefined,
      }
      const response = await followRedirects(new URL(url), headers, AbortSignal.timeout(timeoutMs))
      const bytes = await response.body.arrayBuffer().catch((error: unknown) => {
        throw toDocumentError(error)
      })
      if (response.statusCode === 304) return null
      if (response.statusCode !== 200) throw new DocumentError(`The source answered ${response.statusCode}`)
      return {
        text: decodeText(new Uint8Array(bytes), readHeader(response, 'content-type') ?? ''),
        etag: toValidator(readHeader(response, 'etag')),
        lastModified: toValidator(readHeader(response, 'last-modified')),
      }
    },
    close: () => {
      void agents?.trusted.destroy()
      void agents?.checked.destroy()
    },
  }
}

function isAllowedUrl(url: URL, trustedOrigin: string | null): boolean {
  return url.origin === trustedOrigin || (url.protocol === 'https:' && isAllowedHost(url.hostname))
}

/** Checks the addresses that are connected to, so that a name cannot change between check and use. */
export function createCheckedLookup(resolveHost: typeof lookup): LookupFunction {
  return (hostname, { family, hints, all }, callback) => {
    resolveHost(hostname, { family, hints, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new DocumentError('The address is not public'), [])
      return all ? callback(null, addresses) : callback(null, first.address, isIP(first.address))
    })
  }
}

function toDocumentError(error: unknown): DocumentError {
  if (error instanceof DocumentError) return error
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new DocumentError('The document is too large')
  if (error instanceof Error && error.name === 'TimeoutError') return new DocumentError('The source is too slow')
  return new DocumentError(`The source did not answer${code === null ? '' : ` (${code})`}`)
}

function readHeader({ headers }: Dispatcher.ResponseData, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

function toValidator(value: string | null): string | null {
  return value !== null && value.length <= maxValidatorLength ? value : null
}

/** Decodes by the encoding that the reply or the XML declaration names; many Russian feeds are not UTF-8. */
function decodeText(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const named = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? /^<\?xml[^>]*encoding=["']([\w-]+)/.exec(head)?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}
