import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { WebSocketServer } from 'ws'

/** A bare `ws` server that sends FRAME_BYTES to each socket, five times a second. It prints its URL. */
const frame = Buffer.from('x'.repeat(Number(process.env['FRAME_BYTES'])))
const http = createServer()
const server = new WebSocketServer({ server: http, perMessageDeflate: false })

setInterval(() => {
  for (const socket of server.clients)
    if (socket.readyState === socket.OPEN && socket.bufferedAmount === 0) socket.send(frame, { binary: false })
}, 200)

http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready at http://127.0.0.1:${(http.address() as AddressInfo).port}\n`)
})
