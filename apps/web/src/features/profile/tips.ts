import { profileCalls } from '@tradefront/contract/profile'

import { ApiError } from '../../platform/api/api-error.ts'
import { request } from '../../platform/api/request.ts'
import { createStore } from '../../platform/create-store.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'

/** The call is delayed (spec: funding 9): a trader who switches back sends one call, not two. */
const tipsDelayMs = 3000

const toastId = 'tips'
const pendingChoice = createStore<boolean | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined
let latestSave = 0

/** Whether tips are shown: the choice that is being saved, else the user record. */
export function useTipsEnabled(): boolean {
  const chosen = pendingChoice.useValue()
  const { isShowingTips } = useUser()
  return chosen ?? isShowingTips
}

/** Switches tips on or off: at once on screen, later on the server. A refusal switches back. */
export function setTipsEnabled(on: boolean): void {
  pendingChoice.set(on)
  showToast({ id: toastId, tone: 'info', text: translate('profile.tips_waiting'), isSticky: true })
  clearTimeout(timer)
  timer = setTimeout(() => void saveTips(on, (latestSave += 1)), tipsDelayMs)
}

async function saveTips(on: boolean, saveNumber: number): Promise<void> {
  const toast = await sendTips(on)
  // Switched again in the meantime: the later choice decides.
  if (saveNumber !== latestSave) return
  showToast({ id: toastId, ...toast })
  await refreshUser()
  if (saveNumber === latestSave) pendingChoice.set(null)
}

async function sendTips(on: boolean): Promise<{ readonly tone: 'success' | 'danger'; readonly text: string }> {
  try {
    const body = { value: on ? 'on' : 'off', host: location.host }
    const reply = await request(profileCalls.setTips, { body })
    if (!reply.return) return { tone: 'danger', text: reply.message ?? translate('profile.tips_error') }
    return { tone: 'success', text: translate(on ? 'profile.tips_success_on' : 'profile.tips_success_off') }
  } catch (error) {
    const words = error instanceof ApiError && error.kind === 'refused' ? error.message : ''
    return { tone: 'danger', text: words === '' ? translate('profile.tips_some_error') : words }
  }
}
