import { afterEach, expect, test, vi } from 'vitest'

import { setBootstrap } from './api/bootstrap.ts'
import { isPlatformEmbedded, postToPlatform } from './embedded-platform.ts'
import { testBootstrap } from './testing/test-bootstrap.ts'

const embed = (platformUrl: string | null): void =>
  setBootstrap({ ...testBootstrap, settings: { ...testBootstrap.settings, platformUrl } })
const send = vi.fn<typeof fetch>(async () => new Response())

afterEach(() => {
  send.mockClear()
})

test('the browser logs in at the embedded platform with a form and credentials (spec: funding 7)', async () => {
  vi.stubGlobal('fetch', send)
  embed('https://platform.example/trade')
  expect(isPlatformEmbedded()).toBe(true)
  await postToPlatform('/cli/login', { login: 'a@example.com', password: 'a b' })
  const [url, init] = send.mock.calls[0] ?? []
  expect(String(url)).toBe('https://platform.example/cli/login')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', mode: 'no-cors' })
  expect(String(init?.body)).toBe('login=a%40example.com&password=a+b')
})

test('a platform that does not answer holds up nothing, and without one nothing is sent', async () => {
  vi.stubGlobal('fetch', send)
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  embed('https://platform.example')
  await expect(postToPlatform('/cli/logout', {})).resolves.toBeUndefined()
  embed(null)
  send.mockClear()
  await postToPlatform('/cli/logout', {})
  expect(send).not.toHaveBeenCalled()
})
