import { telemetryCalls } from '@tradefront/contract/telemetry'
import type { FastifyInstance } from 'fastify'

import { registerCall, okReply } from '../../platform/http/route.ts'
import type { TelemetryService } from './service.ts'

const reportsPerMinute = 30

/** spec: funding 7 */
export function telemetryRoutes({ telemetry }: { telemetry: TelemetryService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(
      app,
      telemetryCalls.reportError,
      async ({ body, request }) => {
        await telemetry.recordError(body, request.headers['user-agent'] ?? '')
        return okReply
      },
      { perMinute: reportsPerMinute },
    )
  }
}
