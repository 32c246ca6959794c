import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * `works`: passes everything on. `dies`: cuts each reply in the middle. `is_down`: refuses connections. `hangs`: takes
 * requests and never replies. `answers_html`: as a proxy in front of a dead node does.
 */
export type ConnectionState = 'works' | 'dies' | 'is_down' | 'hangs' | 'answers_html'

/** Stands between an adapter and its node. */
export type NodeConnection = {
  /** With the credentials of the node's URL. */
  readonly url: string
  readonly setState: (state: ConnectionState) => void
  readonly close: () => Promise<void>
}

const toReply = (status: string, body: string) => `HTTP/1.1 ${status}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const badGateway = toReply('502 Bad Gateway', '<html><body>Bad gateway</body></html>')
const methodNotFound = toReply('200 OK', '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"not found"}}')

/** @param missingMethod of JSON-RPC, which the node then does not have */
export async function openNodeConnection(nodeUrl: string, missingMethod?: string): Promise<NodeConnection> {
  const target = new URL(nodeUrl)
  const sockets = new Set<Socket>()
  let state: ConnectionState = 'works'
  const server = createServer((client) => {
    sockets.add(client)
    const node = connect(Number(target.port), target.hostname)
    client.on('error', () => client.destroy()).on('close', () => node.destroy() && sockets.delete(client))
    node.on('error', () => client.destroy()).on('close', () => client.destroy())
    // The state counts at each message, because adapters keep their connections open.
    client.on('data', (chunk: Buffer) => {
      if (state === 'is_down') client.resetAndDestroy()
      else if (state === 'answers_html') client.write(badGateway)
      else if (missingMethod !== undefined && chunk.includes(`"${missingMethod}"`)) client.write(methodNotFound)
      else if (state !== 'hangs') node.write(chunk)
    })
    node.on('data', (chunk: Buffer) => {
      if (state === 'dies') client.write(chunk.subarray(0, chunk.length / 2), () => client.resetAndDestroy())
      else if (state === 'works') client.write(chunk)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(nodeUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href.replace(/\/$/, ''),
    setState: (next) => {
      state = next
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
