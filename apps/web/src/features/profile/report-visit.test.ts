// @vitest-environment jsdom
import { profileCalls } from '@tradefront/contract/profile'
import { afterEach, expect, test, vi } from 'vitest'

import { setBootstrap } from '../../platform/api/bootstrap.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testBootstrap } from '../../platform/testing/test-bootstrap.ts'
import { reportVisit } from './report-visit.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['the mobile app reports its session once', 'Mozilla/5.0 TradefrontApp/2.1', false, 1],
  ['a session that is known to be mobile is not reported again', 'Mozilla/5.0 TradefrontApp/2.1', true, 0],
  ['a browser of a phone is no mobile app', 'Mozilla/5.0 (Linux; Android 16) Mobile', false, 0],
])('%s', async (_title, userAgent, mobile, reports) => {
  setBootstrap({ ...testBootstrap, mobile })
  vi.stubGlobal('navigator', { userAgent })
  const accept = () => ({ json: { return: true } })
  const bodies = stubCalls([
    [profileCalls.recordLastHost, accept],
    [profileCalls.recordMobileSession, accept],
  ])
  reportVisit()
  await vi.waitFor(() => expect(bodies.get(profileCalls.recordLastHost)).toHaveLength(1))
  expect(bodies.get(profileCalls.recordMobileSession)).toHaveLength(reports)
})
