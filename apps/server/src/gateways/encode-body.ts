import type { Protocol } from '@tradefront/processors/protocol'

export const bodyTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

/** Encodes the body of a request. Fields that are undefined are left out. */
export function encodeBody(format: Protocol['bodyFormat'], body: Readonly<Record<string, unknown>>): string {
  return format === 'json' ? JSON.stringify(body) : new URLSearchParams(listFields(body)).toString()
}

/** Lists the fields of a form. Those of objects and lists are `outer[inner]`; null is empty text, which clears a field. */
function listFields(value: unknown, name = ''): [string, string][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => listFields(inner, name === '' ? key : `${name}[${key}]`))
}
