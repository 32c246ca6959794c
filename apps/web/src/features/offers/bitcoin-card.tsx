import Bitcoin from 'lucide-react/icons/bitcoin'
import { lazy, Suspense, useRef, useState } from 'react'
import { offersCalls } from '@tradefront/contract/offers'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { patchUser, useUser } from '../../platform/current-user.ts'
import { loadTexts, useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { registrationSession } from '../../platform/storage/registration-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { WhyBitcoinDialog } from './why-bitcoin-dialog.tsx'

const LoadedCard = lazy(async () => {
  await retryImport(() => loadTexts('offers'))
  return { default: Card }
})

/**
 * A card on the page. If it was dismissed, it comes back on another day; if it was dismissed twice, never. It is not shown after a bitcoin
 * deposit nor in the session of the registration (spec: funding 6, 9), and only where bitcoin works.
 */
export function BitcoinCard({ onDeposit }: { readonly onDeposit: () => void }) {
  const { email, isBitcoinSuggested } = useUser()
  if (!isBitcoinSuggested || registrationSession.isCurrent(email)) return null
  return (
    <Suspense>
      <LoadedCard onDeposit={onDeposit} />
    </Suspense>
  )
}

function Card({ onDeposit }: { readonly onDeposit: () => void }) {
  const t = useTranslate()
  const [isExplained, setExplained] = useState(false)
  const place = useRef<HTMLElement>(null)
  const dismiss = useCallMutation(offersCalls.dismissNotice, {
    onSuccess: () => {
      // The focused button disappears with the card.
      place.current?.closest('main')?.querySelector('h1')?.focus()
      patchUser({ isBitcoinSuggested: false })
    },
  })
  return (
    <aside
      ref={place}
      aria-label={t('offers.bitcoin_title')}
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-4 sm:px-6"
    >
      <Bitcoin size={20} className="mt-px shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="font-medium">{t('offers.bitcoin_title')}</p>
        <p className="max-w-prose text-muted">{t('offers.bitcoin_text')}</p>
        <div className="-mx-3 flex flex-wrap gap-1">
          <Button tone="plain" size="sm" onPress={onDeposit}>
            {t('offers.bitcoin_deposit')}
          </Button>
          <Button tone="plain" size="sm" onPress={() => setExplained(true)}>
            {t('offers.bitcoin_why')}
          </Button>
          <Button
            tone="plain"
            size="sm"
            isPending={dismiss.isPending}
            onPress={() => dismiss.mutate({ body: { name: 'bitcoin' } })}
          >
            {t('offers.bitcoin_later')}
          </Button>
        </div>
      </div>
      {isExplained && <WhyBitcoinDialog onDeposit={onDeposit} onClose={() => setExplained(false)} />}
    </aside>
  )
}
