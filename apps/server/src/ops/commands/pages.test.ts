import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

let app: TestApp
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-pages-'))
  app = await startTestApp()
  env = { DATABASE_URL: app.databaseUrl, SECRET_KEY: 'a secret key that is only good for tests', DATA_DIR: folder }
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const runCommand = (...argv: string[]) => runOpsCommand(env, argv)
const runChange = (...argv: string[]) => runOpsCommand(env, [...argv, '--why', 'our lawyer wrote it', '--yes'])
const readPage = async (path: string, language = 'en') => {
  const client = await app.openClient()
  client.cookies.set('lang', language)
  return (await client.get(path)).json
}
async function writeTempFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

type ListedPage = { area: string; name: string; language: string; title: string; changedAt: string | null }
const listPages = async (): Promise<ListedPage[]> => JSON.parse((await runCommand('pages', '--json')).out)

test('a page is exported, edited and imported; readers see it at once, in its language only', async () => {
  const path = join(folder, 'terms.html')
  const { html: builtIn } = (await readPage('/api/pg/terms')) as { html: string }
  expect(await runCommand('page', 'terms', 'en', '--to', path)).toMatchObject({ code: 0, err: '' })
  const ours = await readFile(path, 'utf8')
  expect(ours).toContain('<h2>Who may trade</h2>')
  // Placeholders are filled in when the page is read.
  expect(ours).toContain('deposit is {minimum} US dollars')
  expect(builtIn).toContain('deposit is 250 US dollars')
  expect(await runCommand('page', 'terms', 'en', '--to', path)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  })

  await writeFile(path, ours.replace('Who may trade', 'Who may trade with us'))
  const run = await runChange('set-page', 'terms', 'en', '--from', path)
  expect(run).toMatchObject({ code: 0, err: '', out: 'terms in en is written.\n' })
  expect(await readPage('/api/pg/terms')).toMatchObject({
    title: 'Terms of use',
    html: expect.stringContaining('<h2>Who may trade with us</h2>'),
  })
  expect(await readPage('/api/pg/terms', 'ru')).toMatchObject({ title: 'Условия использования' })
  expect((await runCommand('page', 'terms', 'en')).out).toMatch(
    /title +Terms of use[^]*<h2>Who may trade with us<\/h2>/,
  )

  expect(await runChange('reset-page', 'terms', 'en')).toMatchObject({
    code: 0,
    out: expect.stringContaining('own text is shown again'),
  })
  expect(await readPage('/api/pg/terms')).toMatchObject({ html: builtIn })
  expect(await runChange('reset-page', 'terms', 'en')).toMatchObject({ code: 1 })
})

test('scripts are removed from a page, after a warning to the operator', async () => {
  const path = await writeTempFile(
    'evil.html',
    '<h2>Hello</h2><p onclick="evil()">Text <a href="/show/fees">fees</a><script>evil()</script></p>',
  )
  const argv = ['set-page', 'house-rules', 'ru', '--title', ' Наши правила ', '--from', path, '--why', 'new rules']
  const asked = await runOpsCommand(env, argv, 'n')
  expect(asked).toMatchObject({ code: 1, err: 'Nothing was changed.\n' })
  expect(asked.asked).toContain('house-rules in ru becomes "Наши правила"')
  expect(asked.asked).toContain('taken out')
  expect(await runOpsCommand(env, argv, 'y')).toMatchObject({ code: 0 })
  expect(await readPage('/api/pg/house-rules', 'ru')).toMatchObject({
    title: 'Наши правила',
    html: '<h2>Hello</h2><p>Text <a href="/show/fees">fees</a></p>',
  })
  const { rows } = await app.database.pool.query(
    `select action, os_user, reason as why, detail from audit_log where subject = 'page:pg/house-rules/ru'`,
  )
  expect(rows).toEqual([
    {
      action: 'page.write',
      os_user: 'tester',
      why: 'new rules',
      detail: { before: null, after: { title: 'Наши правила', html: expect.not.stringMatching(/script|onclick/) } },
    },
  ])
  expect(await runChange('reset-page', 'house-rules', 'ru')).toMatchObject({ out: 'The page is gone.\n' })
  expect((await (await app.openClient()).get('/api/pg/house-rules')).status).toBe(404)
})

