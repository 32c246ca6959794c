import type { TextKey } from '@tradefront/texts/keys'
import type { FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form'
import type { output, ZodMiniType } from 'zod/mini'

export type FieldRule = {
  /** Error that is shown when the schema rejects the field. */
  readonly error: TextKey
  /** Other body properties and error codes that belong to this field. */
  readonly aliases?: readonly string[]
}
export type FieldRules<Values extends FieldValues> = { readonly [K in Path<Values>]: FieldRule }
export type FieldErrorTexts<Values extends FieldValues> = { readonly [K in Path<Values>]?: TextKey }

type FormRules<Values extends FieldValues> = {
  readonly fields: FieldRules<Values>
  readonly toBody?: (values: Values) => unknown
  readonly check?: (values: Values) => FieldErrorTexts<Values>
}

/**
 * Creates a resolver whose error messages are text keys.
 * @param areEmptyAllowed true before a submit: a field that was only passed with Tab is no mistake
 */
export function createContractResolver<Values extends FieldValues>(
  schema: ZodMiniType,
  rules: FormRules<Values>,
  areEmptyAllowed: () => boolean,
): Resolver<Values> {
  return (values) => {
    const errors = Object.entries(validateForm(schema, rules, values)).filter(
      ([name]) => !(areEmptyAllowed() && isEmpty(values[name])),
    )
    if (errors.length === 0) return { values, errors: {} }
    const entries = errors.map(([name, message]) => [name, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(entries) as FieldErrors<Values> }
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined || value === false
}

export function validateForm<Values extends FieldValues>(
  schema: ZodMiniType,
  rules: FormRules<Values>,
  values: Values,
): FieldErrorTexts<Values> {
  const errors: { [K in Path<Values>]?: TextKey } = { ...rules.check?.(values) }
  for (const { path } of schema.safeParse(toBody(rules, values)).error?.issues ?? []) {
    const field = findField(rules.fields, String(path[0]))
    if (field !== undefined) errors[field] ??= rules.fields[field].error
  }
  return errors
}

/** Finds a field by `propertyOrCode`: a body property or an error code. */
export function findField<Values extends FieldValues>(
  fields: FieldRules<Values>,
  propertyOrCode: string,
): Path<Values> | undefined {
  const names = Object.keys(fields) as Path<Values>[]
  return names.find((name) => name === propertyOrCode || fields[name].aliases?.includes(propertyOrCode) === true)
}

export function parseBody<S extends ZodMiniType, Values extends FieldValues>(
  schema: S,
  rules: FormRules<Values>,
  values: Values,
): output<S> {
  return schema.parse(toBody(rules, values)) as output<S>
}

function toBody<Values extends FieldValues>(rules: FormRules<Values>, values: Values): unknown {
  return rules.toBody === undefined ? trimTexts(values) : rules.toBody(values)
}

function trimTexts(values: FieldValues): FieldValues {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ])
  return Object.fromEntries(entries) as FieldValues
}
