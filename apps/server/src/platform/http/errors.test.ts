import { createServer } from 'node:net'

import pg from 'pg'
import { expect, test } from 'vitest'

import { AppError, describeError, isFault, toWireError } from './errors.ts'

test('the log names the cause when the database is lost', async () => {
  const database = createServer((socket) => socket.destroy())
  const port = await new Promise<number>((listening) =>
    database.listen(0, '127.0.0.1', () => listening((database.address() as { port: number }).port)),
  )
  const client = new pg.Client({ host: '127.0.0.1', port })
  const error = await client.connect().catch((reason: unknown) => reason)
  database.close()
  expect(describeError(error)).toMatchObject({ message: expect.stringMatching(/terminated|ECONNRESET/) })
})

test('the log says what a thrown object is, without the values of its message', () => {
  expect(
    describeError({ name: 'error', code: '23505', message: 'Key (email)=(ann@example.com)', queue: 'mail.deliver' }),
  ).toEqual({
    type: 'error',
    code: '23505',
    message: undefined,
    queue: 'mail.deliver',
  })
  expect(describeError({ message: 'Connection terminated unexpectedly' })).toMatchObject({
    type: 'Object',
    message: 'Connection terminated unexpectedly',
  })
  expect(describeError(Object.create(null))).toMatchObject({ type: 'object' })
  expect(describeError('text')).toEqual({ type: 'string' })
})

test('the log has no other message of the driver, which can hold values', () => {
  const error = new Error('4242')
  error.stack = 'Error: 4242\n    at parse (/srv/node_modules/pg/lib/utils.js:1:1)'
  expect(describeError(error)).toMatchObject({ message: undefined })
})

test.each(['errors.maintenance', 'desk.hears_nothing'] as const)(
  '%s is an expected refusal, with no reference to the log',
  (code) => {
    const wire = toWireError(new AppError(code, 503), 'id')
    expect(wire).toEqual({ status: 503, code, params: {}, fields: undefined })
    expect(isFault(wire)).toBe(false)
  },
)

test('another status of 5xx is a fault, with the reference of its line in the log', () => {
  const wire = toWireError(new AppError('errors.fault', 503), 'id')
  expect(wire).toMatchObject({ status: 503, code: 'errors.fault', reference: 'id' })
  expect(isFault(wire)).toBe(true)
})
