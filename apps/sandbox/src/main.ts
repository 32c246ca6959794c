import { buildSandbox } from './app.ts'
import { readSandboxConfig } from './config.ts'
import { fetchQuotes } from './rates/fetch-quotes.ts'

/** A log that cannot be written, e.g. on a full disk, must not end the sandbox. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

/** Starts the sandbox: `node apps/sandbox/src/main.ts`. */
async function start(): Promise<void> {
  const config = readSandboxConfig(process.env)
  const app = await buildSandbox({ ...config, fetchQuotes: () => fetchQuotes(config.serverUrl) })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void app.close().then(() => process.exit(0))
  }
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop)
  // The parent was killed while this process was loading.
  if (process.send && !process.connected) return stop()
  const mail = await app
    .listenSmtp(config.host, config.smtpPort)
    .catch(explainListenError(config.host, config.smtpPort, 'SANDBOX_SMTP_PORT'))
  const address = await app
    .listen(config.host, config.port)
    .catch(explainListenError(config.host, config.port, 'SANDBOX_PORT'))
  // The parent process waits for these lines.
  process.stdout.write(`sandbox takes mail at ${mail}\n`)
  process.stdout.write(`sandbox ready ${address}\n`)
}

function explainListenError(host: string, port: number, setting: string) {
  return (error: unknown): never => {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`HOST ${host} is not an address of this machine.`, { cause: error })
    if (code !== 'EADDRINUSE') throw error
    const sentence = `Port ${port} of the sandbox is in use: stop what uses it, or set ${setting} to another one.`
    throw new Error(sentence, { cause: error })
  }
}

try {
  await start()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The sandbox could not start.'}\n`)
  process.exit(1)
}
