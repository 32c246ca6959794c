import { profileCalls } from '@tradefront/contract/profile'

import { boot } from '../../platform/boot.ts'
import { request } from '../../platform/http.ts'
import { isPhone } from '../../platform/phone.ts'

/** Tells the server, once for each page that is opened, by which host the trader came and whether on a phone (spec: funding 7). */
export function noteVisit(): void {
  // Nobody waits for it, and nothing hangs on it.
  void request(profileCalls.triggerLastHost, {}).catch(() => undefined)
  if (isPhone() && !boot().mobile) void request(profileCalls.triggerMobile, {}).catch(() => undefined)
}
