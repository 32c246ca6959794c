import { afterAll, beforeAll, expect, test } from 'vitest'

import {
  createPhoto,
  uploadFile,
  uploadSignature,
  createSignature,
} from '../../../test/fixtures/documents/upload-files.ts'
import { type AppWithMailbox, startAppWithMailbox } from '../../../test/fixtures/mail/app-with-mailbox.ts'
import { decideDocuments } from '../../../test/fixtures/documents/decide-documents.ts'

let mailed: AppWithMailbox
let app: AppWithMailbox['app']
beforeAll(async () => {
  mailed = await startAppWithMailbox()
  ;({ app } = mailed)
})
afterAll(() => mailed.stop())

test('verification rises with approved documents, and a newer passport waits beside the approved one', async () => {
  const { client, userId } = await app.registerTrader()
  const level = async () => (await client.post('/api/fraud/user')).json
  const verifiedAt = async () => ((await client.get('/api/documents')).json as { verifiedAtMs: unknown }).verifiedAtMs
  await uploadFile(client, 'passport', await createPhoto())
  await decideDocuments(app, userId, 'passport', null)
  expect(await level()).toMatchObject({
    user: { verification: 'Partial', passport: 'approved', passport_new: false },
  })
  await uploadFile(client, 'passport', await createPhoto())
  expect(await level()).toMatchObject({ user: { passport: 'approved', passport_new: true } })
  await decideDocuments(app, userId, 'passport', 'unreadable')
  expect(await level()).toMatchObject({
    user: { verification: 'Partial', passport: 'approved', passport_new: false },
  })
  expect(await verifiedAt()).toBe(null)
  await uploadSignature(client, await createSignature())
  await decideDocuments(app, userId, 'sign', null)
  expect(await level()).toMatchObject({ user: { verification: 'Full', sign: 'approved' } })
  const verifiedAtMs = app.clock.now().getTime()
  expect(await verifiedAt()).toBe(verifiedAtMs)
  app.clock.advance(86_400_000)
  await uploadFile(client, 'passport', await createPhoto())
  await decideDocuments(app, userId, 'passport', null)
  expect(await verifiedAt()).toBe(verifiedAtMs)
})

test('a decision is in the audit log once, with operator and reason', async () => {
  const { client, userId } = await app.registerTrader()
  await uploadFile(client, 'passport', await createPhoto())
  const decide = () => decideDocuments(app, userId, 'passport', 'cut_off')
  const both = await Promise.all([decide(), decide()])
  expect(both.toSorted()).toEqual([false, true])
  const { rows } = await app.database.pool.query('select action, actor, detail from audit_log where subject = $1', [
    `user:${userId}`,
  ])
  expect(rows).toEqual([
    {
      action: 'document.refuse',
      actor: 'tester',
      detail: expect.objectContaining({ after: expect.objectContaining({ kind: 'passport', reason: 'cut_off' }) }),
    },
  ])
})

test('a decision is mailed in the user’s language, with the reason and the next step', async () => {
  const { client, userId, form } = await app.registerTrader()
  await app.database.db.deleteFrom('mails').execute()
  await client.post('/api/preferences', { language: 'ru' })
  await uploadFile(client, 'passport', await createPhoto())
  await decideDocuments(app, userId, 'passport', 'cut_off')
  await uploadFile(client, 'passport', await createPhoto())
  await decideDocuments(app, userId, 'passport', null)
  await uploadSignature(client, await createSignature())
  await decideDocuments(app, userId, 'sign', null)
  await app.runJob('mail.deliver')
  const mails = await mailed.sandbox.listMails(form.login)
  expect(mails).toHaveLength(3)
  expect(mails).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        subject: 'Отправьте документ заново',
        text: expect.stringMatching(
          /Часть документа не попала в кадр\. Положите его ровно[^]*http:\/\/localhost\/ru\/trading#\/show\/documents\/again/,
        ),
      }),
      expect.objectContaining({ subject: 'Документ принят' }),
      expect.objectContaining({ subject: 'Верификация пройдена' }),
    ]),
  )
})
