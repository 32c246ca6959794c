// @vitest-environment jsdom
import { profileCalls } from '@tradefront/contract/profile'
import { settingsCalls } from '@tradefront/contract/settings'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { ApiError } from './api-error.ts'
import { getBootstrap } from './bootstrap.ts'
import { callQuery } from './call-query.ts'
import { type MutationOptions, useCallMutation } from './use-call-mutation.ts'
import { renderWithProviders } from '../testing/render-with-providers.tsx'
import { type CallHandler, type CallStub, stubCalls } from '../testing/stub-calls.ts'
import { testBootstrap } from '../testing/test-bootstrap.ts'

const { resetPracticeAccount, getAvailableBalance } = profileCalls
type Options = MutationOptions<object, unknown>

function ResetButton(options: Options) {
  const reset = useCallMutation(resetPracticeAccount, options)
  const { data } = useQuery(callQuery(getAvailableBalance, {}))
  return (
    <button type="button" disabled={reset.isPending} onClick={() => reset.mutate({})}>
      {data?.available}
    </button>
  )
}

async function pressReset(handleReset: CallHandler, options: Options, others: readonly CallStub[] = []) {
  let available = 1
  stubCalls([
    [resetPracticeAccount, handleReset],
    [getAvailableBalance, () => ({ json: { return: true, available: available++, currency: 'USD' } })],
    ...others,
  ])
  const { getByRole } = await renderWithProviders(<ResetButton {...options} />)
  await waitFor(() => expect(getByRole('button').textContent).toBe('1'))
  fireEvent.click(getByRole('button'))
  return getByRole('button')
}

test('loads invalidated queries again before onSuccess runs', async () => {
  const onSuccess = vi.fn<() => void>()
  const button = await pressReset(() => ({ json: { return: true } }), { invalidates: [getAvailableBalance], onSuccess })
  await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce())
  await waitFor(() => expect(button.textContent).toBe('2'))
})

test.each<[string, Awaited<ReturnType<CallHandler>>, Partial<ApiError>]>([
  [
    'a business refusal',
    { json: { return: false, error: 'profile.not_practice', message: 'Not a practice account' } },
    { kind: 'refused', status: 200, code: 'profile.not_practice', message: 'Not a practice account' },
  ],
  [
    'a failed request',
    { status: 500, json: { return: false, error: 'errors.internal', message: 'Our fault', reference: 'r1' } },
    { kind: 'refused', status: 500, code: 'errors.internal', message: 'Our fault', reference: 'r1' },
  ],
  ['an unreadable reply', { status: 502, json: null }, { kind: 'transport', status: 502, code: 'auth.server_error' }],
])('%s ends in onError as an ApiError', async (_name, stubbed, expected) => {
  const [onSuccess, onError] = [vi.fn<() => void>(), vi.fn<(error: Error) => void>()]
  await pressReset(() => stubbed, { onSuccess, onError })
  await waitFor(() => expect(onError).toHaveBeenCalledOnce())
  expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(ApiError)
  expect(onError.mock.calls[0]?.[0]).toMatchObject(expected)
  expect(onSuccess).not.toHaveBeenCalled()
})

test('renews the CSRF token and repeats the call once', async () => {
  const onSuccess = vi.fn<() => void>()
  const handleReset = vi
    .fn<CallHandler>(() => ({ json: { return: true } }))
    .mockReturnValueOnce({ status: 403, json: { return: false, error: 'errors.csrf', message: 'Old token' } })
  const bootstrap = { ...testBootstrap, return: true, csrf: 'renewed', countries: [], currencies: ['USD'] }
  await pressReset(handleReset, { onSuccess }, [[settingsCalls.getBootstrap, () => ({ json: bootstrap })]])
  await waitFor(() => expect(onSuccess).toHaveBeenCalledOnce())
  expect(handleReset).toHaveBeenCalledTimes(2)
  expect(getBootstrap().csrf).toBe('renewed')
})
