import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { serializerCompiler } from './zod-compilers.ts'

const schema = z.object({ name: z.string(), card: z.nullable(z.object({ last4: z.string() })) })
const serialize = serializerCompiler({ schema, method: 'GET', url: '/api/call', httpStatus: '200' })

test('a reply is written without the properties that its schema does not have, at any depth', () => {
  const reply = { name: 'Ada', password: 'secret', card: { last4: '4242', number: 'secret' } }
  expect(serialize(reply)).toBe('{"name":"Ada","card":{"last4":"4242"}}')
})

test('a reply that does not fit its schema is not written, and the error has no values', () => {
  expect(() => serialize({ name: 'Ada', card: { last4: 4242 } })).toThrow(
    /^reply of \/api\/call does not fit its schema at card\.last4 \(invalid_type\)$/,
  )
})
