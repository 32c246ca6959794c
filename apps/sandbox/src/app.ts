import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import formbody from '@fastify/formbody'
import { fastify, type FastifyInstance, LogController } from 'fastify'

import { beaconRoutes } from './beacon/beacon-routes.ts'
import { chainRoutes } from './chains/chain-routes.ts'
import { walletRoutes } from './chains/wallet-routes.ts'
import { chatRoutes } from './chat/chat-routes.ts'
import { controlRoutes } from './control/control-routes.ts'
import { paymentPageRoutes } from './processors/payment-pages.ts'
import { HttpError } from './http/http-error.ts'
import { rateRoutes } from './rates/rate-routes.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'
import { createSmtpServer } from './mail/smtp-server.ts'
import { pushRoutes } from './push/push-routes.ts'
import { newsRoutes } from './news/news-routes.ts'
import { payoutRoutes } from './payouts/payout-routes.ts'
import { processorRoutes } from './processors/processor-routes.ts'
import { zoomRoutes } from './zoom/zoom-routes.ts'

export type SandboxApp = {
  readonly http: FastifyInstance
  readonly sandbox: Sandbox
  /** Starts listening and returns its URL. */
  readonly listen: (host: string, port: number) => Promise<string>
  readonly listenSmtp: (host: string, port: number) => Promise<string>
  readonly close: () => Promise<void>
}

export type SandboxAppOptions = SandboxOptions & {
  /** Public address of the sandbox. The default is the address it listens on. */
  readonly publicUrl?: string
  readonly logLevel: string
}

const assets = join(import.meta.dirname, '../assets')
const readAsset = (name: string) => readFileSync(join(assets, name), 'utf8')
const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}
/** Files of the site's font, for the chat in its frame. */
const fonts = ['inter-latin-wght-normal.woff2', 'inter-cyrillic-wght-normal.woff2'] as const
const { resolve: resolveFile } = createRequire(import.meta.url)
const publicAssets = [
  'page.css',
  'post-back.js',
  'coin-units.js',
  'control.js',
  'wallet.js',
  'chat.css',
  'chat.js',
] as const

/** Builds the sandbox. It never logs bodies. */
export async function buildSandbox(options: SandboxAppOptions): Promise<SandboxApp> {
  const sandbox = createSandbox(options)
  const smtp = createSmtpServer(sandbox)
  const http = fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, base: { name: 'sandbox' } },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 16_384,
    keepAliveTimeout: 65_000,
    forceCloseConnections: true,
  })
  let ownUrl = options.publicUrl ?? ''

  http.addHook('onSend', (_request, reply, _payload, done) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
    if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store')
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const path = request.url.split('?')[0]
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    )
    done()
  })
  http.setErrorHandler((error, request, reply) => {
    const status = toStatusCode(error)
    if (status >= 500) request.log.error({ kind: error instanceof Error ? error.name : 'unknown' }, 'fault')
    return reply
      .code(status)
      .send({ error: error instanceof HttpError ? error.message : status >= 500 ? 'internal' : 'refused' })
  })

  for (const name of publicAssets) {
    const content = readAsset(name)
    http.get(`/assets/${name}`, (_request, reply) =>
      reply.type(contentTypes[name.split('.').at(-1) ?? ''] ?? 'text/plain').send(content),
    )
  }
  for (const name of fonts) {
    const content = readFileSync(resolveFile(`@fontsource-variable/inter/files/${name}`))
    http.get(`/assets/${name}`, (_request, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(content),
    )
  }
  http.get('/healthz', () => ({ ok: true }))
  await http.register(processorRoutes(sandbox, () => ownUrl))
  await http.register(payoutRoutes(sandbox))
  await http.register(zoomRoutes(sandbox, readAsset('zoom.js')))
  await http.register(chatRoutes(sandbox, readAsset('chat.html')))
  await http.register(chainRoutes(sandbox))
  await http.register(walletRoutes(sandbox, readAsset('wallet.html')))
  await http.register(rateRoutes(sandbox))
  await http.register(beaconRoutes(sandbox))
  await http.register(newsRoutes(sandbox, () => ownUrl))
  await http.register(pushRoutes(sandbox))
  await http.register(controlRoutes(sandbox, readAsset('control.html')))
  await http.register(async (pages) => {
    await pages.register(formbody, { bodyLimit: 4096 })
    await pages.register(paymentPageRoutes(sandbox))
  })

  return {
    http,
    sandbox,
    listen: async (host, port) => {
      const address = await http.listen({ host, port })
      ownUrl ||= address.replace('[::1]', 'localhost')
      return address
    },
    listenSmtp: smtp.listen,
    close: async () => {
      await Promise.all([http.close(), smtp.close()])
      await sandbox.close()
    },
  }
}

function toStatusCode(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status >= 400 ? status : 500
}
