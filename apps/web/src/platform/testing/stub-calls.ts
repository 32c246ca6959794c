import type { ApiCall } from '@tradefront/contract/call'
import { vi } from 'vitest'

type StubbedReply = { readonly status?: number; readonly json: unknown }
export type CallHandler = (body: unknown) => StubbedReply | Promise<StubbedReply>
export type CallStub = readonly [ApiCall, CallHandler]

/** Until the end of the test. Returns the request bodies of each call, in order. */
export function stubCalls(handlers: readonly CallStub[]): ReadonlyMap<ApiCall, unknown[]> {
  const bodies = new Map<ApiCall, unknown[]>(handlers.map(([call]) => [call, []]))
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit): Promise<Response> => {
    const handler = handlers.find(([call]) => call.path === url.split('?')[0])
    if (handler === undefined) throw new Error(`No stub for ${url}`)
    const body: unknown = typeof init?.body === 'string' ? parseBody(init.body) : undefined
    bodies.get(handler[0])?.push(body)
    const { status = 200, json } = await handler[1](body)
    return Response.json(json, { status })
  })
  return bodies
}

function parseBody(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}
