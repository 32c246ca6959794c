import type { TextKey } from '@tradefront/texts/keys'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { $ZodType, type $ZodIssue, safeParse } from 'zod/v4/core'

import { AppError, invariant } from './errors.ts'

const maxFields = 20

export const validatorCompiler: FastifySchemaCompiler<unknown> = ({ schema }) => {
  invariant(schema instanceof $ZodType, 'a request schema is not a zod schema')
  return (data: unknown) => {
    const result = safeParse(schema, data, { reportInput: true })
    return result.success ? { value: result.data } : { error: toMalformedError(result.error.issues) }
  }
}

export const serializerCompiler: FastifySerializerCompiler<unknown> = ({ schema, url }) => {
  invariant(schema instanceof $ZodType, 'a reply schema is not a zod schema')
  return (data: unknown) => {
    const result = safeParse(schema, data)
    // Only paths are named, because values do not belong in the log.
    if (!result.success)
      throw new Error(`reply of ${url} does not fit its schema at ${formatIssuePaths(result.error.issues)}`)
    return JSON.stringify(result.data)
  }
}

function toMalformedError(issues: readonly $ZodIssue[]): AppError {
  const fields = new Map<string, TextKey>()
  for (const issue of issues) {
    for (const path of getFieldPaths(issue)) {
      if (fields.size < maxFields && !fields.has(path)) fields.set(path, getFieldErrorKey(issue))
    }
  }
  return new AppError('errors.malformed', 400, {}, Object.fromEntries(fields))
}

function getFieldPaths(issue: $ZodIssue): string[] {
  const base = issue.path.map(String)
  const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...base, key]) : [base]
  return names.map((name) => name.join('.').slice(0, 80))
}

function getFieldErrorKey(issue: $ZodIssue): TextKey {
  if (issue.code === 'unrecognized_keys') return 'errors.field_unknown'
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'errors.field_required'
  if (issue.code === 'too_small') return 'errors.field_too_small'
  if (issue.code === 'too_big') return 'errors.field_too_big'
  return 'errors.field_invalid'
}

function formatIssuePaths(issues: readonly $ZodIssue[]): string {
  return issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.')} (${issue.code})`)
    .join(', ')
}
