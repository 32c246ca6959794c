import { createConnection } from 'node:net'

/**
 * Sends one prepared request over keep-alive connections and reads only status and length. The process receives this configuration as one
 * message and replies with requests per second.
 */
export type LoadConfig = {
  readonly port: number
  readonly request: string
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
}
export type LoadResult = { readonly perSecond: number; readonly failed: number }

process.once('message', (config: LoadConfig) => {
  generateLoad(config).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

async function generateLoad(config: LoadConfig): Promise<LoadResult> {
  let done = 0
  let failed = 0
  const request = Buffer.from(config.request)
  const sockets = await Promise.all(
    Array.from({ length: config.connections }, () =>
      openConnection(config.port, (ok) => {
        done += 1
        if (!ok) failed += 1
        return request
      }),
    ),
  )
  for (const socket of sockets) socket.write(request)
  await sleep(config.warmUpMs)
  const before = done
  const failedBefore = failed
  const from = performance.now()
  await sleep(config.measureMs)
  const perSecond = ((done - before) * 1000) / (performance.now() - from)
  for (const socket of sockets) socket.destroy()
  return { perSecond, failed: failed - failedBefore }
}

function openConnection(port: number, onResponse: (ok: boolean) => Buffer) {
  return new Promise<ReturnType<typeof createConnection>>((resolve, reject) => {
    let text = ''
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket))
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      const ok = text.startsWith('HTTP/1.1 200')
      text = text.slice(end + 4 + length)
      socket.write(onResponse(ok))
    })
  })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
