import type { TextKey } from '@tradefront/texts/keys'
import type { FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form'
import type { output, ZodMiniType } from 'zod/mini'

export type FieldRule = {
  /** Shown when the contract's schema rejects the field. */
  readonly error: TextKey
  /** Properties of the body and codes of refusals that belong to this field, beside the property of its name. */
  readonly aliases?: readonly string[]
}
export type FieldRules<Values extends FieldValues> = { readonly [K in Path<Values>]: FieldRule }
export type FieldErrorTexts<Values extends FieldValues> = { readonly [K in Path<Values>]?: TextKey }

type FormRules<Values extends FieldValues> = {
  readonly fields: FieldRules<Values>
  readonly toBody?: (values: Values) => unknown
  readonly check?: (values: Values) => FieldErrorTexts<Values>
}

/** Validates a form by the schema of its call. The message of an error is a text key. */
export function createContractResolver<Values extends FieldValues>(
  schema: ZodMiniType,
  rules: FormRules<Values>,
): Resolver<Values> {
  return (values) => {
    const errors = Object.entries(validateForm(schema, rules, values))
    if (errors.length === 0) return { values, errors: {} }
    const entries = errors.map(([name, message]) => [name, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(entries) as FieldErrors<Values> }
  }
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

/** The field that a property of the body or the code of a refusal belongs to. */
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
