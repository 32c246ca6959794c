// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'

import { renderWithProviders } from '../platform/testing/render-with-providers.tsx'
import { stubBrowser } from '../platform/testing/stub-browser.ts'
import { KeysHelp } from './keys-help.tsx'
import { useKeys } from './use-keys.ts'
import { useListKeys } from './use-list-keys.ts'

beforeEach(() => stubBrowser())

const done: string[] = []
const run = (what: string) => () => void done.push(what)

function Screen({ openId }: { readonly openId: string | null }) {
  const [isNested, setNested] = useState(false)
  useListKeys(['one', 'two', 'three'], openId, (id) => void done.push(id))
  useKeys([
    { key: 'a', text: 'Approve', run: run('approve') },
    { key: '+', text: 'Closer', run: run('closer') },
    { key: '=', text: 'Closer', run: run('closer') },
    { key: 'Enter', text: 'Open it', run: run('open') },
    { key: 'o', text: 'Show more', run: () => setNested(!isNested) },
  ])
  return (
    <>
      <textarea aria-label="Words" />
      <button type="button" onClick={run('button')}>
        Press
      </button>
      {isNested && <Nested />}
    </>
  )
}

function Nested() {
  useKeys([{ key: 'a', text: 'Accept', run: run('accept') }])
  return null
}

async function press(keys: string, props: Parameters<typeof Screen>[0] = { openId: null }) {
  done.length = 0
  const user = userEvent.setup()
  await renderWithProviders(
    <>
      <KeysHelp />
      <Screen {...props} />
    </>,
    { texts: ['desk'] },
  )
  if (keys !== '') await user.keyboard(keys)
  return user
}

describe('keys of a screen', () => {
  test('? lists them all, and those that do the same together', async () => {
    await press('?')
    const words = screen.getByRole('dialog').textContent ?? ''
    expect(words).toContain('+=Closer')
    for (const each of ['aApprove', 'jNext in the list', 'kPrevious in the list', '?Show the keys'])
      expect(words).toContain(each)
  })

  test('do nothing while text is written or a dialog is open', async () => {
    const user = await press('')
    await user.type(screen.getByRole('textbox', { name: 'Words' }), 'a?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(document.body)
    await user.keyboard('?aj')
    expect(done).toEqual([])
  })

  test('Enter presses what has the focus instead', async () => {
    const user = await press('{Enter}')
    expect(done).toEqual(['open'])
    screen.getByRole('button', { name: 'Press' }).focus()
    await user.keyboard('{Enter}')
    expect(done).toEqual(['open', 'button'])
  })

  test('of what appeared last come first, and go with it', async () => {
    const user = await press('oa')
    expect(done).toEqual(['accept'])
    await user.keyboard('oa')
    expect(done).toEqual(['accept', 'approve'])
  })

  test.each([
    [null, ['one'], ['one']],
    ['two', ['three'], ['one']],
    ['three', [], ['two']],
  ])('j and k open the neighbours of %s', async (openId, next, previous) => {
    const user = await press('j', { openId })
    expect(done).toEqual(next)
    done.length = 0
    await user.keyboard('k')
    expect(done).toEqual(previous)
  })
})
