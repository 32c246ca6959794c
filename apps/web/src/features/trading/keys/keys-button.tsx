import Keyboard from 'lucide-react/icons/keyboard'
import { lazy, Suspense, useEffect } from 'react'

import { createStore } from '../../../platform/create-store.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useWorkspace } from '../workspace/workspace-store.ts'
import { useTradeKeys } from './use-trade-keys.ts'

const KeysDialog = lazy(async () => ({
  default: (await retryImport(() => import('./keys-dialog.tsx'))).KeysDialog,
}))

const isKeysOpen = createStore(false)
const closeKeys = (): void => isKeysOpen.set(false)

/** Opens the list of keys. It is only on the trading screen. */
export const openKeys = (): void => isKeysOpen.set(true)

/** Opens the list of keys, as a key does. */
export function KeysButton() {
  const t = useTranslate()
  const { keys } = useWorkspace()
  const isOpen = isKeysOpen.useValue()
  useTradeKeys({ keys: openKeys })
  useEffect(() => closeKeys, [])
  return (
    <>
      <IconButton
        label={t('trading.keys')}
        aria-keyshortcuts={keys.keys}
        onClick={openKeys}
        className="pointer-coarse:hidden"
      >
        <Keyboard size={18} aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={closeKeys} />
        </Suspense>
      )}
    </>
  )
}
