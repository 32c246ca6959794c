// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'

import { AlertDialog } from './alert-dialog.tsx'

afterEach(cleanup)

test.each([
  [false, 'confirmed'],
  [true, 'canceled'],
])('where the cancel button is the primary one (%s), Enter means %s', async (isCancelPrimary, answer) => {
  const answers: string[] = []
  render(
    <AlertDialog
      title="Cancel this payment?"
      confirmLabel="Cancel payment"
      cancelLabel="Keep waiting"
      isCancelPrimary={isCancelPrimary}
      onConfirm={() => answers.push('confirmed')}
      onCancel={() => answers.push('canceled')}
    />,
  )
  expect(screen.getAllByRole('button').at(-1)).toBe(document.activeElement)
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([answer])
})
