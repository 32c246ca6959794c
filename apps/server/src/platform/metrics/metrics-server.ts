import { createServer } from 'node:http'
import { once } from 'node:events'

import { StartupError } from '../config/startup-error.ts'
import { getErrorCode } from '../error-code.ts'
import type { MetricsRegistry, Sample } from './metrics.ts'

/** Answers `GET /metrics` only, at an address of its own: what it says is not for traders. */
export async function startMetricsServer(
  registry: MetricsRegistry,
  readSamples: () => Promise<readonly Sample[]>,
  { address, port }: { readonly address: string; readonly port: number },
  onError: (error: unknown) => void,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    readSamples()
      .then(registry.render)
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          onError(error)
          response.writeHead(500).end()
        },
      )
  })
  server.listen(port, address)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartupError(
      `The address ${address}:${port} for metrics cannot be used (${getErrorCode(error) ?? 'unknown'}): set METRICS_PORT to another port, or METRICS_ADDRESS to an address of this machine.`,
    )
  }
  server.on('error', onError)
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close: async () => {
      registry.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
