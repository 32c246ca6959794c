import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

import { csrfHeader } from '../../platform/http/csrf.ts'

/** Keeps cookies and the CSRF token. */
export type TestClient = {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<TestReply>
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestReply>
  readonly postForm: (path: string, fields: Record<string, string>) => Promise<TestReply>
  readonly send: (options: InjectOptions) => Promise<TestReply>
  /** Returns the last reply. */
  readonly login: (email: string, password: string) => Promise<TestReply>
  readonly cookies: Map<string, string>
  readonly getCsrfToken: () => string
}

/** `json` is null for other content types. */
export type TestReply = {
  readonly status: number
  readonly json: unknown
  readonly text: string
  readonly headers: LightMyRequestResponse['headers']
}

export async function createClient(http: FastifyInstance, address = '127.0.0.1'): Promise<TestClient> {
  const cookies = new Map<string, string>()
  let csrf = ''

  const send = async (options: InjectOptions): Promise<TestReply> => {
    const reply = await http.inject({
      remoteAddress: address,
      ...options,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(options.method === 'POST' ? { [csrfHeader]: csrf } : {}),
        ...options.headers,
      },
    })
    for (const { name, value, maxAge, expires } of reply.cookies) {
      const isRemoved = value === '' || maxAge === 0 || (expires !== undefined && expires.getTime() <= 0)
      if (isRemoved) cookies.delete(name)
      else cookies.set(name, value)
    }
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    const json: unknown = isJson && reply.body !== '' ? JSON.parse(reply.body) : null
    csrf = field(json, 'csrf') ?? csrf
    return { status: reply.statusCode, json, text: reply.body, headers: reply.headers }
  }
  const postForm: TestClient['postForm'] = (path, fields) =>
    send({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const post: TestClient['post'] = (path, body, headers = {}) =>
    send({
      method: 'POST',
      url: path,
      payload: JSON.stringify(body ?? {}),
      headers: { 'content-type': 'application/json', ...headers },
    })

  await send({ method: 'GET', url: '/api/boot' })
  return {
    get: (path, headers = {}) => send({ method: 'GET', url: path, headers }),
    post,
    postForm,
    send,
    login: async (email, password) => {
      const platform = await postForm('/cli/login', { login: email, password })
      const token = field(platform.json, 'token')
      return token === undefined ? platform : post('/api/login', { email, password, token, marker: 'site' })
    },
    cookies,
    getCsrfToken: () => csrf,
  }
}

function field(json: unknown, name: string): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const value: unknown = Object.entries(json).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}
