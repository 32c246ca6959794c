import { profileCalls } from '@tradefront/contract/profile'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { request } from '../../platform/api/request.ts'
import { isMobileApp } from '../../platform/device.ts'

/** Reports a visit once per page load (spec: funding 7). */
export function reportVisit(): void {
  void request(profileCalls.recordLastHost, {}).catch(() => undefined)
  if (isMobileApp() && !getBootstrap().mobile) void request(profileCalls.recordMobileSession, {}).catch(() => undefined)
}
