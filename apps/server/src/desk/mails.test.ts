import { deskMailCalls, type DeskMail, type DeskMailSummary } from '@tradefront/contract/desk-mails'
import { locales } from '@tradefront/texts/locales'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { setUpAppWithMailbox } from '../../test/fixtures/mail/app-with-mailbox.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { deliverMails } from '../modules/mail/deliver-mails.ts'
import { sendMail } from '../modules/mail/service.ts'

const mailed = setUpAppWithMailbox()
let desk: TestDesk
let writer: TestOperator
let second: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(mailed.app)
  writer = await desk.createOperator('marketing')
  second = await desk.createOperator('admin')
})
afterAll(() => desk.stop())

const listMails = async () => (await writer.get(deskMailCalls.listMails.path))['mails'] as DeskMailSummary[]
const getMail = async (mail: string) =>
  (await writer.get(`${deskMailCalls.getMail.path}?mail=${mail}`))['mail'] as DeskMail
const preview = (mail: string, texts: object) => writer.post(deskMailCalls.previewMail.path, { mail, ...texts })

const params = { at: '2026-11-21 10:00', device: '<b>Firefox</b>', address: '10.0.0.1' }
let count = 0
/** Sends the mail about a new device. @returns what has arrived */
async function receive(locale: 'en' | 'ru' = 'en') {
  const { context, database } = mailed.app
  const to = `reader${(count += 1)}@example.com`
  await sendMail(context, { to, template: 'new_device', locale, params, link: 'https://example.com/' }, database.db)
  await deliverMails(context)
  const [mail] = await mailed.sandbox.listMails(to)
  return mail
}

const texts = {
  subject: 'New device: {device}',
  text: 'At {at} from {address}, {device}.\n\n<script>alert(1)</script> {device}',
  action: 'Look',
}

describe('the texts of a mail', () => {
  test('are listed for every mail and language, and each can be previewed with example data', async () => {
    const mails = await listMails()
    expect(mails.length % locales.length).toBe(0)
    expect(mails.map(({ mail }) => mail)).toEqual(expect.arrayContaining(['reset/en', 'prize_item/ru']))
    for (const { mail } of mails) {
      const { subject, text, action } = await getMail(mail)
      const shown = await preview(mail, { subject, text, action })
      expect(shown, mail).toMatchObject({ return: true, html: expect.stringContaining('</html>') })
      expect(shown['html'], mail).not.toMatch(/[{}]|undefined/)
    }
  })

  test('are sent from the change on, escaped, in their language only, until the text of the product is restored', async () => {
    const before = await receive()
    const order = { mail: 'new_device/en', ...texts, changedAtMs: null }
    expect(await writer.orderWith(second, 'mail.change', order)).toMatchObject({ state: 'done' })
    expect(await receive()).toMatchObject({
      subject: 'New device: <b>Firefox</b>',
      text: expect.stringContaining('At 2026-11-21 10:00 from 10.0.0.1, <b>Firefox</b>.'),
      html: expect.stringContaining('&lt;script&gt;alert(1)&lt;/script&gt; &lt;b&gt;Firefox&lt;/b&gt;'),
    })
    expect(await receive('ru')).toMatchObject({ subject: 'Вход с нового устройства' })
    // Another operator has changed it.
    expect(await writer.orderWith(second, 'mail.change', order)).toMatchObject({
      state: 'refused',
      note: 'desk.changed',
    })
    const { changedAtMs, versions } = await getMail('new_device/en')
    expect(versions).toMatchObject([{ operator: `${writer.name} + ${second.name}`, content: texts }])
    const restore = { mail: 'new_device/en', version: null, changedAtMs }
    expect(await writer.orderWith(second, 'mail.restore', restore)).toMatchObject({ state: 'done' })
    expect((await receive())?.subject).toBe(before?.subject)
    const again = { mail: 'new_device/en', version: versions[0]?.id ?? 0, changedAtMs: null }
    expect(await writer.orderWith(second, 'mail.restore', again)).toMatchObject({ state: 'done' })
    expect(await receive()).toMatchObject({ subject: 'New device: <b>Firefox</b>' })
  })

  test.each([
    ['a placeholder that the mail has no value for', { text: `${texts.text} {code}` }, 'desk_mails.unknown'],
    ['one of another name in the subject', { subject: '{amount}' }, 'desk_mails.unknown'],
    ['no placeholder where the product has one', { text: 'At {at}, {device}.' }, 'desk_mails.missing'],
    ['an address of a site', { text: `${texts.text} https://example.org` }, 'desk_mails.address'],
    ['an address of a mailbox', { action: 'a@example.org' }, 'desk_mails.address'],
    ['an open brace', { text: `${texts.text} {` }, 'desk_mails.braces'],
    ['a plural without its last form', { text: `${texts.text} {at, plural, one {#}}` }, 'desk_mails.braces'],
  ])('with %s are refused, by the preview and by the order', async (_what, changed, code) => {
    const { changedAtMs } = await getMail('new_device/en')
    const wrong = { ...texts, ...changed }
    expect(await preview('new_device/en', wrong)).toMatchObject({ return: false, error: code })
    expect(
      await writer.orderWith(second, 'mail.change', { mail: 'new_device/en', ...wrong, changedAtMs }),
    ).toMatchObject({
      state: 'refused',
      note: code,
    })
  })

  test('that a newer product has no value for give way to its own', async () => {
    await mailed.app.database.pool.query(
      `insert into mail_texts values ('new_device', 'ru', '{gone}', 'x', 'x', now())`,
    )
    expect(await receive('ru')).toMatchObject({ subject: 'Вход с нового устройства' })
  })

  test('are for marketing and admins', async () => {
    const support = await desk.createOperator('support')
    for (const path of [deskMailCalls.listMails.path, `${deskMailCalls.getMail.path}?mail=reset/en`])
      expect(await support.get(path)).toMatchObject({ error: 'desk.no_right' })
  })
})
