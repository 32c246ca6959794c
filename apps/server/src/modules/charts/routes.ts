import { chartsCalls } from '@tradefront/contract/charts'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { listDrawings } from './drawing-store.ts'
import { deleteLayout, listLayouts } from './layout-store.ts'
import { removeDrawing, saveDrawing } from './save-drawing.ts'
import { renameLayout, saveLayout } from './save-layout.ts'

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
  registerCall(app, chartsCalls.listLayouts, async ({ user }) => ({
    ...okReply,
    layouts: await listLayouts(context.db, user.id),
  }))
  registerCall(app, chartsCalls.saveLayout, async ({ user, body }) => {
    const result = await saveLayout(context, user.id, body)
    return result.ok ? okReply : result
  })
  registerCall(app, chartsCalls.renameLayout, async ({ user, body }) => {
    const result = await renameLayout(context, user.id, body)
    return result.ok ? okReply : result
  })
  registerCall(app, chartsCalls.deleteLayout, async ({ user, body }) => {
    await deleteLayout(context.db, user.id, body.id)
    return okReply
  })
}
