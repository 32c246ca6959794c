import type { MarketSymbol } from '@tradefront/contract/domain/trading'
import Rows4 from 'lucide-react/icons/rows-4'
import { lazy, Suspense, useState } from 'react'

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
  return (
    <>
      <Button
        tone={isCompact ? 'plain' : 'quiet'}
        size={isCompact ? 'narrow' : 'md'}
        isWide={!isCompact}
        {...(isCompact && { className: 'text-13' })}
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
