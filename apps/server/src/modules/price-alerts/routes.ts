import { priceAlertsCalls } from '@tradefront/contract/price-alerts'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { createAlert, listAlertViews, removeAlert } from './manage-alerts.ts'

export function priceAlertsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, priceAlertsCalls.listPriceAlerts, async ({ user }) => ({
    ...okReply,
    alerts: await listAlertViews(context, user.id),
  }))
  registerCall(app, priceAlertsCalls.createPriceAlert, async ({ user, body }) => {
    const created = await createAlert(context, user.id, body)
    return created.ok ? { ...okReply, alert: created.value } : created
  })
  registerCall(app, priceAlertsCalls.deletePriceAlert, async ({ user, body }) => {
    await removeAlert(context, user.id, body.id)
    return okReply
  })
}
