import { authCalls } from '@tradefront/contract/auth'
import { loginCalls } from '@tradefront/contract/login'
import { documentsCalls } from '@tradefront/contract/documents'
import { pagesCalls } from '@tradefront/contract/pages'
import { profileCalls } from '@tradefront/contract/profile'
import { settingsCalls } from '@tradefront/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await startTestApp()
  client = (await app.registerTrader()).client
})
afterAll(() => app.stop())

const registration = {
  login: 'bad@example.com',
  password: 'long enough',
  firstName: 'A',
  lastName: 'B',
  country: 'AU',
  phone: '41234567',
  phone_prefix: '61',
}
const posts = [
  [loginCalls.login.path, { email: 'a@example.com', password: 'long enough', token: 'a.b', marker: 'site' }],
  [authCalls.register.path, registration],
  [loginCalls.logout.path, null],
  [loginCalls.platformLogout.path, null],
  [profileCalls.getUser.path, null],
  [documentsCalls.getCardDocumentState.path, null],
  [documentsCalls.removeDocument.path, { name: 'card-0123456789abcdef0123456789abcdef.jpg' }],
  [documentsCalls.resubmitSignature.path, { type: 'sign', data: 'data:image/png;base64,AAAA' }],
  [settingsCalls.savePreferences.path, { language: 'en' }],
  [pagesCalls.postPage.path.replace(':page', 'terms'), null],
  [pagesCalls.postFragment.path.replace(':page', 'modal'), null],
] as const

describe.each(posts)('%s', (path, valid) => {
  test.each(createBadInputs(valid).map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(client, path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(reply.json).toMatchObject({
      return: false,
      error: expect.stringMatching(/^errors\./),
      message: expect.any(String),
    })
    expect(await countRows(app.database.db)).toEqual(before)
  })
})

test('a column that refuses a value of a request is the sender’s mistake, and a warning in the log', async () => {
  // The schema accepts these values, as if its limits were wider than the column's.
  await app.runAsOwner('alter table users add constraint users_phone_check1 check (phone not like $$%777$$) not valid')
  try {
    const form = { ...registration, login: 'column@example.com', phone: '41234777' }
    const reply = await (await app.openClient()).post('/api/register', form)
    expect(reply).toMatchObject({ status: 400, json: { return: false, error: 'errors.malformed' } })
    expect(app.logs.some((line) => line.includes('users_phone_check1') && line.includes('"level":40'))).toBe(true)
  } finally {
    await app.runAsOwner('alter table users drop constraint users_phone_check1')
  }
})
