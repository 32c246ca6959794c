import Keyboard from 'lucide-react/icons/keyboard'
import { lazy, Suspense, useState } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useWorkspace } from '../workspace/workspace-store.ts'
import { useTradeKeys } from './use-trade-keys.ts'

const KeysDialog = lazy(async () => ({
  default: (await retryImport(() => import('./keys-dialog.tsx'))).KeysDialog,
}))

/** Opens the list of keys, as a key does. */
export function KeysButton() {
  const t = useTranslate()
  const { keys } = useWorkspace()
  const [isOpen, setOpen] = useState(false)
  useTradeKeys({ keys: () => setOpen(true) })
  return (
    <>
      <IconButton
        label={t('trading.keys')}
        aria-keyshortcuts={keys.keys}
        onClick={() => setOpen(true)}
        className="pointer-coarse:hidden"
      >
        <Keyboard size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
