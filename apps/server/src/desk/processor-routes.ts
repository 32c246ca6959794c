import { deskProcessorCalls, processorReaders, providerReaders } from '@tradefront/contract/desk-processors'
import type { FastifyInstance } from 'fastify'

import { listDeskProcessors } from '../modules/deposits/processor-query.ts'
import { listDeskProviders } from '../modules/providers/desk-query.ts'
import { readSettings } from '../modules/settings/service.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

export function processorRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(
    app,
    context,
    deskProcessorCalls.listProcessors,
    async () => {
      const { processors_off: off } = await readSettings(db)
      return { ...okReply, off, processors: await listDeskProcessors(db, off, new Date()) }
    },
    processorReaders,
  )
  registerDeskCall(
    app,
    context,
    deskProcessorCalls.listProviders,
    async () => ({ ...okReply, providers: await listDeskProviders(db) }),
    providerReaders,
  )
}
