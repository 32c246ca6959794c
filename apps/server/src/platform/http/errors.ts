import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'
import pg from 'pg'

import type { ConstraintName } from '../database/constraints.ts'
import { getErrorCode } from '../error-code.ts'

/** PostgreSQL's code. */
const diskFull = '53100'

/** Status of some codes; others are 409. */
const statusByCode: Partial<Record<TextKey, number>> = {
  'errors.malformed': 400,
  'errors.session': 401,
  'errors.csrf': 403,
  'errors.not_found': 404,
  'errors.conflict': 409,
  'errors.too_large': 413,
  'errors.wrong_type': 415,
  'errors.other_key_body': 422,
  'errors.too_many': 429,
  'errors.fault': 500,
  'errors.maintenance': 503,
}

/** Refusals whose status is 5xx although nothing is broken. They are not logged as faults. */
const expectedCodes: readonly TextKey[] = ['errors.maintenance', 'desk.hears_nothing']

/** Returns whether a reply with this status reports a fault of the server. */
export function isFault({ status, code }: Pick<WireError, 'status' | 'code'>): boolean {
  return status >= 500 && !expectedCodes.includes(code)
}

/** A failed request. `code` is a text key; `fields` maps the path of invalid input to a code. */
export class AppError extends Error {
  readonly code: TextKey
  readonly status: number
  readonly params: MessageParams
  readonly fields: Readonly<Record<string, TextKey>> | undefined

  constructor(code: TextKey, status?: number, params: MessageParams = {}, fields?: Readonly<Record<string, TextKey>>) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.status = status ?? statusByCode[code] ?? 409
    this.params = params
    this.fields = fields
  }
}

/** Throws on a bug (HTTP 500). No user data in the message. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`)
}

export function assertNever(value: never): never {
  throw new Error(`invariant: unexpected ${typeof value}`)
}

/** Returns the name of the violated constraint, or null for any other error. */
export function getViolatedConstraint(error: unknown): ConstraintName | null {
  return error instanceof pg.DatabaseError ? ((error.constraint as ConstraintName | undefined) ?? null) : null
}

export type WireError = {
  readonly status: number
  readonly code: TextKey
  readonly params: MessageParams
  readonly fields?: Readonly<Record<string, TextKey>>
  /** The id of the request, for internal errors; also in the log. */
  readonly reference?: string
}

/** The message of an unknown error is never sent. @param id of the request */
export function toWireError(error: unknown, id: string): WireError {
  if (getViolatedConstraint(error) === 'quarantined') return clientError('errors.maintenance')
  if (error instanceof AppError) {
    const { code, status, params, fields } = error
    return isFault(error) ? internalError(id, code, status, params) : { code, status, params, fields }
  }
  // PostgreSQL refuses malformed input, e.g. NUL in JSON, or a number out of range.
  if (error instanceof pg.DatabaseError)
    return error.code?.startsWith('22') || isRefusedColumn(error)
      ? clientError('errors.malformed')
      : internalError(id, 'errors.fault', error.code === diskFull ? 503 : 500)
  const status = readStatusCode(error)
  if (status === 401) return clientError('errors.session')
  if (status === 403 && getErrorCode(error)?.startsWith('FST_CSRF')) return clientError('errors.csrf')
  // The status 403 means a path outside the folder of static files.
  if (status === 403 || status === 404) return clientError('errors.not_found')
  if (status === 413) return clientError('errors.too_large')
  if (status === 415) return clientError('errors.wrong_type')
  if (status === 429) return clientError('errors.too_many')
  if (status >= 400 && status < 500) return { code: 'errors.malformed', status, params: {} }
  return internalError(id)
}

/** Tables that only the server fills: it is to blame for a violation. */
const ownTables =
  /^(?:ledger|captures|attempt|deposits|daily_deposit|wagering|turnover|trade|processor_|mails|signup_|user_marks|gift_claims|withdrawal|payout)/

/**
 * Returns whether a check was violated that PostgreSQL has named after its column. Rules with a name of their own are the server's to keep.
 */
export function isRefusedColumn(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23514') return false
  const { constraint = '', table = '' } = error
  return table !== '' && new RegExp(`^${table}_\\w+_check\\d*$`).test(constraint) && !ownTables.test(table)
}

function clientError(code: TextKey): WireError {
  return { code, status: statusByCode[code] ?? 400, params: {} }
}

function internalError(
  reference: string,
  code: TextKey = 'errors.fault',
  status = 500,
  params: MessageParams = {},
): WireError {
  return { code, status, params: { ...params, reference }, reference }
}

function readStatusCode(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500
  return typeof error.statusCode === 'number' ? error.statusCode : 500
}

/** Describes an error with only code, constraint and stack frames, because the database driver's messages contain values. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return describeThrownValue(error)
  if (error instanceof AppError) return { type: 'AppError', code: error.code }
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim())
  if (error instanceof pg.DatabaseError) {
    const message = error.code === diskFull ? 'the disk of the database is full' : undefined
    return { type: 'DatabaseError', code: error.code, message, constraint: error.constraint, table: error.table, at }
  }
  const message = isDriverError(error) && !lostDatabase.test(error.message) ? undefined : error.message
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { type: error.name, code: getErrorCode(error), message, at, cause }
}

/** Of what is no error, e.g. the objects of pg-boss: it copies the fields of an error, whose message can contain values. */
function describeThrownValue(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return { type: typeof value }
  const fields: Readonly<Record<string, unknown>> = { ...value }
  const readText = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  const message = readText('message')
  return {
    type: readText('name') ?? Object.getPrototypeOf(value)?.constructor?.name ?? 'object',
    code: readText('code'),
    message: message !== undefined && lostDatabase.test(message) ? message : undefined,
    queue: readText('queue'),
  }
}

/** Messages of the database's driver without values of a query. */
const lostDatabase =
  /^(Connection terminated|Connection ended unexpectedly|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

function isDriverError(error: Error): boolean {
  return /node_modules\/(pg|pg-pool|pg-protocol|kysely)\//.test(error.stack?.split('\n')[1] ?? '')
}
