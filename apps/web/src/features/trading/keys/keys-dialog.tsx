import { type KeyboardEvent, useState } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'
import { defaultKeys, findKeyProblem, formatKey, type KeyAction, keyActions, readKeyName } from './key-names.ts'

/** Keys that cannot be changed. */
const fixedKeys = [
  { text: 'trading.key_symbols', name: 'Control+K' },
  { text: 'trading.key_undo', name: 'Control+Z' },
  { text: 'trading.key_redo', name: 'Control+Shift+Z' },
] as const

/** The keys of the trading screen, each of which the trader can change. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate()
  const { keys } = useWorkspace()
  const isChanged = keyActions.some((action) => keys[action] !== defaultKeys[action])
  return (
    <Dialog
      isOpen
      isDismissable
      size="sm"
      title={t('trading.keys')}
      onClose={onClose}
      closeLabel={t('shell.close')}
      actions={
        <Button
          aria-disabled={!isChanged}
          className={cx(!isChanged && 'cursor-not-allowed opacity-45')}
          onPress={() => updateWorkspace((before) => ({ ...before, keys: defaultKeys }))}
        >
          {t('trading.keys_reset')}
        </Button>
      }
    >
      <p className="text-13 text-muted">{t('trading.keys_text')}</p>
      <ul className="-my-1 flex flex-col">
        {keyActions.map((action) => (
          <KeyRow key={action} action={action} />
        ))}
        {fixedKeys.map(({ text, name }) => (
          <li key={name} className="flex min-h-11 items-center justify-between gap-4 text-muted">
            <span>{t(text)}</span>
            <kbd dir="ltr" className="px-3 font-sans text-13 font-medium">
              {formatKey(name)}
            </kbd>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Row of a key. After a press, it waits for the new key. Escape, Tab and a press elsewhere keep the old one. */
function KeyRow({ action }: { readonly action: KeyAction }) {
  const t = useTranslate()
  const { keys } = useWorkspace()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const label = t(`trading.key_${action}`)
  const shown = formatKey(keys[action])
  const stop = (): void => {
    setWaiting(false)
    setProblem(null)
  }
  const handleKey = (event: KeyboardEvent): void => {
    const name = readKeyName(event)
    if (!isWaiting || name === null || event.key === 'Tab') return
    // Otherwise Escape would close the dialog.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return stop()
    const found = findKeyProblem(keys, action, name)
    if (found === null) {
      updateWorkspace((before) => ({ ...before, keys: { ...before.keys, [action]: name } }))
      return stop()
    }
    const key = formatKey(name)
    setProblem(
      found === 'reserved'
        ? t('trading.key_reserved', { key })
        : t('trading.key_taken', { key, action: t(`trading.key_${found}`) }),
    )
  }
  return (
    <li className="flex flex-col">
      <div className="flex min-h-11 items-center justify-between gap-4">
        <span>{label}</span>
        <button
          type="button"
          aria-label={
            isWaiting ? `${label}: ${t('trading.key_press')}` : t('trading.key_change', { action: label, key: shown })
          }
          onClick={() => (isWaiting ? stop() : setWaiting(true))}
          onKeyDown={handleKey}
          onBlur={stop}
          className={cx(
            'h-8 min-w-20 cursor-pointer rounded-field border px-3 text-13 font-medium transition-colors pointer-coarse:h-11',
            isWaiting ? 'border-accent bg-accent-soft' : 'border-line bg-raised hover:border-edge',
          )}
        >
          {isWaiting ? (
            t('trading.key_press')
          ) : (
            <kbd dir="ltr" className="font-sans">
              {shown}
            </kbd>
          )}
        </button>
      </div>
      {problem !== null && (
        <p role="alert" className="pb-1 text-13 text-warn">
          {problem}
        </p>
      )}
    </li>
  )
}
