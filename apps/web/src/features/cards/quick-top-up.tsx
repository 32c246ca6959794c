import { useQuery } from '@tanstack/react-query'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'
import Zap from 'lucide-react/icons/zap'
import { lazy, Suspense, useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { overviewQuery } from '../deposits/api.ts'
import { hasReachedDayLimit } from './day-limit.ts'

/** The runner of payments is loaded only when it is needed. */
const Dialog = lazy(async () => ({
  default: (await retryImport(() => import('./quick-top-up-dialog.tsx'))).QuickTopUpDialog,
}))

/**
 * Button for traders with an earlier deposit and a card that can be charged (spec: funding 6), unless the card or the day has reached a
 * limit, another payment is open, or the code of the card statement comes first (spec: account 4).
 */
export function QuickTopUp({ onStarted }: { readonly onStarted: () => void }) {
  const t = useTranslate()
  const user = useUser()
  const { isPractice, depositTotal, hasChargeableCard } = user
  const [isOpen, setOpen] = useState(false)
  const isAllowed = !isPractice && depositTotal > 0 && hasChargeableCard && !needsStatementCode(user)
  const { data } = useQuery({ ...overviewQuery, enabled: isAllowed })
  const card = data?.savedCards.find(({ limitedUntilMs }) => limitedUntilMs === null)
  if (!isAllowed || data === undefined || card === undefined) return null
  if (data.deposit !== null || hasReachedDayLimit(data)) return null
  return (
    <>
      <Button size="lg" onPress={() => setOpen(true)}>
        <Zap size={18} aria-hidden />
        {t('cards.top_up')}
      </Button>
      {isOpen && (
        <Suspense>
          <Dialog
            card={card}
            overview={data}
            onClose={() => setOpen(false)}
            onStarted={() => {
              setOpen(false)
              onStarted()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
