import { useState } from 'react'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { useKeys } from './use-keys.ts'

/** `j` and `k` open the next and the previous one of a list. */
export function useListKeys(ids: readonly string[], openId: string | null, open: (id: string) => void): void {
  const t = useTranslate()
  const move = (step: 1 | -1) => {
    const next = ids[openId === null ? 0 : ids.indexOf(openId) + step]
    if (next !== undefined) open(next)
  }
  useKeys([
    { key: 'j', text: t('desk.key_next'), run: () => move(1), repeats: true },
    { key: 'k', text: t('desk.key_previous'), run: () => move(-1), repeats: true },
  ])
}

/** The row that has the focus in a list whose rows are not opened. `j` and `k` move it. @returns its id, and the properties of each row */
export function useChosenRow(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string | null>(null)
  const current = chosen !== null && ids.includes(chosen) ? chosen : null
  useListKeys(ids, current, (id) => document.getElementById(id)?.focus())
  return {
    chosen: current,
    toRowProps: (id: string) => ({ id, tabIndex: -1, onFocus: () => setChosen(id) }),
  }
}
