import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { serverNow } from '../../platform/clock.ts'
import { getCurrentUser } from '../../platform/current-user.ts'
import { loadTexts } from '../../platform/i18n/i18n.ts'
import { waitBriefly } from '../../platform/query/wait-briefly.ts'
import { retryImport } from '../../platform/retry-import.ts'

type Notice = typeof import('../../features/tournaments/weekend-notice.tsx')

let loading: Promise<Notice> | null = null
let loaded: Notice | null = null

/** With its texts and places. Nothing of it is loaded on the other days. */
export function loadWeekendNotice(): Promise<Notice> {
  loading ??= Promise.all([
    retryImport(() => import('../../features/tournaments/weekend-notice.tsx')),
    loadTexts('tournaments'),
  ]).then(async ([notice]) => {
    await notice.preloadWeekendNotice()
    loaded = notice
    return notice
  })
  return loading
}

/** Null until it is loaded: React would show a placeholder for a moment even then. */
export const getWeekendNotice = (): Notice | null => loaded

/** At the weekend, the notice of its tournament is above the chart. Practice has none. */
export async function waitForWeekendNotice(): Promise<void> {
  if (isWeekend() && getCurrentUser()?.isPractice === false) await waitBriefly(loadWeekendNotice())
}

export function isWeekend(): boolean {
  return !getMarketState('week', serverNow()).isOpen
}
