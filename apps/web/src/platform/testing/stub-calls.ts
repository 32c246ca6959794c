import type { ApiCall } from '@tradefront/contract/call'
import { vi } from 'vitest'

type StubbedReply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status: number; readonly html: string }
export type CallHandler = (body: unknown) => StubbedReply | Promise<StubbedReply>
export type CallStub = readonly [ApiCall, CallHandler]

/** Error page of a proxy. */
export const brokenReply: StubbedReply = { status: 502, html: '<h1>Bad gateway</h1>' }

/**
 * Answers calls until the end of the test. Returns the bodies or queries of each call, in order. If a handler throws, the server counts as
 * not reachable.
 */
export function stubCalls(handlers: readonly CallStub[]): ReadonlyMap<ApiCall, unknown[]> {
  const bodies = new Map<ApiCall, unknown[]>(handlers.map(([call]) => [call, []]))
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit): Promise<Response> => {
    const [path, query] = url.split('?')
    const handler = handlers.find(([call]) => call.path === path)
    if (handler === undefined) throw new Error(`No stub for ${url}`)
    const sent = init?.body ?? query
    const body: unknown = typeof sent === 'string' ? parseBody(sent) : undefined
    bodies.get(handler[0])?.push(body)
    const { status = 200, ...reply } = await handler[1](body)
    return 'html' in reply ? new Response(reply.html, { status }) : Response.json(reply.json, { status })
  })
  return bodies
}

function parseBody(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}
