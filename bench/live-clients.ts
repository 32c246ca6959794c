import { randomBytes } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'

/**
 * Opens WebSockets, sends one message on each, and reads what comes: text frames of a server without compression. The process receives this
 * configuration as one message, says when all are open, and replies with what it has received.
 */
export type LiveClientsConfig = {
  readonly port: number
  readonly path: string
  readonly clients: readonly { readonly cookie: string; readonly message: string }[]
  readonly warmUpMs: number
  readonly measureMs: number
}
/** `delaysMs` has the time between a quote and its arrival for each frame. `bytes` is the size of an average frame. */
export type LiveClientsResult = {
  readonly frames: number
  readonly bytes: number
  readonly delaysMs: readonly number[]
}
export type LiveClientsEvent =
  | { readonly kind: 'open' | 'measuring' }
  | { readonly kind: 'done'; readonly result: LiveClientsResult }

/** This many connections are opened at once, so that the server's queue of new connections does not overflow. */
const openedAtOnce = 100
/** Only every tenth frame is measured, which is enough for a percentile. */
const sampledEvery = 10

process.once('message', (config: LiveClientsConfig) => {
  run(config).then(
    (result) => send({ kind: 'done', result }, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

function send(event: LiveClientsEvent, done?: () => void): void {
  process.send?.(event, () => done?.())
}

async function run({ port, path, clients, warmUpMs, measureMs }: LiveClientsConfig): Promise<LiveClientsResult> {
  let frames = 0
  let bytes = 0
  let isMeasuring = false
  const delaysMs: number[] = []
  const count = (frame: Buffer) => {
    if (!isMeasuring) return
    frames += 1
    bytes += frame.length
    if (frames % sampledEvery !== 0) return
    const atMs = Number(/,(\d{13})\]/.exec(frame.toString('latin1'))?.[1])
    if (!Number.isNaN(atMs)) delaysMs.push(Date.now() - atMs)
  }
  for (let index = 0; index < clients.length; index += openedAtOnce)
    await Promise.all(clients.slice(index, index + openedAtOnce).map((client) => openSocket(port, path, client, count)))
  send({ kind: 'open' })
  await sleep(warmUpMs)
  isMeasuring = true
  send({ kind: 'measuring' })
  await sleep(measureMs)
  isMeasuring = false
  return { frames, bytes: bytes / Math.max(1, frames), delaysMs }
}

/** Opens a socket. Resolves when the connection is upgraded and the message is sent. */
function openSocket(
  port: number,
  path: string,
  { cookie, message }: LiveClientsConfig['clients'][number],
  onFrame: (frame: Buffer) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let unread: Buffer = Buffer.alloc(0)
    let isUpgraded = false
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true }, () => {
      const lines = [
        `GET ${path} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        `origin: http://127.0.0.1:${port}`,
        `cookie: ${cookie}`,
        'connection: Upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        `sec-websocket-key: ${randomBytes(16).toString('base64')}`,
      ]
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    })
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
      if (!isUpgraded) {
        const end = unread.indexOf('\r\n\r\n')
        if (end === -1) return
        const head = unread.subarray(0, end).toString('latin1')
        if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(head.split('\r\n')[0]))
        isUpgraded = true
        unread = unread.subarray(end + 4)
        if (message !== '') socket.write(maskFrame(1, Buffer.from(message)))
        resolve(socket)
      }
      unread = readFrames(unread, (opcode, payload) => {
        if (opcode === 1) onFrame(payload)
        if (opcode === 9) socket.write(maskFrame(10, payload))
      })
    })
  })
}

/** Reads frames of a server, which are not masked. Returns the rest. */
function readFrames(data: Buffer, onFrame: (opcode: number, payload: Buffer) => void): Buffer {
  let at = 0
  while (data.length - at >= 2) {
    const short = (data[at + 1] ?? 0) & 127
    const headLength = short === 126 ? 4 : short === 127 ? 10 : 2
    if (data.length - at < headLength) break
    const length =
      short === 126 ? data.readUInt16BE(at + 2) : short === 127 ? Number(data.readBigUInt64BE(at + 2)) : short
    if (data.length - at < headLength + length) break
    onFrame((data[at] ?? 0) & 15, data.subarray(at + headLength, at + headLength + length))
    at += headLength + length
  }
  return data.subarray(at)
}

/** Builds a short frame of a browser, which is masked: here with zeros. */
function maskFrame(opcode: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([128 | opcode, 128 | payload.length, 0, 0, 0, 0]), payload])
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
