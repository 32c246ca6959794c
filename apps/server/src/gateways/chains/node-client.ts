import type { Agent } from 'undici'
import * as z from 'zod'

import { getErrorCode } from '../../platform/error-code.ts'
import { type ChainCoin, ChainError } from './chain.ts'

export type NodeClientOptions = {
  readonly coin: ChainCoin
  /** The URL can contain user and password, which are sent as basic authentication. */
  readonly url: string
  readonly timeoutMs?: number
}

export type NodeCall = { readonly method: string; readonly params: readonly unknown[] }

/** Sends JSON over HTTP to one node. Never retries. @throws ChainError */
export type NodeClient = {
  readonly getJson: (path: string) => Promise<unknown>
  readonly callRpc: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** Sends one request, and returns the replies in the order of the calls. For a refused call it returns an error, which is not thrown. */
  readonly callRpcBatch: (calls: readonly NodeCall[]) => Promise<readonly unknown[]>
  readonly countRequests: () => number
  readonly close: () => void
}

/** Long, because reading the traces of a full block takes a node some seconds. */
const defaultTimeoutMs = 20_000
const connectTimeoutMs = 5_000
const maxConnections = 4
/** Size of a full block as JSON, or of its traces. */
const maxResponseBytes = 128 * 1024 * 1024

const rpcError = z.object({ code: z.number() })
const rpcReply = z.object({
  id: z.number(),
  result: z.unknown().optional(),
  error: rpcError.nullish(),
})
/** Reply of a refused call, which some nodes also send with an error status. */
const refusedReply = rpcReply.extend({ error: rpcError })

export function createNodeClient({ coin, url, timeoutMs = defaultTimeoutMs }: NodeClientOptions): NodeClient {
  const { baseUrl, authorization } = splitCredentials(url)
  let agent: Agent | null = null
  let requests = 0

  const send = async (call: string, path: string, body: string | null) => {
    // Loaded on demand, to keep the start fast.
    const { Agent: HttpAgent, request } = await import('undici')
    agent ??= new HttpAgent({
      connections: maxConnections,
      connect: { timeout: connectTimeoutMs },
      maxResponseSize: maxResponseBytes,
    })
    requests += 1
    try {
      const response = await request(`${baseUrl}${path}`, {
        dispatcher: agent,
        method: body === null ? 'GET' : 'POST',
        headers: {
          accept: 'application/json',
          'content-type': body === null ? undefined : 'application/json',
          authorization: authorization ?? undefined,
        },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.statusCode, text: await response.body.text() }
    } catch (error) {
      throw new ChainError(coin, toTransportFailure(error), call)
    }
  }

  const sendRpc = async (call: string, body: unknown) => {
    const { status, text } = await send(call, '', JSON.stringify(body))
    const json = parseJson(text)
    if (status === 200 || refusedReply.safeParse(json).success) return json
    throw new ChainError(coin, status >= 500 ? 'status_5xx' : 'refused', call)
  }

  const readReply = (method: string, id: number, json: unknown) => {
    const parsed = rpcReply.safeParse(json)
    if (!parsed.success || parsed.data.id !== id) throw new ChainError(coin, 'unreadable', method)
    const { error, result } = parsed.data
    if (error != null) return new ChainError(coin, 'rpc_error', method, error.code)
    if (result === undefined) throw new ChainError(coin, 'unreadable', method)
    return result
  }

  return {
    getJson: async (path) => {
      const { status, text } = await send(path, path, null)
      if (status !== 200) throw new ChainError(coin, status >= 500 ? 'status_5xx' : 'refused', path)
      const json = parseJson(text)
      if (json === undefined) throw new ChainError(coin, 'unreadable', path)
      return json
    },
    callRpc: async (method, params) => {
      const reply = readReply(method, 0, await sendRpc(method, { jsonrpc: '2.0', id: 0, method, params }))
      if (reply instanceof ChainError) throw reply
      return reply
    },
    callRpcBatch: async (calls) => {
      if (calls.length === 0) return []
      const call = calls[0]?.method ?? ''
      const json = await sendRpc(
        call,
        calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })),
      )
      const replies = z.array(rpcReply).safeParse(json)
      if (!replies.success) throw new ChainError(coin, 'unreadable', call)
      const byId = new Map(replies.data.map((reply) => [reply.id, reply]))
      return calls.map(({ method }, id) => readReply(method, id, byId.get(id)))
    },
    countRequests: () => requests,
    close: () => void agent?.destroy(),
  }
}

/** Makes calls whose reply has a schema. @throws ChainError, also for a reply that does not fit the schema */
export function createSchemaCall(client: NodeClient, coin: ChainCoin) {
  return async <S extends z.ZodType>(
    schema: S,
    method: string,
    ...params: readonly unknown[]
  ): Promise<z.output<S>> => {
    const parsed = schema.safeParse(await client.callRpc(method, params))
    if (!parsed.success) throw new ChainError(coin, 'unreadable', method)
    return parsed.data
  }
}

/** Takes user and password out of the URL: HTTP clients refuse a URL with credentials, or print it in messages. */
function splitCredentials(url: string) {
  const parsed = new URL(url)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    baseUrl: parsed.href.replace(/\/$/, ''),
    authorization: credentials === ':' ? null : `Basic ${Buffer.from(credentials).toString('base64')}`,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toTransportFailure(error: unknown) {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'timeout'
  const code = getErrorCode(error)
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  return code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'unreadable' : 'network'
}
