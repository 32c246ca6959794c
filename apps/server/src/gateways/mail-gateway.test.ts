import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'

import { createMailGateway } from './mail-gateway.ts'

test('logs in with the name and password of the address, and gives up on a silent server', async () => {
  const logins: unknown[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      logins.push({ username, password })
      done(null, { user: username ?? '' })
    },
    onData: (stream) => void stream.resume(),
  })
  const net = server.listen(0, '127.0.0.1')
  await once(net, 'listening')
  const { port } = net.address() as AddressInfo
  const smtpUrl = `smtp://mailer%40trade.example:p%3Aw@127.0.0.1:${port}`
  const gateway = createMailGateway({ smtpUrl, from: 'a@trade.example', timeoutMs: 300 })
  const mail = { id: '1', to: 'b@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  expect(await gateway.sendMail(mail)).toMatchObject({ kind: 'unavailable', reason: 'ETIMEDOUT' })
  expect(logins).toEqual([{ username: 'mailer@trade.example', password: 'p:w' }])
  await gateway.close()
  await new Promise<void>((closed) => server.close(() => closed()))
})

test.each([
  { requiresTls: true, kind: 'unavailable', received: 0 },
  { requiresTls: false, kind: 'sent', received: 1 },
])(
  'with requiresTls $requiresTls, a mail to a server without TLS is $kind',
  async ({ requiresTls, kind, received }) => {
    let count = 0
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onMailFrom: (_address, _session, done) => {
        count += 1
        done()
      },
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => done())
      },
    })
    const net = server.listen(0, '127.0.0.1')
    await once(net, 'listening')
    const { port } = net.address() as AddressInfo
    const gateway = createMailGateway({ smtpUrl: `smtp://127.0.0.1:${port}`, requiresTls, from: 'a@trade.example' })
    const mail = { id: '1', to: 'b@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
    expect(await gateway.sendMail(mail)).toMatchObject({ kind })
    expect(count).toBe(received)
    await gateway.close()
    await new Promise<void>((closed) => server.close(() => closed()))
  },
)
