import type { SettingView } from '@tradefront/contract/desk-control'
import * as z from 'zod/mini'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'
import { describeRules } from '../cascade/describe-rules.ts'

/** The kind of field in which a setting is written. */
export type SettingEditor =
  | { readonly kind: 'boolean' | 'number' | 'numbers' | 'list' | 'json' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text'; readonly canBeNone: boolean; readonly isLong: boolean }

const longTextLength = 200

const typed = z.looseObject({ type: z.optional(z.string()) })
const jsonSchema = z.looseObject({
  type: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), typed)),
  additionalProperties: z.optional(z.union([z.boolean(), typed])),
  enum: z.optional(z.array(z.string())),
  maxLength: z.optional(z.number()),
  items: z.optional(typed),
  anyOf: z.optional(z.array(z.looseObject({ type: z.optional(z.string()), maxLength: z.optional(z.number()) }))),
})

/**
 * Finds the editor of a setting. A value without a field of its own is written as JSON.
 * @param schema JSON Schema of the setting
 */
export function findEditor(schema: unknown): SettingEditor {
  const { type, enum: options, items, anyOf, maxLength, properties, additionalProperties } = jsonSchema.parse(schema)
  if (options !== undefined) return { kind: 'choice', options }
  if (type === 'boolean') return { kind: 'boolean' }
  if (type === 'number' || type === 'integer') return { kind: 'number' }
  if (type === 'array' && items?.type === 'string') return { kind: 'list' }
  if (type === 'object') {
    const parts = [
      ...Object.values(properties ?? {}),
      ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ]
    const isNumbers = parts.length > 0 && parts.every((part) => part.type === 'number' || part.type === 'integer')
    return { kind: isNumbers ? 'numbers' : 'json' }
  }
  const text = type === 'string' ? { maxLength } : anyOf?.find((each) => each.type === 'string')
  if (text === undefined) return { kind: 'json' }
  const canBeNone = anyOf?.some((each) => each.type === 'null') === true
  return { kind: 'text', canBeNone, isLong: (text.maxLength ?? 0) > longTextLength }
}

/** Numbers by name, e.g. by symbol. */
function isNumbers(value: unknown): value is Readonly<Record<string, number>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((part) => typeof part === 'number')
  )
}

export function toFieldText(value: unknown, { kind }: SettingEditor): string {
  if (kind === 'json') return JSON.stringify(value, null, 2)
  if (kind === 'numbers' && isNumbers(value))
    return Object.entries(value)
      .map(([name, number]) => `${name}: ${number}`)
      .join('\n')
  if (Array.isArray(value)) return value.join('\n')
  return value === null ? '' : String(value)
}

/** Reads the text of a field. Undefined: it is no value at all. The server says whether the setting can have it. */
export function parseFieldText(text: string, editor: SettingEditor): unknown {
  const plain = text.trim()
  switch (editor.kind) {
    case 'boolean':
      return plain === 'true'
    case 'number':
      return plain === '' || Number.isNaN(Number(plain)) ? undefined : Number(plain)
    case 'list':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    case 'numbers':
      return parseNumbers(plain)
    case 'json':
      try {
        return JSON.parse(plain) as unknown
      } catch {
        return undefined
      }
    case 'choice':
      return plain
    case 'text':
      return plain === '' && editor.canBeNone ? null : plain
  }
}

/** Reads lines such as `metal: 80`. Undefined: a line is something else, or names what another one does. */
function parseNumbers(text: string): Readonly<Record<string, number>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parts = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(\d+(?:\.\d+)?)\s*$/.exec(line))
  const read = parts.flatMap((part): [string, number][] => (part === null ? [] : [[part[1] ?? '', Number(part[2])]]))
  return read.length < lines.length || new Set(read.map(([name]) => name)).size < read.length
    ? undefined
    : Object.fromEntries(read)
}

/** @param value undefined: the default */
export function describeValue(
  t: Translate,
  format: Format,
  { name, unit }: { readonly name: string; readonly unit: SettingView['unit'] },
  value: unknown,
): string {
  if (name === 'cascade_rules') return describeRules(t, format, value)
  if (value === null || value === undefined || value === '') return t('desk_control.none')
  if (typeof value === 'boolean') return t(value ? 'desk_control.yes' : 'desk_control.no')
  if (typeof value === 'number') return describeNumber(t, format, unit, value)
  if (isNumbers(value)) {
    const parts = Object.entries(value).map(([part, number]) => `${part} ${describeNumber(t, format, unit, number)}`)
    return parts.length === 0 ? t('desk_control.none') : parts.join(', ')
  }
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.length === 0 ? t('desk_control.none') : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function describeNumber(t: Translate, format: Format, unit: SettingView['unit'], value: number): string {
  const number = String(value)
  if (unit === 'base') return format.money(value, 'USD')
  if (unit === 'percent') return `${number} %`
  return unit === null || unit === 'count' ? number : `${number} ${t(`desk_control.short_${unit}`)}`
}
