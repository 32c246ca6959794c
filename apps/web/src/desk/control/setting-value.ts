import type { SettingView } from '@tradefront/contract/desk-control'
import * as z from 'zod/mini'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'
import { describeRules } from '../cascade/describe-rules.ts'

/** The kind of field in which a setting is written. */
export type SettingEditor =
  | { readonly kind: 'boolean' | 'number' | 'list' | 'json' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text'; readonly canBeNone: boolean; readonly isLong: boolean }

const longTextLength = 200

const jsonSchema = z.looseObject({
  type: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  maxLength: z.optional(z.number()),
  items: z.optional(z.looseObject({ type: z.optional(z.string()) })),
  anyOf: z.optional(z.array(z.looseObject({ type: z.optional(z.string()), maxLength: z.optional(z.number()) }))),
})

/**
 * Finds the editor of a setting. A value without a field of its own is written as JSON.
 * @param schema JSON Schema of the setting
 */
export function findEditor(schema: unknown): SettingEditor {
  const { type, enum: options, items, anyOf, maxLength } = jsonSchema.parse(schema)
  if (options !== undefined) return { kind: 'choice', options }
  if (type === 'boolean') return { kind: 'boolean' }
  if (type === 'number' || type === 'integer') return { kind: 'number' }
  if (type === 'array' && items?.type === 'string') return { kind: 'list' }
  const text = type === 'string' ? { maxLength } : anyOf?.find((each) => each.type === 'string')
  if (text === undefined) return { kind: 'json' }
  const canBeNone = anyOf?.some((each) => each.type === 'null') === true
  return { kind: 'text', canBeNone, isLong: (text.maxLength ?? 0) > longTextLength }
}

export function toFieldText(value: unknown, { kind }: SettingEditor): string {
  if (kind === 'json') return JSON.stringify(value, null, 2)
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
  if (typeof value === 'number') {
    const number = String(value)
    if (unit === 'base') return format.money(value, 'USD')
    if (unit === 'percent') return `${number} %`
    return unit === null || unit === 'count' ? number : `${number} ${t(`desk_control.short_${unit}`)}`
  }
  if (Array.isArray(value) && value.every((part) => typeof part === 'string'))
    return value.length === 0 ? t('desk_control.none') : value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
