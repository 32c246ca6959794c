import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPhoto, multipartBody, multipartType } from '../../../test/fixtures/documents/upload-files.ts'

let app: TestApp
let port: number
let body: Buffer
beforeAll(async () => {
  app = await startTestApp()
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port)
  body = multipartBody([
    { name: 'type', value: 'card' },
    { name: 'file', value: await createPhoto(), filename: 'a.jpg' },
  ])
})
afterAll(() => app.stop())

const readHeaders = (client: TestClient) => ({
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  'x-csrf-token': client.getCsrfToken(),
  'content-type': multipartType,
})

/** Sends the head and half of the body of a request. */
async function startSlowUpload(client: TestClient): Promise<{ socket: Socket; readReply: () => string }> {
  const socket = connect(port, '127.0.0.1')
  const lines = Object.entries({ host: 'localhost', ...readHeaders(client), 'content-length': body.length })
  socket.write(`POST /upload HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  socket.write(body.subarray(0, body.length / 2))
  let reply = ''
  socket.on('data', (data) => (reply += data.toString())).on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, readReply: () => reply }
}

test('eight slow uploads of one trader delay neither another trader’s upload nor a login, and only three are received', async () => {
  const [slow, other] = [await app.registerTrader(), await app.registerTrader()]
  const uploads = await Promise.all(Array.from({ length: 8 }, () => startSlowUpload(slow.client)))
  const countRefused = () => uploads.filter(({ readReply }) => readReply().startsWith('HTTP/1.1 429')).length
  await expect.poll(countRefused).toBe(5)

  const send = (client: TestClient) =>
    fetch(`http://127.0.0.1:${port}/upload`, {
      method: 'POST',
      headers: readHeaders(client),
      body: new Uint8Array(body),
    })
  expect(await (await send(other.client)).json()).toMatchObject({ return: true, state: 'sent' })
  const visitor = await app.openClient()
  await visitor.login(other.form.login, other.form.password)
  expect((await visitor.get('/api/documents')).json).toMatchObject({ kinds: [{}, { state: 'sent' }, {}] })

  const open = uploads.filter(({ readReply }) => readReply() === '')
  expect(open).toHaveLength(3)
  open[0]?.socket.write(body.subarray(body.length / 2))
  await expect.poll(() => open[0]?.readReply()).toContain('"return":true')
  for (const { socket } of uploads) socket.destroy()
  await expect.poll(async () => (await send(slow.client)).status).toBe(200)
})
