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
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
  const address = await app.listen(config.host, config.port).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    const port = `Port ${config.port} of the sandbox`
    throw new Error(`${port} is in use: stop what uses it, or set SANDBOX_PORT to another one.`, { cause: error })
  })
  // For whoever started it: the line says that it is ready and where.
  process.stdout.write(`sandbox ready ${address}\n`)
}

try {
  await start()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The sandbox could not start.'}\n`)
  process.exit(1)
}
