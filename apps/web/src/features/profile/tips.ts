import { profileCalls } from '@tradefront/contract/profile'

import { ApiError } from '../../platform/api/api-error.ts'
import { request } from '../../platform/api/request.ts'
import { createStore } from '../../platform/create-store.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'

/** Delay of the call (spec: funding 9), so that switching back sends one call. */
const tipsDelayMs = 3000

const toastId = 'tips'
const pendingChoice = createStore<boolean | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined
let latestSave = 0

/** Returns whether tips are shown. A choice that is not saved yet overrides the user record. */
export function useTipsEnabled(): boolean {
  const chosen = pendingChoice.useValue()
  const { isShowingTips } = useUser()
  return chosen ?? isShowingTips
}

/** Changes the screen at once and the server later. A refusal switches back. */
export function setTipsEnabled(on: boolean): void {
  pendingChoice.set(on)
  showToast({ id: toastId, tone: 'info', text: translate('profile.tips_waiting'), isSticky: true })
  clearTimeout(timer)
  timer = setTimeout(() => void saveTips(on, (latestSave += 1)), tipsDelayMs)
}

async function saveTips(on: boolean, saveNumber: number): Promise<void> {
  const toast = await sendTips(on)
  // A later choice replaces this one.
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
