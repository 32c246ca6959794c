import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The public address that processors call back. */
export type LoadBalancer = { readonly url: string; readonly stop: () => void }

/** Forwards each POST to the first server that accepts it, or answers 502. */
export async function startLoadBalancer(servers: () => readonly string[]): Promise<LoadBalancer> {
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => {
      const body = Buffer.concat(parts)
      const tryNext = (left: readonly string[]) => {
        const [url, ...others] = left
        if (url === undefined) return void outgoing.writeHead(502).end()
        const { method, headers } = incoming
        const passed = request(`${url}${incoming.url ?? '/'}`, { method, headers, agent: false }, (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers)
          response.pipe(outgoing)
        })
        passed.on('error', () => (outgoing.headersSent ? outgoing.destroy() : tryNext(others)))
        passed.end(body)
      }
      tryNext(servers())
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
