import type { FastifyInstance } from 'fastify'

import type { AppConfig, AppContext } from './context.ts'
import { type ContextOptions, createContext } from './create-context.ts'
import { modules } from './modules.ts'
import { countOpenAlerts } from './modules/alerts/service.ts'
import { createSessionStore } from './modules/auth/session-store.ts'
import { dayMs } from './platform/clock.ts'
import { describeError } from './platform/http/errors.ts'
import { registerHealth } from './platform/http/health.ts'
import type { ConnectionLimits } from './platform/http/connections.ts'
import { registerOpenApi } from './platform/http/openapi.ts'
import { createHttpServer } from './platform/http/server.ts'
import { bindJobs } from './platform/jobs/job.ts'
import type { LogStream } from './platform/logging/log.ts'
import { getWork } from './platform/logging/work.ts'
import { createMeasureReader } from './platform/metrics/measures.ts'
import { type Metrics, noMetrics, type Sample } from './platform/metrics/metrics.ts'

export type AppOptions = Omit<
  ContextOptions,
  'config' | 'onError' | 'onAlert' | 'onProviderCall' | 'actions' | 'sealedReaders'
> & {
  readonly config: Omit<AppConfig, 'isHttps'> & {
    readonly logLevel: string
    readonly trustedProxies: readonly string[] | number | undefined
    /** Adds the API documents at `/docs`. Default: true. */
    readonly hasApiDocs?: boolean
  }
  readonly logStream?: LogStream
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** Default: nothing is measured. */
  readonly metrics?: Metrics
}

export type App = {
  readonly http: FastifyInstance
  readonly context: AppContext
  /** Gauges of this server and of its database. */
  readonly readSamples: () => Promise<readonly Sample[]>
  /** Waits for requests and jobs; leaves the database open. */
  readonly close: () => Promise<void>
}

/** Starts nothing: the caller starts `http`, and `live`, `jobs` and `market` of the context. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, logStream, connectionLimits, metrics = noMetrics } = options
  const { context, close } = createContext({
    ...options,
    onError: (error) => {
      const { id, job } = getWork() ?? {}
      metrics.count('tradefront_background_failures_total', { job: job ?? 'none' })
      http.log.error({ id, job, fault: describeError(error) }, 'background')
    },
    onProviderCall: ({ seconds, ...call }) => {
      const { id, job } = getWork() ?? {}
      metrics.observe('tradefront_provider_call_seconds', { provider: call.provider, outcome: call.outcome }, seconds)
      http.log.info({ id, job, ...call, ms: Math.round(seconds * 1000) }, 'provider')
    },
    actions: Object.assign({}, ...modules.map(({ actions }) => actions)) as AppContext['actions'],
    sealedReaders: Object.assign(
      {},
      ...modules.map(({ sealedReaders }) => sealedReaders),
    ) as AppContext['sealedReaders'],
    onAlert: ({ id, kind, subject }) => http.log.error({ alert: { id, kind, subject } }, 'alert'),
  })
  const { db, seal, settings, live, jobs } = context
  const http = await createHttpServer({
    sessionStore: createSessionStore({
      db,
      getIdleMs: async () => (await settings.getSetting('session_idle_days')) * dayMs,
      onSessionEnded: (userId) => live.publish(userId, { type: 'sessions_changed' }),
    }),
    clock,
    seal,
    publicUrl: config.publicUrl,
    processorUrls: config.processorsUrl === null ? [] : [config.processorsUrl ?? config.sandboxUrl],
    chatOrigin: config.chatUrl === null ? null : new URL(config.chatUrl).origin,
    logLevel: config.logLevel,
    logStream,
    trustedProxies: config.trustedProxies,
    connectionLimits,
    requestsPerMinute: config.requestsPerMinute,
    servedLocales: config.servedLocales,
    onRequestDone: (status, seconds) =>
      metrics.observe('tradefront_http_request_seconds', { status: `${Math.floor(status / 100)}xx` }, seconds),
  })
  if (config.hasApiDocs ?? true) registerOpenApi(http)
  registerHealth(http, () => countOpenAlerts(db))
  for (const addRoutes of modules.flatMap(({ routes = [] }) => routes))
    await http.register(async (scope) => addRoutes(scope, context))
  jobs.register(
    bindJobs(
      modules.flatMap((module) => module.jobs ?? []),
      context,
      context.quarantine.isOpen,
    ),
  )
  const readMeasures = createMeasureReader({
    db,
    clock,
    measures: modules.flatMap(({ measures = [] }) => measures),
    onError: context.onError,
  })
  return {
    http,
    context,
    readSamples: async () => [
      ...(await readMeasures()),
      { name: 'tradefront_live_sockets', value: live.countListeners() },
      { name: 'tradefront_database_waiting', value: options.database.pool.waitingCount },
    ],
    close: async () => {
      await http.close()
      await close()
    },
  }
}
