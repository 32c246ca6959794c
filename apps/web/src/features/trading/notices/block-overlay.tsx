import { Link } from '@tanstack/react-router'
import Lock from 'lucide-react/icons/lock'
import type { ReactNode } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'

/**
 * Notice in place of the ticket that says why nothing can be bought, and both ways out (spec: account 4). Both lead to documents: a card
 * counts once its picture is approved, not once it is charged.
 * @param checkTime how long a check takes
 */
export function BlockOverlay({ checkTime }: { readonly checkTime: ReactNode }) {
  const t = useTranslate()
  const { passportState, signatureState, cardDocumentState, isCardDocumentMissing } = useUser()
  const isWaiting =
    !isCardDocumentMissing &&
    [passportState, signatureState].every((state) => state === 'sent' || state === 'approved') &&
    [passportState, signatureState, cardDocumentState].includes('sent')
  return (
    <section
      aria-labelledby="trading-blocked"
      className="flex flex-col justify-center gap-4 border-line bg-surface p-4 lg:border-s lg:p-6"
    >
      <Lock size={28} className="text-warn max-lg:hidden" aria-hidden />
      <h2 id="trading-blocked" tabIndex={-1} className="text-21 font-semibold outline-none">
        {t('trading.blocked_title')}
      </h2>
      <p className="text-muted">{t(isWaiting ? 'trading.blocked_waiting' : 'trading.blocked_why')}</p>
      <p className="text-muted">{checkTime}</p>
      <div className="flex flex-wrap gap-2 lg:flex-col">
        <Link
          to={paths.showWith('personal', 'documents')}
          className={buttonClass({ tone: isWaiting ? 'quiet' : 'primary', canWrap: true })}
        >
          {t(isWaiting ? 'trading.blocked_documents' : 'trading.blocked_verify')}
        </Link>
        {isCardDocumentMissing && (
          <Link to={paths.showWith('documents', 'card')} className={buttonClass({ tone: 'quiet', canWrap: true })}>
            {t('trading.blocked_card')}
          </Link>
        )}
      </div>
      <p className="text-13 text-muted">{t('trading.blocked_open')}</p>
    </section>
  )
}
