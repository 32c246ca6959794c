import { profileCalls } from '@tradefront/contract/profile'
import { useSyncExternalStore } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { request } from '../../platform/api/request.ts'
import { say } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'

/** The call waits this long (spec: funding 9): whoever changes their mind in the meantime sends one call, not two. */
const tipsDelayMs = 3000

const toastId = 'tips'
let wanted: boolean | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let latest = 0
const watchers = new Set<() => void>()

/** Whether tips are shown: what was just chosen, else what the server knows. */
export function useTips(): boolean {
  const chosen = useSyncExternalStore(watch, () => wanted)
  const { tips } = useUser()
  return chosen ?? tips
}

/** Switches the tips on or off: at once on screen, after a while on the server. A no puts them back and says why. */
export function switchTips(on: boolean): void {
  choose(on)
  showToast({ id: toastId, tone: 'info', text: say('profile.tips_waiting'), sticky: true })
  clearTimeout(timer)
  timer = setTimeout(() => void save(on, (latest += 1)), tipsDelayMs)
}

async function save(on: boolean, turn: number): Promise<void> {
  const said = await send(on)
  // Switched again while the answer was on its way: the later choice speaks.
  if (turn !== latest) return
  showToast({ id: toastId, ...said })
  await refreshUser()
  if (turn === latest) choose(null)
}

async function send(on: boolean): Promise<{ readonly tone: 'good' | 'bad'; readonly text: string }> {
  try {
    const body = { value: on ? 'on' : 'off', host: location.host }
    const reply = await request(profileCalls.triggerTips, { body })
    if (!reply.return) return { tone: 'bad', text: reply.message ?? say('profile.tips_error') }
    return { tone: 'good', text: say(on ? 'profile.tips_success_on' : 'profile.tips_success_off') }
  } catch (error) {
    const words = error instanceof ApiError && error.kind === 'refused' ? error.message : ''
    return { tone: 'bad', text: words === '' ? say('profile.tips_some_error') : words }
  }
}

function choose(next: boolean | null): void {
  wanted = next
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
