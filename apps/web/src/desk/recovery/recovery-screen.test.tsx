// @vitest-environment jsdom
import { deskRecoveryCalls, type QuarantineView } from '@tradefront/contract/desk-recovery'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { OperatorContext } from '../operator-context.ts'
import { RecoveryScreen } from './recovery-screen.tsx'

beforeEach(() => stubBrowser())

const operator = {
  id: 1,
  name: 'ann',
  roles: ['finance' as const],
  withPasskey: true,
  sessionEndsMs: 0,
  passkeys: [],
  isTestSite: true,
}

async function show(cause: QuarantineView['cause'] | null, unknownCharges: number | null = null) {
  const quarantine = cause && { id: 1, cause, beganAtMs: Date.now(), knownUntilMs: 0, unknownCharges }
  stubCalls([[deskRecoveryCalls.getRecovery, () => ({ json: { return: true, quarantine, backupAtMs: null } })]])
  await renderWithProviders(
    <OperatorContext value={operator}>
      <RecoveryScreen />
    </OperatorContext>,
    { texts: ['desk', 'desk-recovery', 'actions'] },
  )
}
const findRelease = () => screen.queryByRole('button', { name: 'End the quarantine' })

test('a restored database has the steps before its release, and the button', async () => {
  await show('restored')
  await screen.findByText(/was restored from a backup/)
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(findRelease()).not.toBeNull()
})

test('unknown charges are counted', async () => {
  await show('unknown_charges', 3)
  await screen.findByText('Charges that it does not know')
  expect(screen.getByText('3').tagName).toBe('DD')
})

test('a database that is being checked cannot be released by hand', async () => {
  await show('silence')
  await screen.findByText(/money moves again by itself/)
  expect(findRelease()).toBeNull()
})

test('without a quarantine the screen says so', async () => {
  await show(null)
  await screen.findByText('The database is in use. Money moves as usual.')
  expect(findRelease()).toBeNull()
})