test('pages lists every built-in page in both languages, and which ones the operator has written', async () => {
  const path = await writeTempFile('note.html', '<p>Mind the gap</p>')
  await runChange('set-page', 'ag/modal_risk', 'en', '--from', path)
  const rows = await listPages()
  const of = (area: string, name: string) => rows.filter((row) => row.area === area && row.name === name)
  expect(of('ag', 'modal_risk')).toMatchObject([
    { language: 'en', title: 'Before you pay by card', changedAt: expect.any(String) },
    { language: 'ru', changedAt: null },
  ])
  for (const name of ['about', 'terms', 'privacy', 'risk', 'bonus', 'fees', 'faq', 'contacts'])
    expect(of('pg', name), name).toHaveLength(2)
  expect(of('modal', 'modal-register')).toHaveLength(2)
  expect((await runCommand('pages')).out).toMatch(/^ag\/modal_risk +en +Before you pay by card +20\d\d-/m)
  expect(await readPage('/api/ag/modal_risk')).toMatchObject({ html: '<p>Mind the gap</p>' })
})

test('concurrent writes of a page are applied one after another, and the audit log has each earlier text', async () => {
  const paths = await Promise.all([1, 2, 3].map((n) => writeTempFile(`n${n}.html`, `<p>Number ${n}</p>`)))
  const runs = await Promise.all(
    paths.map((path) => runChange('set-page', 'many', 'en', '--title', 'Many', '--from', path)),
  )
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
  const { rows } = await app.database.pool.query(
    `select detail from audit_log where subject = 'page:pg/many/en' order by id`,
  )
  expect(rows.map(({ detail }) => detail.before?.html ?? null)).toEqual([
    null,
    rows[0].detail.after.html,
    rows[1].detail.after.html,
  ])
  expect(await readPage('/api/pg/many')).toMatchObject({ html: rows[2].detail.after.html })
})

test('control characters of a stored page are not printed', async () => {
  await app.database.pool.query(
    "insert into pages values ('pg', 'odd', 'en', E'T\\u001b[2J', E'<p>a\\u001b[2Jb</p>', now())",
  )
  for (const argv of [['page', 'odd', 'en'], ['pages']]) expect((await runCommand(...argv)).out).not.toContain('\u001b')
})

test.each([
  [['set-page', '../terms', 'en', '--from', 'x'], 2, 'is not the name of a page'],
  [['set-page', 'pg/terms/en', 'en', '--from', 'x'], 2, 'is not the name of a page'],
  [['set-page', 'terms', 'de', '--from', 'x'], 2, 'one of en, ru'],
  [['set-page', 'terms', 'en'], 2, '--from FILE'],
  [['set-page', 'terms', 'en', '--from', '/nowhere/x'], 1, 'cannot be read'],
  [['set-page', 'terms', 'en', '--from', '/tmp'], 1, 'cannot be read'],
  [['set-page', 'modal/anything', 'en', '--from', 'x'], 2, 'it would never be shown'],
  [['page', 'nothing-here', 'en'], 1, 'There is no page'],
  [['reset-page', 'faq', 'ru'], 1, 'You have not written'],
])('refuses %j with a sentence', async (argv, code, sentence) => {
  const run = argv[0] === 'page' ? await runCommand(...argv) : await runChange(...argv)
  expect(run).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) })
})

test.each([
  ['no text', '<script>1</script>', ['--title', 'T'], 'has no text'],
  ['no title', '<p>x</p>', [], '--title'],
  ['too long a title', '<p>x</p>', ['--title', 'x'.repeat(201)], '--title'],
  ['far too much', `<p>${'x'.repeat(100_001)}</p>`, ['--title', 'T'], '100000 characters'],
  ['more than any page', 'x'.repeat(1_000_001), ['--title', 'T'], '1000000 bytes'],
  ['another encoding', Buffer.from([0xff, 0xfe, 0x41]), ['--title', 'T'], 'not UTF-8'],
])('refuses a page file with %s', async (what, content, more, sentence) => {
  const path = await writeTempFile(`bad-${what.length}.html`, content)
  const run = await runChange('set-page', 'brand-new', 'en', '--from', path, ...more)
  expect(run).toMatchObject({ out: '', err: expect.stringContaining(sentence) })
  expect((await (await app.openClient()).get('/api/pg/brand-new')).status).toBe(404)
})
