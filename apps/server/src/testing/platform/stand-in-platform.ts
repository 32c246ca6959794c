import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StandInPlatform = {
  readonly url: string
  /** By e-mail. */
  readonly passwords: Map<string, string>
  /** Paths and cookies of the calls, oldest first. */
  readonly calls: { readonly path: string; readonly cookie: string }[]
  /** Fault of all calls. */
  fault: 'none' | 'silent' | 'broken' | 'redirect' | 'error' | 'huge'
  readonly close: () => Promise<void>
}

/** Another trading platform with the calls of the specification (funding 7). */
export async function startStandInPlatform(): Promise<StandInPlatform> {
  const passwords = new Map<string, string>()
  const sessions = new Map<string, string>()
  const calls: { path: string; cookie: string }[] = []
  const server = createServer((request, response) => void answer(request, response))
  const state = { fault: 'none' as StandInPlatform['fault'] }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const cookie = request.headers.cookie ?? ''
    calls.push({ path: url.pathname, cookie })
    const body = await readBody(request)
    const send = (status: number, json: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
    if (state.fault === 'silent') return
    if (state.fault === 'broken') return void response.writeHead(200).end('{"return":')
    if (state.fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end()
    if (state.fault === 'error') return void send(500, { return: true })
    if (state.fault === 'huge') return void send(200, { return: true, filler: 'x'.repeat(2_000_000) })
    const email = sessions.get(/session=(\w+)/.exec(cookie)?.[1] ?? '')
    if (url.pathname === '/cli/login') {
      const form = new URLSearchParams(body)
      const login = form.get('login') ?? ''
      if (passwords.get(login) !== form.get('password')) return void send(200, { return: false, message: 'Wrong.' })
      const session = `s${sessions.size}`
      sessions.set(session, login)
      return void send(200, { return: true, message: 'Welcome' }, { 'set-cookie': `session=${session}; HttpOnly` })
    }
    if (email === undefined) return void send(401, { return: false })
    if (url.pathname === '/cli/password') {
      const { oldPassword, newPassword } = JSON.parse(body) as Record<string, string>
      if (passwords.get(email) !== oldPassword || newPassword === undefined || newPassword.includes('weak'))
        return void send(200, { return: false })
      passwords.set(email, newPassword)
      return void send(200, { return: true })
    }
    if (url.pathname === '/cli/logout') {
      sessions.delete(/session=(\w+)/.exec(cookie)?.[1] ?? '')
      return void send(200, { return: true })
    }
    if (url.pathname === '/cli/userInfo') return void send(200, { available: 4711.5 })
    if (url.pathname === '/cli/orders')
      return void send(200, {
        return: true,
        hits: [],
        total: Number(url.searchParams.get('limit')),
        skip: 0,
        next: null,
      })
    if (url.pathname === '/cli/transactions') return void send(200, { return: true, hits: [], total: 3, next: null })
    send(404, { return: false })
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passwords,
    calls,
    get fault() {
      return state.fault
    },
    set fault(fault) {
      state.fault = fault
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
