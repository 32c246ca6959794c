import List from 'lucide-react/icons/list'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { useTradeKeys } from '../keys/use-trade-keys.ts'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'

function toggleWatchList(): void {
  updateWorkspace((before) => ({ ...before, hasWatchList: !before.hasWatchList }))
}

/** Shows and closes the list of symbols beside the charts. */
export function WatchListButton() {
  const t = useTranslate()
  const { hasWatchList, keys } = useWorkspace()
  useTradeKeys({ watch_list: toggleWatchList })
  return (
    <IconButton
      label={t('trading.watch_list')}
      aria-pressed={hasWatchList}
      aria-keyshortcuts={keys.watch_list}
      onClick={toggleWatchList}
      className={cx(hasWatchList && 'bg-accent-soft text-accent-ink')}
    >
      <List size={18} aria-hidden />
    </IconButton>
  )
}
