import { profileCalls } from '@tradefront/contract/profile'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { request } from '../../platform/api/request.ts'
import { isPhoneScreen } from '../../platform/device.ts'

/** Tells the server, once for each page that is opened, by which host the trader came and whether on a phone (spec: funding 7). */
export function reportVisit(): void {
  // Nobody waits for it, and nothing hangs on it.
  void request(profileCalls.recordLastHost, {}).catch(() => undefined)
  if (isPhoneScreen() && !getBootstrap().mobile)
    void request(profileCalls.recordMobileSession, {}).catch(() => undefined)
}
