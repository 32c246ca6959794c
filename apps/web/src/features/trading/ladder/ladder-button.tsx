import type { MarketSymbol } from '@tradefront/contract/trading'
import Rows4 from 'lucide-react/icons/rows-4'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'
import { Button } from '../../../ui/buttons/button.tsx'

const LadderDialog = lazy(async () => ({
  default: (await retryImport(() => import('./ladder-dialog.tsx'))).LadderDialog,
}))

/** Opens the ladder of the symbol that the ticket trades. */
export function LadderButton(props: { readonly symbol: MarketSymbol; readonly isCompact: boolean }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const { symbol, isCompact } = props
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The dialog cannot restore the focus when the frame that has it goes away.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <>
      <Button
        tone={isCompact ? 'plain' : 'quiet'}
        size={isCompact ? 'narrow' : 'md'}
        isWide={!isCompact}
        className={isCompact ? 'text-13' : undefined}
        ref={button}
        onPress={() => setOpen(true)}
      >
        <Rows4 size={16} aria-hidden />
        {t('trading.ladder')}
      </Button>
      {isOpen && (
        <Suspense>
          <LadderDialog symbol={symbol.name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
