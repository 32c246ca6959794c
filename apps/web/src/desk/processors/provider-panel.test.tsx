// @vitest-environment jsdom
import { webcrypto } from 'node:crypto'

import { deskCalls } from '@tradefront/contract/desk'
import type { DeskProvider } from '@tradefront/contract/desk-processors'
import { deskSupportCalls } from '@tradefront/contract/desk-support'
import { createReaderKey, packParts, sealFor } from '@tradefront/contract/sealed-box'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { type CallStub, stubCalls } from '../../platform/testing/stub-calls.ts'
import { OperatorContext } from '../operator-context.ts'
import { fromBase64Url } from '../passkeys.ts'
import { ProviderPanel } from './provider-panel.tsx'

beforeEach(() => {
  stubBrowser()
  // The `crypto` of jsdom cannot encrypt.
  vi.stubGlobal('crypto', webcrypto)
})

const operator = { id: 1, name: 'ann', withPasskey: true, sessionEndsMs: 0, passkeys: [], isTestSite: true }
const secret = 'secret_that_orange_has_given'
const keysHash = 'a'.repeat(43)
const orange: DeskProvider = {
  provider: 'orange',
  name: 'ORANGE',
  kind: 'card',
  addresses: [],
  keyNames: ['secret'],
  isStandard: true,
  connection: {
    address: 'https://pay.orange.example',
    keysHash,
    keys: [{ name: 'secret', end: 'abcd' }],
    changedBy: 'ben',
    changedAtMs: 0,
  },
}

/** Hands over the public key of servers as the desk does. `open` opens JSON that the page has sealed for it. */
async function stubServerKey() {
  const key = await createReaderKey()
  const publicKeys = new Map<string, string>()
  const stubs: CallStub[] = [
    [
      deskSupportCalls.requestRead,
      (body) => {
        const { id, publicKey } = body as { id: string; publicKey: string }
        publicKeys.set(id, publicKey)
        return { json: { return: true } }
      },
    ],
    [
      deskSupportCalls.takeRead,
      async (body) => {
        const { id } = body as { id: string }
        const box = await sealFor(fromBase64Url(publicKeys.get(id) ?? ''), packParts([key.publicKey]), `read:${id}`)
        return { json: { return: true, sealed: btoa(String.fromCharCode(...box)) } }
      },
    ],
  ]
  const open = async (sealed: string, context: string): Promise<unknown> =>
    JSON.parse(new TextDecoder().decode(await key.open(fromBase64Url(sealed), context)))
  return { stubs, open }
}

async function openPanel(provider = orange) {
  const server = await stubServerKey()
  const calls = stubCalls([
    ...server.stubs,
    [deskCalls.requestCommand, () => ({ json: { return: false, error: 'desk.no_right', message: 'No right.' } })],
  ])
  await renderWithProviders(
    <OperatorContext value={{ ...operator, roles: ['payments'] }}>
      <ProviderPanel provider={provider} />
    </OperatorContext>,
    { texts: ['desk', 'desk-reconcile', 'actions'] },
  )
  const user = userEvent.setup()
  return {
    user,
    open: server.open,
    countSealed: () => calls.get(deskSupportCalls.requestRead)?.length,
    sent: () => calls.get(deskCalls.requestCommand) as { input: Record<string, string> }[],
    replaceAddress: async (address: string) => {
      await user.clear(screen.getByRole('textbox', { name: 'Address' }))
      await user.type(screen.getByRole('textbox', { name: 'Address' }), address)
    },
    typeKey: () => user.type(screen.getByLabelText('secret'), secret),
    goOn: () => user.click(screen.getByRole('button', { name: 'Continue' })),
  }
}

test('an order names the connection that the operator saw, the address without a slash at the end, and sealed keys', async () => {
  const { user, open, sent, replaceAddress, typeKey, goOn } = await openPanel()
  await replaceAddress('https://new.orange.example/')
  await typeKey()
  await goOn()
  await user.click(await screen.findByRole('button', { name: 'Connect' }))
  await user.type(screen.getByRole('textbox', { name: 'Why' }), 'new address{Enter}')
  expect(await screen.findByText('No right.')).toBeDefined()
  const [order] = sent()
  expect(order).toMatchObject({
    action: 'provider.connect',
    input: {
      provider: 'orange',
      before: keysHash,
      address: 'https://new.orange.example',
      keys: [{ name: 'secret', end: secret.slice(-4) }],
    },
  })
  expect(JSON.stringify(order)).not.toContain(secret)
  expect(await open(order?.input['sealed'] ?? '', 'provider:orange')).toMatchObject({
    provider: 'orange',
    keys: { secret },
  })
})

test('a first connection names none before it', async () => {
  const { user, sent, replaceAddress, typeKey, goOn } = await openPanel({ ...orange, connection: null })
  await replaceAddress('https://pay.orange.example')
  await typeKey()
  await goOn()
  await user.click(await screen.findByRole('button', { name: 'Connect' }))
  await user.type(screen.getByRole('textbox', { name: 'Why' }), 'first address{Enter}')
  await screen.findByText('No right.')
  expect(sent()).toMatchObject([{ input: { before: null } }])
})

test('sealed keys leave the page, and can be entered again', async () => {
  const { user, typeKey, goOn } = await openPanel()
  await typeKey()
  await goOn()
  expect(await screen.findByRole('button', { name: 'Connect' })).toBeDefined()
  expect(screen.queryByLabelText('secret')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Enter the keys again' }))
  expect(screen.getByLabelText<HTMLInputElement>('secret').value).toBe('')
  expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull()
})

test.each(['http://pay.orange.example', 'pay.orange.example', 'https://user:word@pay.orange.example'])(
  'the address %s is refused before keys are sealed',
  async (address) => {
    const { countSealed, replaceAddress, typeKey, goOn } = await openPanel()
    await replaceAddress(address)
    await typeKey()
    expect(screen.queryByText(/Enter an address/)).toBeNull()
    await goOn()
    expect(screen.getByText(/Enter an address that begins with https/)).toBeDefined()
    expect(countSealed()).toBe(0)
    expect(screen.getByLabelText<HTMLInputElement>('secret').value).toBe(secret)
  },
)
