import { profileCalls } from '@tradefront/contract/profile'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { request } from '../../platform/api/request.ts'
import { isPhoneScreen } from '../../platform/device.ts'

/** Reports the host of the page and whether it is on a phone, once per page load (spec: funding 7). */
export function reportVisit(): void {
  // Nothing depends on the answers.
  void request(profileCalls.recordLastHost, {}).catch(() => undefined)
  if (isPhoneScreen() && !getBootstrap().mobile)
    void request(profileCalls.recordMobileSession, {}).catch(() => undefined)
}
