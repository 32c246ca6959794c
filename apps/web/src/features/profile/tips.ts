import { profileCalls } from '@tradefront/contract/profile'
import { useSyncExternalStore } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { request } from '../../platform/api/request.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'

/** The call waits this long (spec: funding 9): whoever changes their mind in the meantime sends one call, not two. */
const tipsDelayMs = 3000

const toastId = 'tips'
let pendingChoice: boolean | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let latestSave = 0
const watchers = new Set<() => void>()

/** Whether tips are shown: what was just chosen, else what the server knows. */
export function useTipsEnabled(): boolean {
  const chosen = useSyncExternalStore(subscribe, () => pendingChoice)
  const { isShowingTips } = useUser()
  return chosen ?? isShowingTips
}

/** Switches the tips on or off: at once on screen, after a while on the server. A no puts them back and says why. */
export function setTipsEnabled(on: boolean): void {
  setPendingChoice(on)
  showToast({ id: toastId, tone: 'info', text: translate('profile.tips_waiting'), sticky: true })
  clearTimeout(timer)
  timer = setTimeout(() => void saveTips(on, (latestSave += 1)), tipsDelayMs)
}

async function saveTips(on: boolean, saveNumber: number): Promise<void> {
  const toast = await sendTips(on)
  // Switched again while the answer was on its way: the later choice speaks.
  if (saveNumber !== latestSave) return
  showToast({ id: toastId, ...toast })
  await refreshUser()
  if (saveNumber === latestSave) setPendingChoice(null)
}

async function sendTips(on: boolean): Promise<{ readonly tone: 'good' | 'bad'; readonly text: string }> {
  try {
    const body = { value: on ? 'on' : 'off', host: location.host }
    const reply = await request(profileCalls.setTips, { body })
    if (!reply.return) return { tone: 'bad', text: reply.message ?? translate('profile.tips_error') }
    return { tone: 'good', text: translate(on ? 'profile.tips_success_on' : 'profile.tips_success_off') }
  } catch (error) {
    const words = error instanceof ApiError && error.kind === 'refused' ? error.message : ''
    return { tone: 'bad', text: words === '' ? translate('profile.tips_some_error') : words }
  }
}

function setPendingChoice(next: boolean | null): void {
  pendingChoice = next
  for (const watcher of watchers) watcher()
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
