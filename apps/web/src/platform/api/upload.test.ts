// @vitest-environment jsdom
import { documentsCalls } from '@tradefront/contract/documents'
import { beforeAll, expect, test, vi } from 'vitest'

import { initTexts, loadTexts } from '../i18n/i18n.ts'
import { stubUploads } from '../testing/stub-uploads.ts'
import { testBootstrap } from '../testing/test-bootstrap.ts'
import { ApiError } from './api-error.ts'
import { setBootstrap } from './bootstrap.ts'
import { setSessionExpiredHandler } from './request.ts'
import { describeUploadFailure, uploadForm } from './upload.ts'

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common', 'documents')
})

const failed = 'Your file was not sent. Wait a moment and send it again.'

test.each([
  ['a refused file', new ApiError('refused', 415, 'documents.too_large', 'Large'), 'Large', false],
  ['a full list', new ApiError('refused', 200, 'documents.full', 'Full'), 'Full', false],
  [
    'the limit of a proxy',
    new ApiError('transport', 413, 'auth.server_error', ''),
    'This is too large to send.',
    false,
  ],
  ['a busy server', new ApiError('refused', 503, 'documents.busy', 'Busy'), 'Busy', true],
  ['an internal error', new ApiError('refused', 500, 'errors.fault', 'Fault'), failed, true],
  ['a lost connection', new ApiError('transport', 0, 'auth.server_error', ''), failed, true],
  ['a file that was deleted from the disk', new TypeError('gone'), failed, true],
])('of %s, the reason is shown, and whether to try again', (_what, thrown, error, canRetry) => {
  expect(describeUploadFailure(thrown)).toMatchObject({ canRetry, error: expect.stringMatching(`^${error}`) })
})

test('an upload with an ended session leads to the log-in page', async () => {
  setBootstrap(testBootstrap)
  const onExpired = vi.fn<() => void>()
  setSessionExpiredHandler(onExpired)
  stubUploads(() => ({ status: 401, json: { return: false, error: 'errors.session', message: 'Log in' } }))
  await expect(uploadForm(documentsCalls.uploadDocument, { type: 'card' })).rejects.toThrow(ApiError)
  expect(onExpired).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
