import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { type WebSocket, WebSocketServer } from 'ws'

export type ReplayExchange = {
  readonly url: string
  /** Path and query of each connection, in order. */
  readonly requests: string[]
  readonly countOpen: () => number
  /** To all connections. */
  readonly sendTrade: (name: string, id: number, price: string, atMs?: number) => void
  readonly sendText: (text: string) => void
  readonly dropConnections: () => void
  /** New connections are closed at once. */
  readonly setDown: (isDown: boolean) => void
  readonly close: () => Promise<void>
}

/** A public exchange with Binance's combined trade stream, which sends what the test says. */
export async function startReplayExchange(options: { readonly autoPong?: boolean } = {}): Promise<ReplayExchange> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: options.autoPong ?? true })
  await once(server, 'listening')
  const requests: string[] = []
  let isDown = false
  server.on('connection', (socket: WebSocket, request) => {
    requests.push(request.url ?? '')
    if (isDown) socket.terminate()
  })
  const sendText = (text: string) => {
    for (const socket of server.clients) socket.send(text)
  }
  const dropConnections = () => {
    for (const socket of server.clients) socket.terminate()
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/stream`,
    requests,
    countOpen: () => server.clients.size,
    sendText,
    sendTrade: (name, id, price, atMs = Date.now()) =>
      sendText(
        JSON.stringify({
          stream: `${name}@trade`,
          data: { e: 'trade', E: atMs, s: name.toUpperCase(), t: id, p: price, q: '0.5', T: atMs, m: true, M: true },
        }),
      ),
    dropConnections,
    setDown: (next) => {
      isDown = next
      if (isDown) dropConnections()
    },
    close: async () => {
      dropConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
