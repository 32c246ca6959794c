import { telemetryCalls } from '@tradefront/contract/telemetry'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import { recordError } from './service.ts'

const reportsPerMinute = 30

/** spec: funding 7 */
export function telemetryRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(
    app,
    telemetryCalls.reportError,
    async ({ body, request }) => {
      await recordError(context, body, request.headers['user-agent'] ?? '')
      return okReply
    },
    { perMinute: reportsPerMinute },
  )
}
