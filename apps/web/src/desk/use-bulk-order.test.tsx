// @vitest-environment jsdom
import { deskCalls } from '@tradefront/contract/desk'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { renderWithProviders } from '../platform/testing/render-with-providers.tsx'
import { stubCalls } from '../platform/testing/stub-calls.ts'
import { connectToaster, type Toast } from '../platform/toasts.ts'
import { useBulkOrder } from './use-bulk-order.ts'

const id = '00000000-0000-4000-8000-000000000001'

function TakeBoth() {
  const assign = useBulkOrder('ticket.assign', () => undefined)
  const take = useBulkOrder('case.take', () => undefined)
  const takeBoth = () => {
    assign.mutate({ inputs: [{ ticket: id, operator: 'ann' }], reason: 'Mine' })
    take.mutate({ inputs: [{ kind: 'review', id, isMine: true }], reason: 'Mine' })
  }
  return <button onClick={takeBoth}>Take</button>
}

test('two orders that end at once have a message each: the one that failed stays beside the one that was done', async () => {
  const toasts = new Map<string, Toast>()
  connectToaster({ show: (toast) => void toasts.set(toast.id, toast), dismiss: (each) => void toasts.delete(each) })
  stubCalls([
    [
      deskCalls.requestCommand,
      (body) => {
        const { id: commandId, action } = body as { id: string; action: string }
        const state = action === 'case.take' ? 'done' : 'refused'
        return {
          json: {
            return: true,
            command: {
              id: commandId,
              action,
              state,
              input: '{}',
              reason: 'Mine',
              requestedBy: 'ann',
              trader: null,
              signedBy: [],
              people: 0,
              createdAtMs: 0,
              endedAtMs: 0,
              note: null,
              signedText: '',
            },
          },
        }
      },
    ],
  ])
  await renderWithProviders(<TakeBoth />, { texts: ['desk'] })
  await userEvent.click(screen.getByRole('button', { name: 'Take' }))
  await waitFor(() => expect(toasts.size).toBe(2))
  expect([...toasts.values()].map(({ tone }) => tone).toSorted()).toEqual(['danger', 'success'])
})
