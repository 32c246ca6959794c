// @vitest-environment jsdom
import { deskCalls, type CommandView } from '@tradefront/contract/desk'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../platform/testing/stub-browser.ts'
import { stubCalls } from '../platform/testing/stub-calls.ts'
import { TextField } from '../ui/fields/text-field.tsx'
import { ActionButton } from './action-button.tsx'
import { OperatorContext } from './operator-context.ts'

beforeEach(() => stubBrowser())

const operator = { id: 1, name: 'ann', withPasskey: true, sessionEndsMs: 0, passkeys: [], isTestSite: true }
const command: CommandView = {
  id: '00000000-0000-4000-8000-000000000001',
  action: 'trader.lock',
  input: '{}',
  reason: 'x',
  requestedBy: 'ann',
  signedBy: [],
  trader: null,
  people: 0,
  createdAtMs: 0,
  endedAtMs: 1,
  state: 'done',
  note: null,
  signedText: '',
}

async function openDialog(children?: ReactNode) {
  const calls = stubCalls([[deskCalls.requestCommand, () => ({ json: { return: true, command } })]])
  await renderWithProviders(
    <OperatorContext value={{ ...operator, roles: ['risk'] }}>
      <ActionButton action="trader.lock" title="Lock Vera?" input={{ trader: 7 }} shortcut="l">
        {children}
      </ActionButton>
    </OperatorContext>,
    { texts: ['desk', 'actions'] },
  )
  const user = userEvent.setup()
  await user.keyboard('l')
  return { user, sent: () => calls.get(deskCalls.requestCommand) }
}

test('the dialog of an action begins in the field for the reason, and Enter orders it once that is long enough', async () => {
  const { user, sent } = await openDialog()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Why' }))
  await user.keyboard('ab{Enter}')
  expect(sent()).toEqual([])
  await user.keyboard('c{Enter}')
  expect(await screen.findByText('Done.')).toBeDefined()
  expect(sent()).toMatchObject([{ action: 'trader.lock', input: { trader: 7 }, reason: 'abc' }])
})

function Amount() {
  const [value, setValue] = useState('')
  return <TextField label="Amount" value={value} onChange={setValue} />
}

test('the dialog of an action with a field of its own begins there', async () => {
  await openDialog(<Amount />)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }))
})

test('no field is focused where a keyboard on the screen would cover the dialog', async () => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media === '(pointer: coarse)' }) as MediaQueryList
  await openDialog()
  expect(document.activeElement?.getAttribute('role')).toBe('dialog')
})
