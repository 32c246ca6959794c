import { chartsCalls } from '@tradefront/contract/charts'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { listDrawings } from './drawing-store.ts'
import { removeDrawing, saveDrawing } from './save-drawing.ts'

export function chartsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, chartsCalls.listDrawings, async ({ user, body }) => ({
    ...okReply,
    drawings: await listDrawings(context.db, user.id, body.symbol),
  }))
  registerCall(app, chartsCalls.saveDrawing, async ({ user, body }) => {
    const result = await saveDrawing(context, user.id, body)
    return result.ok ? okReply : result
  })
  registerCall(app, chartsCalls.deleteDrawing, async ({ user, body }) => {
    await removeDrawing(context, user.id, body.id)
    return okReply
  })
}
