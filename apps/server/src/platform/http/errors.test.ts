import { createServer } from 'node:net'

import pg from 'pg'
import { expect, test } from 'vitest'

import { describeError } from './errors.ts'

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

test('the log has no other message of the driver, which can hold values', () => {
  const error = new Error('4242')
  error.stack = 'Error: 4242\n    at parse (/srv/node_modules/pg/lib/utils.js:1:1)'
  expect(describeError(error)).toMatchObject({ message: undefined })
})
