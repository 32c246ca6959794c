import { Link } from '@tanstack/react-router'
import { describeCheckTime, describeVerificationNeed } from '@tradefront/rules/documents/describe-verification'
import { isTradingBlocked } from '@tradefront/rules/trading/purchase-rules'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/**
 * Returns when trading pauses for a trader who is not verified (spec: account 4). Null: it never pauses on this site. `amount` is what
 * deposits must exceed for that, or null.
 */
export function useTradingPause() {
  const format = useFormat()
  const { isPractice, depositTotal, tradeCount, currency } = useUser()
  const block = getBootstrap().settings.tradingBlock
  if (block === undefined) return null
  return {
    isPaused: !isPractice && isTradingBlocked(block, { isVerified: false, depositTotal, tradeCount }),
    trades: block.trades,
    amount: block.deposits === 0 ? null : format.money(block.deposits, currency, { isWhole: true }),
  }
}

/** Returns why verification is needed, or null. */
function useVerificationNeed(): string | null {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  return describeVerificationNeed(user, getBootstrap().settings.tradingBlock, t, (amount) =>
    format.money(amount, user.currency, { isWhole: true }),
  )
}

/** Notice on the page where the trader pays, before the first deposit. */
export function VerificationNotice() {
  const t = useTranslate()
  const need = useVerificationNeed()
  if (need === null) return null
  return (
    <Banner
      tone="info"
      title={t('profile.verify_title')}
      action={
        <Link to={paths.showWith('personal', 'documents')} className={buttonClass({ size: 'sm' })}>
          {t('profile.verify_send')}
        </Link>
      }
    >
      {need}{' '}
      <span className="max-sm:hidden">
        {t('profile.verify_what')} <CheckTime />
      </span>
    </Banner>
  )
}

/** Hint on the ticket: one sentence with a link to the documents. */
export function VerificationHint() {
  const t = useTranslate()
  const { passportState, signatureState } = useUser()
  const need = useVerificationNeed()
  if (need === null) return null
  const isSent = [passportState, signatureState].every((state) => state === 'sent' || state === 'approved')
  return (
    <p className="text-13 text-muted">
      {need}{' '}
      {isSent ? (
        t('profile.verify_checking')
      ) : (
        <Link to={paths.showWith('personal', 'documents')} className="text-accent-ink underline pointer-coarse:py-2">
          {t('profile.verify_send')}
        </Link>
      )}
    </p>
  )
}

/** Time that recent checks took, as measured. Without enough of them, no time is promised. */
export function CheckTime() {
  const t = useTranslate()
  const { isEmailProved } = useUser()
  return describeCheckTime(isEmailProved, getBootstrap().settings.documentHours ?? null, t)
}
