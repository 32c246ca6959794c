import type { ClosableNotice } from '@tradefront/contract/domain/profile'
import { offersCalls } from '@tradefront/contract/offers'

import { request } from './api/request.ts'
import { serverNow } from './clock.ts'
import { getCurrentUser, patchUser, useUser } from './current-user.ts'

/** When the trader has closed it the last time, on any device. Null: never. */
export function useClosedAt(notice: ClosableNotice): number | null {
  return useUser().closedNotices[notice] ?? null
}

/** At once here, then on all devices. If the call is lost, the notice is there again on the next visit. */
export function closeNotice(name: ClosableNotice): void {
  patchUser({ closedNotices: { ...getCurrentUser()?.closedNotices, [name]: serverNow() } })
  void request(offersCalls.dismissNotice, { body: { name } }).catch(() => undefined)
}
