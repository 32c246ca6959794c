import { deskViewCalls } from '@tradefront/contract/desk-views'
import type { FastifyInstance } from 'fastify'

import { listViews, removeView, saveView } from '../modules/operators/desk-view-store.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { refuseByRule } from './refuse-by-rule.ts'

/** Saved views of the operator who is logged in. */
export function viewRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(app, context, deskViewCalls.listViews, async ({ secret }) => ({
    ...okReply,
    views: await listViews(db, secret),
  }))
  registerDeskCall(
    app,
    context,
    deskViewCalls.saveView,
    async ({ body, secret }) => (await refuseByRule(saveView(db, secret, body))) ?? okReply,
  )
  registerDeskCall(app, context, deskViewCalls.removeView, async ({ body, secret }) => {
    await removeView(db, secret, body.id)
    return okReply
  })
}
