import Keyboard from 'lucide-react/icons/keyboard'
import { useState } from 'react'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { type DeskKey, listKeys, useKeys } from './use-keys.ts'

const helpKey = '?'

/** `?` lists the keys of the screen, from the tables that they are run from. */
export function KeysHelp() {
  const t = useTranslate()
  const [keys, setKeys] = useState<readonly DeskKey[] | null>(null)
  const open = () => setKeys(listKeys())
  useKeys([{ key: helpKey, text: t('desk.key_help'), run: open }])
  // Several keys can do the same.
  const byText = [...Map.groupBy(keys ?? [], ({ text }) => text)]
  return (
    <>
      <span className="max-lg:hidden pointer-coarse:hidden">
        <Button tone="plain" size="icon" aria-label={t('desk.keys')} aria-keyshortcuts={helpKey} onPress={open}>
          <Keyboard size={18} aria-hidden />
        </Button>
      </span>
      {keys !== null && (
        <Dialog
          title={t('desk.keys')}
          isOpen
          onClose={() => setKeys(null)}
          closeLabel={t('shell.close')}
          size="sm"
          isDismissable
        >
          <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
            {byText.map(([text, same]) => (
              <div key={text} className="contents">
                <dt className="flex gap-1">
                  {[...new Set(same.map(({ key }) => key))].map((key) => (
                    <KeyMark key={key}>{key}</KeyMark>
                  ))}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  )
}

/** A key as it looks on a keyboard. */
export function KeyMark({ children }: { readonly children: string }) {
  return (
    <kbd
      dir="ltr"
      className="min-w-6 rounded-field border border-current/30 px-1.5 text-center font-sans text-13 font-medium opacity-80"
    >
      {children}
    </kbd>
  )
}
