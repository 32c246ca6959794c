import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'

import { compileSerializer } from './response-serializer.ts'

/** Every kind of schema that replies use. */
const schema = z.object({
  name: z.string(),
  amount: z.number(),
  time: z.number().check(z.nonnegative()),
  count: z.int(),
  id: z.uuid(),
  isFinal: z.boolean(),
  flag: z.union([z.literal(0), z.literal(1)]),
  state: z.enum(['open', 'closed']),
  words: z.string().check(z.overwrite((text) => text.replaceAll(/\d+/g, '…'))),
  note: z.optional(z.string()),
  card: z.nullable(z.object({ last4: z.string() })),
  link: z.optional(z.nullable(z.string())),
  action: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('redirect'), url: z.string() }),
    z.object({ kind: z.literal('dialog'), more: z.optional(z.array(z.nullable(z.number()))) }),
  ]),
  tags: z.array(z.string()),
  table: z.record(z.string(), z.number()),
  strict: z.optional(z.strictObject({ a: z.literal(1) })),
  any: z.optional(z.unknown()),
  preset: z._default(z.string(), 'preset'),
})

const validReply = {
  name: 'a "quoted" \u2028 name',
  amount: -1.5,
  time: 1,
  count: 3,
  id: '7a15a217-e163-4b2e-80c6-e37f317b7cc8',
  isFinal: false,
  flag: 1,
  state: 'open',
  words: 'card 4242424242424242',
  card: { last4: '4242' },
  link: null,
  action: { kind: 'dialog', more: [1, null] },
  tags: ['a', 'b'],
  table: { a: 1 },
  any: { free: [1] },
}

/** zod's output, or null if it rejects the value. */
function serializeWithZod(value: unknown): string | null {
  const result = safeParse(schema, value)
  return result.success ? JSON.stringify(result.data) : null
}

const serialize = compileSerializer(schema)

describe('the serializer of replies', () => {
  test('writes what zod writes', () => {
    expect(serialize(validReply)).toBe(serializeWithZod(validReply))
    expect(serialize(validReply)).toContain('"words":"card …"')
  })

  test('removes properties that the schema does not have, at any depth', () => {
    const more = {
      ...validReply,
      password: 'secret',
      card: { last4: '4242', number: 'secret' },
      action: { ...validReply.action, url: 'secret' },
    }
    expect(serialize(more)).toBe(serialize(validReply))
  })

  test.each([
    ['a value of another type', { name: 1 }],
    ['no value', { name: undefined }],
    ['null where none is allowed', { note: null }],
    ['a number that is none', { amount: Number.NaN }],
    ['a number without end', { amount: Infinity }],
    ['a check that fails', { time: -1 }],
    ['a format that fails', { id: 'x' }],
    ['an unknown word', { state: 'ajar' }],
    ['an inherited word', { state: 'constructor' }],
    ['an option that does not exist', { action: { kind: 'other' } }],
    ['an option with a part missing', { action: { kind: 'redirect' } }],
    ['an array where an object belongs', { card: [] }],
    ['an object where an array belongs', { tags: { length: 0 } }],
    ['an array with a hole', { tags: ['a', undefined] }],
    ['an unknown field where none is allowed', { strict: { a: 1, b: 1 } }],
  ])('is not written with %s', (_, change) => {
    expect(serializeWithZod({ ...validReply, ...change })).toBeNull()
    expect(serialize({ ...validReply, ...change })).toBeNull()
  })

  test('writes arbitrary values as zod does, or leaves them to zod', () => {
    const keys = [...Object.keys(validReply), 'note', 'strict', 'preset', '__proto__']
    const values = fc.oneof(
      fc.anything(),
      fc.constantFrom('open', 0, 1, true, null, undefined, { a: 1 }, { kind: 'redirect', url: 'x', z: 1 }, [1, null]),
    )
    fc.assert(
      fc.property(fc.constantFrom(...keys), values, (key, value) => {
        const reply = { ...validReply, [key]: value }
        const written = serialize(reply)
        if (written !== null) expect(written).toBe(serializeWithZod(reply))
      }),
      { numRuns: 2000 },
    )
  })
})
