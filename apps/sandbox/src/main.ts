import { buildSandbox } from './app.ts'
import { readSandboxConfig } from './config.ts'

/** Starts the sandbox by itself: `node apps/sandbox/src/main.ts`. */
async function start(): Promise<void> {
  const config = readSandboxConfig(process.env)
  const app = await buildSandbox(config)
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void app.close().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const address = await app.listen(config.host, config.port)
  // For whoever started it: the line says that it is ready and where.
  process.stdout.write(`sandbox ready ${address}\n`)
}

try {
  await start()
} catch (error) {
  const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  const said = error instanceof Error ? error.message : 'The sandbox could not start.'
  process.stderr.write(`${inUse ? 'The port of the sandbox is in use: set SANDBOX_PORT to a free one.' : said}\n`)
  process.exit(1)
}
