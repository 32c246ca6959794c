import fc from 'fast-check'

import type { JsonSchema } from './openapi-calls.ts'

/** Texts that must not appear in the log. */
export const canaries = {
  card: '4000056655665556',
  password: 'canary-password-7Q',
  code: 'canary-code',
  token: 'canary-token-0123456789012345678901234567890',
} as const

const texts: readonly string[] = [
  ...Object.values(canaries),
  '',
  ' ',
  '\u0000',
  '\u202e\u2066',
  '\ud800',
  '\ufeff',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '../../../etc/passwd',
  '%00%ff%2e%2e%2f',
  'a\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-1',
  '99999999999999999999',
  'x'.repeat(5000),
  'é'.repeat(300),
  '1970-01-01T00:00:00.000Z',
  'nobody@example.com',
  'javascript:alert(1)',
  'http://169.254.169.254/',
]
const numbers = [0, -0, -1, 1, 0.1, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1.7976931348623157e308]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
)

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  fc.constantFrom<unknown>(...numbers, null, true, false, [], {}, [[[[]]]], { __proto__: null, a: { b: 1 } }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

const maxDepth = 6

/** Promo codes that exist. */
export const promoCodes = { once: 'FUZZ-ONCE', percent: 'FUZZ-PERCENT' } as const
/** Placeholder of the guid of an invoice that exists. */
export const invoiceGuid = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'

/** Values by name that get further than most that the schema allows. */
const meaningfulValues: Readonly<Record<string, readonly unknown[]>> = {
  amount: [250, 999.99, 1000, 3000, 20_000],
  btc: ['0.01', '2'],
  card_type: ['visa'],
  currency: ['USD'],
  guid: [invoiceGuid],
  promo: ['WELCOME', ...Object.values(promoCodes)],
  random: ['fuzz-nonce-1', 'fuzz-nonce-2', 'fuzz-nonce-3'],
}

/** Creates values that the schema of a field or parameter allows. */
export function createFieldValue(name: string, schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const meaningful = meaningfulValues[name]
  const valid = createValidValue(schema, depth)
  return meaningful === undefined
    ? valid
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...meaningful) }, { weight: 1, arbitrary: valid })
}

/** Creates values that the schema allows, as far as it is understood. */
export function createValidValue(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]))
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices) && depth < maxDepth)
    return fc.oneof(...choices.map((each) => createValidValue(each as JsonSchema, depth + 1)))
  switch (Array.isArray(schema['type']) ? (schema['type'] as unknown[])[0] : schema['type']) {
    case 'object':
      return createValidObject(schema, depth)
    case 'array':
      return depth < maxDepth
        ? fc.array(createValidValue((schema['items'] ?? {}) as JsonSchema, depth + 1), { maxLength: 4 })
        : fc.constant([])
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.integer(readRange(schema)),
        fc.integer(readRange(schema)).map((value) => value + (schema['type'] === 'number' ? 0.5 : 0)),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return createValidText(schema)
    default:
      return hostileValue
  }
}

function createValidObject(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  if (properties.length === 0) return fc.constantFrom<unknown>({}, {}, { extra: 1 })
  const required = new Set((schema['required'] ?? []) as string[])
  return fc.record(
    Object.fromEntries(properties.map(([name, each]) => [name, createFieldValue(name, each, depth + 1)])),
    {
      requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)),
      noNullPrototype: true,
    },
  )
}

function readRange(schema: JsonSchema): { min: number; max: number } {
  const limit = (name: string, fallback: number) => {
    const value = schema[name]
    return typeof value === 'number' ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(value))) : fallback
  }
  const min = limit('minimum', -1000)
  return { min, max: Math.max(min, limit('maximum', 100_000)) }
}

function createValidText(schema: JsonSchema): fc.Arbitrary<string> {
  const { format, pattern } = schema
  if (format === 'email') return fc.integer({ min: 1, max: 1_000_000 }).map((n) => `fuzz${n}@example.com`)
  if (format === 'binary') return fc.constant('')
  if (typeof pattern === 'string' && pattern.length < 200) {
    try {
      const shortest = typeof schema['minLength'] === 'number' ? schema['minLength'] : 0
      return fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 60 }).filter((value) => value.length >= shortest)
    } catch {
      // fast-check does not know look-arounds.
    }
  }
  const max = typeof schema['maxLength'] === 'number' ? Math.min(schema['maxLength'], 200) : 40
  const min = typeof schema['minLength'] === 'number' ? Math.min(schema['minLength'], max) : 0
  return fc.oneof(
    fc.string({ minLength: min, maxLength: max }),
    fc.constantFrom(...Object.values(canaries)).map((text) => text.slice(0, max).padEnd(min, 'x')),
  )
}
