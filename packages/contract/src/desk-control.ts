import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { passkeyView } from './desk.ts'
import { operatorRoles, type OperatorRole } from './operator-actions.ts'
import { emptyBody, extendPlainReply, singleLine, timeMs } from './wire.ts'

// Calls of the operators' desk about operators, settings and the audit trail.

export const operatorStates = ['active', 'new', 'invited', 'expired', 'disabled'] as const

export const operatorRow = z.object({
  id: z.number(),
  name: z.string(),
  roles: z.array(z.enum(operatorRoles)),
  /** `new`: the operator can sign nothing before `signsFromMs`. `expired`: the invitation was not used in time. */
  state: z.enum(operatorStates),
  createdAtMs: timeMs,
  signsFromMs: timeMs,
  /** Null: the operator has never logged in, or not for a long time. */
  lastLoginAtMs: z.nullable(timeMs),
  /**
   * SHA-256 of the secret in an invitation link that was not opened yet. The browser that made the link finds its invitation by this hash.
   */
  invitation: z.nullable(z.string()),
  passkeys: z.array(passkeyView),
})
export type OperatorRow = z.infer<typeof operatorRow>

export const settingGroups = ['deposits', 'coins', 'withdrawals', 'trading', 'bonuses', 'texts', 'operations'] as const
export type SettingGroup = (typeof settingGroups)[number]
export const settingUnits = [
  'base',
  'percent',
  'times',
  'count',
  'days',
  'hours',
  'minutes',
  'seconds',
  'milliseconds',
] as const
export type SettingUnit = (typeof settingUnits)[number]

export const settingView = z.object({
  name: z.string(),
  group: z.enum(settingGroups),
  unit: z.nullable(z.enum(settingUnits)),
  action: z.enum(['setting.change', 'setting.change_dangerous']),
  roles: z.array(z.enum(operatorRoles)),
  value: z.unknown(),
  default: z.unknown(),
  /** Type, limits and choices of the value, as JSON Schema. */
  schema: z.unknown(),
  /** Null: the setting was never changed. */
  changedAtMs: z.nullable(timeMs),
})
export type SettingView = z.infer<typeof settingView>

export const settingChange = z.object({
  id: z.number(),
  atMs: timeMs,
  operator: z.string(),
  /** Null: the setting had its default value. */
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  isSigned: z.boolean(),
})
export type SettingChange = z.infer<typeof settingChange>

/** Roles that can read what operators have done and looked at. */
export const auditReaders = ['finance', 'risk', 'admin'] as const satisfies readonly OperatorRole[]

export const auditEntry = z.object({
  id: z.number(),
  atMs: timeMs,
  operator: z.string(),
  /** Account of the operating system, if the entry was made by the operator's command. */
  osUser: z.nullable(z.string()),
  action: z.string(),
  subject: z.string(),
  reason: z.nullable(z.string()),
  before: z.unknown(),
  after: z.unknown(),
  /** Names of the operators who signed it with a passkey. */
  signedBy: z.array(z.string()),
})
export type AuditEntryView = z.infer<typeof auditEntry>

/** A day in UTC. */
const day = z.iso.date()
export const auditFilter = {
  operator: z.optional(singleLine(100)),
  subject: z.optional(singleLine(100)),
  action: z.optional(singleLine(60)),
  from: z.optional(day),
  to: z.optional(day),
}
export type AuditFilter = z.infer<z.ZodMiniObject<typeof auditFilter>>

/** A CSV file has at most this many rows. */
export const auditFileRows = 10_000

const settingName = z.string().check(z.regex(/^[a-z][a-z0-9_]{1,59}$/))
const auditId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

export const controlCalls = {
  listOperators: defineCall({
    method: 'GET',
    path: '/api/desk/operators',
    access: 'client',
    source: 'ours',
    summary: 'All operators, with their roles and passkeys.',
    reply: z.object({ return: z.literal(true), operators: z.array(operatorRow) }),
  }),
  listSettings: defineCall({
    method: 'GET',
    path: '/api/desk/settings',
    access: 'client',
    source: 'ours',
    summary: 'All settings: values, defaults, and who can change them.',
    reply: z.object({ return: z.literal(true), settings: z.array(settingView) }),
  }),
  listSettingChanges: defineCall({
    method: 'GET',
    path: '/api/desk/settings/:name',
    access: 'client',
    source: 'ours',
    summary: 'The last 50 changes of a setting, newest first.',
    params: z.strictObject({ name: settingName }),
    reply: z.object({ return: z.literal(true), changes: z.array(settingChange) }),
  }),
  checkSetting: defineCall({
    method: 'POST',
    path: '/api/desk/settings/check',
    access: 'client',
    source: 'ours',
    summary: 'Whether a setting can have a value, which is returned as it would be stored. Changes nothing.',
    body: z.strictObject({ name: settingName, value: z.unknown() }),
    reply: extendPlainReply({ value: z.optional(z.unknown()) }),
  }),
  listAuditEntries: defineCall({
    method: 'GET',
    path: '/api/desk/audit',
    access: 'client',
    source: 'ours',
    summary: 'Entries of the audit trail, newest first, 100 at a time. Its reading is an entry, once an hour.',
    query: z.strictObject({ ...auditFilter, before: z.optional(auditId) }),
    reply: z.object({ return: z.literal(true), entries: z.array(auditEntry), hasMore: z.boolean() }),
  }),
  exportAuditEntries: defineCall({
    method: 'GET',
    path: '/api/desk/audit/file',
    access: 'client',
    source: 'ours',
    summary: 'The newest 10,000 entries that match, as CSV.',
    query: z.strictObject(auditFilter),
    reply: z.object({ return: z.literal(true), csv: z.string(), rows: z.number() }),
  }),
  checkAudit: defineCall({
    method: 'POST',
    path: '/api/desk/audit/check',
    access: 'client',
    source: 'ours',
    summary: 'Compares the entries with their chain of hashes, and the chain with the public log.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      /** Number of the last seal. */
      seals: z.number(),
      /** Everything agrees up to this seal. */
      holdsUpTo: z.number(),
      faults: z.number(),
      /** Number of seals that the public log does not have yet. */
      unlogged: z.number(),
    }),
  }),
}
