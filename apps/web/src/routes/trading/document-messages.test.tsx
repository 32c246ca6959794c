// @vitest-environment jsdom
import { type DocumentKindView, documentsCalls } from '@tradefront/contract/documents'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { DocumentsScreen } from '../../features/documents/documents-screen.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import type { CallHandler } from '../../platform/testing/stub-calls.ts'
import { stubLiveSocket } from '../../platform/testing/stub-live-socket.ts'
import { stubUploads } from '../../platform/testing/stub-uploads.ts'
import { breakDown, createUser, openScreen, words } from './testing/open-screen.tsx'

/* Messages of a trader's screens in Russian (spec: funding 8, account 8). */

beforeEach(stubBrowser)

describe('documents', () => {
  const file: DocumentKindView['files'][number] = {
    name: 'a1',
    title: 'scan.jpg',
    pages: ['a1'],
    type: 'image/jpeg',
    size: 1234,
    state: 'sent',
    sentAtMs: Date.UTC(2026, 10, 21, 12, 30),
    canRemove: true,
  }
  const emptyKind: Omit<DocumentKindView, 'kind'> = {
    state: 'none',
    required: true,
    canSend: true,
    max: 1,
    reason: null,
    files: [],
  }
  const cardName = `${words['documents.card']}, scan.jpg`
  const listKinds =
    (...kinds: DocumentKindView[]): CallHandler =>
    () => ({
      json: { return: true, verification: '', verifiedAtMs: null, kinds },
    })
  const none = listKinds({ ...emptyKind, kind: 'card' })
  const sent = listKinds({ ...emptyKind, kind: 'card', state: 'sent', canSend: false, files: [file] })
  const getFileInputs = (container: HTMLElement) => container.querySelectorAll<HTMLInputElement>('input[type=file]')
  const getFileInput = (container: HTMLElement) => getFileInputs(container)[0] ?? expect.fail('no file input')

  test('that cannot be loaded are requested again', async () => {
    const fault: CallHandler = () => ({
      status: 500,
      json: { return: false, error: 'errors.fault', message: 'Something went wrong', reference: '0A' },
    })
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, fault]])
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(words['shell.load_failed'].replace('{name}', words['documents.title']))
    screen.replies.set(documentsCalls.listDocuments, none)
    await screen.user.tab()
    expect(document.activeElement?.textContent).toBe(words['shell.retry'])
    await screen.user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: words['documents.card'] })
  })

  test('of a wrong type are not sent', async () => {
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]])
    await screen.findByRole('heading', { name: words['documents.card'] })
    await screen.user.upload(getFileInput(screen.container), new File(['GIF89a'], 'scan.jpg', { type: 'image/jpeg' }))
    await screen.expectAlert(words['documents.wrong_type_explained'])
  })

  test('can be sent again after a fault of the server', async () => {
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]])
    await screen.findByRole('heading', { name: words['documents.card'] })
    let isBroken = true
    stubUploads(() => (isBroken ? { status: 503, json: { return: false } } : { status: 200, json: { return: true } }))
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])
    await screen.user.upload(getFileInput(screen.container), new File([jpeg], 'scan.jpg', { type: 'image/jpeg' }))
    await screen.expectAlert(words['documents.failed_explained'])
    isBroken = false
    screen.replies.set(documentsCalls.listDocuments, sent)
    screen.getByRole('button', { name: /^Повторить:/ }).focus()
    await screen.user.keyboard('{Enter}')
    await screen.expectToast(words['documents.success'])
    await screen.findByText('scan.jpg')
    screen.getByText(/^JPG, \d кБ$/)
    screen.getByText(/^Отправлено \d{1,2} [а-я]+\.? \d{4} г\., \d{2}:\d{2}$/)
  })

  test.each([
    [503, 'documents.busy', 'Сейчас мы получаем много файлов.'],
    [429, 'errors.too_many', 'Слишком много попыток.'],
  ])('that a busy server refuses with %i show its sentence, and can be sent again', async (status, error, message) => {
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]])
    await screen.findByRole('heading', { name: words['documents.card'] })
    stubUploads(() => ({ status, json: { return: false, error, message } }))
    const pdf = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' })
    await screen.user.upload(getFileInput(screen.container), pdf)
    await screen.expectAlert(message)
    screen.getByRole('button', { name: /^Повторить:/ })
  })

  const bothKinds: DocumentKindView[] = [
    { ...emptyKind, kind: 'passport' },
    { ...emptyKind, kind: 'card', required: false },
  ]

  test('of a trader who is not verified: how many were sent, what each unlocks, and which is optional', async () => {
    const kinds: DocumentKindView[] = [
      ...bothKinds,
      { ...emptyKind, kind: 'sign', state: 'sent', canSend: false, files: [file] },
    ]
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, listKinds(...kinds)]])
    await screen.findByText(words['documents.status_open'])
    screen.getByText('Отправлено 1 из 2')
    const unlocks = screen
      .getAllByText(words['documents.unlocks'])
      .map((title) =>
        [...(title.parentElement?.querySelectorAll('li, p:last-child') ?? [])].map((row) => row.textContent),
      )
    const rules = [
      words['documents.unlock_withdraw'],
      'Торговлю после первой сделки на внесённые деньги',
      words['documents.unlock_prizes'],
    ]
    expect(unlocks).toEqual([
      [...rules, 'Также нужно: подпись.'],
      [...rules, 'Также нужно: паспорт или удостоверение личности.'],
    ])
    screen.getByText(words['documents.state_optional'])
  })

  const traded = { finCreditTurnover: 1001, tr_count: 5 }
  const above = 'Торговлю после 5 сделок, когда сумма пополнений превысит €1 000'
  test.each([
    ['a new trader', {}, 1000, above],
    ['a trader who has deposited that, but traded less', { ...traded, tr_count: 4 }, 1000, above],
    ['a trader who has traded as often, but deposited no more', { ...traded, finCreditTurnover: 1000 }, 1000, above],
    ['a trader above both', traded, 1000, words['documents.unlock_paused']],
    ['a trader who practises', { ...traded, practice: true }, 0, 'Торговлю после 5 сделок на внесённые деньги'],
  ])('of %s say when they unlock trading', async (_who, part, deposits, text) => {
    const list = listKinds({ ...emptyKind, kind: 'passport' })
    const user = { ...createUser(), ...part }
    const tradingBlock = { trades: 5, deposits }
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, list]], user, { tradingBlock })
    await screen.findByText(text)
  })

  test.each([
    [Date.UTC(2026, 10, 3, 12), 'Верификация пройдена 3 ноября 2026 г.'],
    [null, words['documents.status_full']],
  ])('of a verified trader show since when, and what was not sent only on request', async (verifiedAtMs, title) => {
    const list: CallHandler = () => ({ json: { return: true, verification: 'Full', verifiedAtMs, kinds: bothKinds } })
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, list]])
    await screen.findByText(title)
    expect(screen.queryByRole('heading', { level: 2 })).toBe(null)
    await screen.user.click(screen.getByRole('button', { name: words['documents.offer'] }))
    expect(screen.getAllByText(words['documents.state_not_needed'])).toHaveLength(2)
    expect(screen.queryByText(words['documents.state_none'])).toBe(null)
    expect(screen.queryByText(words['documents.unlocks'])).toBe(null)
  })

  test('that could not be sent can be sent again after a push has made the trader verified', async () => {
    const live = await stubLiveSocket()
    const user = createUser()
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, none]], user)
    await screen.findByRole('heading', { name: words['documents.card'] })
    stubUploads(() => ({ status: 503, json: { return: false } }))
    const pdf = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' })
    await screen.user.upload(getFileInput(screen.container), pdf)
    await screen.expectAlert(words['documents.failed_explained'])
    const kinds = [{ ...emptyKind, kind: 'card' } as const]
    screen.replies.set(documentsCalls.listDocuments, () => ({
      json: { return: true, verification: 'Full', verifiedAtMs: null, kinds },
    }))
    await live.push({ type: 'user', user })
    await screen.findByText(words['documents.status_full'])
    screen.getByRole('button', { name: 'Повторить: scan.pdf' })
    expect(getFileInputs(screen.container)).toHaveLength(0)
  })

  test('that are complete offer no further file, and those with one place take no two files', async () => {
    const two: DocumentKindView = {
      ...emptyKind,
      kind: 'passport',
      state: 'sent',
      max: 2,
      files: [file, { ...file, name: 'a2' }],
    }
    const screen = await openScreen(<DocumentsScreen />, [
      [documentsCalls.listDocuments, listKinds(two, { ...emptyKind, kind: 'card' })],
    ])
    const getSection = async (kind: string) => (await screen.findByRole('heading', { name: kind })).closest('section')
    expect((await getSection(words['documents.passport']))?.querySelector('input[type=file]')).toBe(null)
    const input = (await getSection(words['documents.card']))?.querySelector('input[type=file]')
    expect(input?.hasAttribute('multiple')).toBe(false)
  })

  test('that cannot be removed stay', async () => {
    const screen = await openScreen(<DocumentsScreen />, [
      [documentsCalls.listDocuments, sent],
      [documentsCalls.removeDocument, breakDown],
    ])
    await screen.user.click(
      await screen.findByRole('button', { name: words['documents.remove_name'].replace('{name}', cardName) }),
    )
    await screen.findByRole('alertdialog')
    await screen.user.keyboard('{Enter}')
    const message = words['documents.remove_failed_explained']
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain(message))
    await screen.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
    screen.getByRole('link', { name: words['documents.open_name'].replace('{name}', cardName) })
  })

  test('that were refused are alone on the screen for sending them again, with the reason, the next step and what else is needed', async () => {
    const refused = { ...emptyKind, kind: 'passport', state: 'refused', reason: 'expired' } as const
    const screen = await openScreen(<DocumentsScreen add="again" />, [
      [documentsCalls.listDocuments, listKinds(refused, { ...emptyKind, kind: 'card' })],
    ])
    await screen.findByText(words['documents.reason_expired'])
    screen.getByText(words['documents.next_expired'])
    screen.getByText('Также нужно: банковская карта.')
    expect(screen.queryByRole('heading', { name: words['documents.card'] })).toBe(null)
  })

  test('of which none was refused have nothing to send again', async () => {
    const screen = await openScreen(<DocumentsScreen add="again" />, [[documentsCalls.listDocuments, none]])
    await screen.findByText(words['documents.again_empty'])
  })

  test('that are lost have a notice', async () => {
    const screen = await openScreen(<DocumentsScreen add="lost" />, [[documentsCalls.listDocuments, sent]])
    await screen.expectAlert(words['documents.lost'])
  })

  test('an empty signature is not saved', async () => {
    const context = new Proxy({}, { get: () => () => undefined, set: () => true })
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)
    onTestFinished(() => void vi.restoreAllMocks())
    const list = listKinds({ ...emptyKind, kind: 'sign' })
    const screen = await openScreen(<DocumentsScreen />, [[documentsCalls.listDocuments, list]])
    await screen.user.click(await screen.findByRole('button', { name: words['documents.sign_save'] }))
    const message = words['documents.sign_empty_explained']
    await screen.expectAlert(message)
    await screen.user.click(screen.getByRole('radio', { name: words['documents.sign_type'] }))
    await screen.user.click(screen.getByRole('button', { name: words['documents.sign_save'] }))
    await screen.expectAlert(message)
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: words['documents.sign_name'] }))
  })
})
