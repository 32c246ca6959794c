import { auditReaders, controlCalls } from '@tradefront/contract/desk-control'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { checkAuditTrail } from '../modules/log/audit-trail.ts'
import { recordRead } from '../modules/operators/desk-session-store.ts'
import { listOperatorRows } from '../modules/operators/desk-query.ts'
import { listSettingViews } from '../modules/settings/desk-query.ts'
import { parseSetting } from '../modules/settings/schema.ts'
import { createSettingsService } from '../modules/settings/service.ts'
import { isSettingName } from '../modules/settings/setting-rules.ts'
import { auditPageSize, exportAuditEntries, listAuditEntries, listSettingChanges } from '../platform/audit-query.ts'
import { findFirstSeal } from '../platform/audit-seals.ts'
import { systemClock } from '../platform/clock.ts'
import { okReply } from '../platform/http/route.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

/** Calls about operators, settings and the audit trail. */
export function controlRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  const settings = createSettingsService({ db, clock: systemClock })
  registerDeskCall(app, context, controlCalls.listOperators, async () => ({
    ...okReply,
    operators: await listOperatorRows(db),
  }))
  registerDeskCall(app, context, controlCalls.listSettings, async () => ({
    ...okReply,
    settings: await listSettingViews(db),
  }))
  registerDeskCall(app, context, controlCalls.listSettingChanges, async ({ params: { name } }) => ({
    ...okReply,
    changes: isSettingName(name) ? await listSettingChanges(db, name) : [],
  }))
  registerDeskCall(app, context, controlCalls.checkSetting, async ({ body: { name, value } }) => {
    if (!isSettingName(name)) return refuse('errors.not_found')
    const parsed = parseSetting(name, value)
    const problem = await settings.findProblem(name, value)
    if (parsed === undefined || problem !== undefined)
      return refuse('desk_control.wrong_value', { reason: problem ?? '' })
    return { ...okReply, value: parsed }
  })
  registerDeskCall(
    app,
    context,
    controlCalls.listAuditEntries,
    async ({ query: { before, ...filter }, secret }) => {
      await recordRead(db, secret, 'audit')
      const entries = await listAuditEntries(db, filter, before, auditPageSize + 1)
      return { ...okReply, entries: entries.slice(0, auditPageSize), hasMore: entries.length > auditPageSize }
    },
    auditReaders,
  )
  registerDeskCall(
    app,
    context,
    controlCalls.exportAuditEntries,
    async ({ query, secret }) => {
      await recordRead(db, secret, 'audit:file')
      return { ...okReply, ...(await exportAuditEntries(db, query)) }
    },
    auditReaders,
  )
  registerDeskCall(
    app,
    context,
    controlCalls.checkAudit,
    async () => {
      const { seals, faults, differingHeads, unlogged } = await checkAuditTrail({ reports: db })
      const firstFault = await findFirstSeal(
        db,
        faults.map(({ entryId }) => entryId),
      )
      return {
        ...okReply,
        seals,
        unlogged,
        faults: faults.length + differingHeads.length,
        holdsUpTo: Math.min(seals + 1, firstFault ?? Infinity, ...differingHeads) - 1,
      }
    },
    auditReaders,
  )
}
