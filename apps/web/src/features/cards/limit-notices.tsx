import { cardsCalls } from '@tradefront/contract/cards'
import type { Overview } from '@tradefront/contract/domain/deposits'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showError } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { toCardCallError } from '../deposits/card-call-error.ts'
import { answerFailLimit } from './api.ts'
import { formatNextDay, hasReachedDayLimit } from './day-limit.ts'

/** Notice above the card form about a limit that has been reached, or how many payments are left today. */
export function CardLimitNotice(props: {
  readonly overview: Overview
  /** End of the limit of the chosen card, or null. */
  readonly limitedUntilMs: number | null
  readonly onOtherCard: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { overview, limitedUntilMs, onOtherCard } = props
  const { depositsLeftToday, isLimitAccepted } = overview
  if (limitedUntilMs !== null)
    return <FailLimitNotice untilMs={limitedUntilMs} isAccepted={isLimitAccepted} onOtherCard={onOtherCard} />
  if (hasReachedDayLimit(overview)) {
    return (
      <Banner tone="warn" title={t('cards.left_today', { count: 0 })}>
        {t('cards.next_day_limit', { time: formatNextDay(format) })}
      </Banner>
    )
  }
  const isUntouched = depositsLeftToday >= getBootstrap().settings.cardDayLimit
  if (isUntouched) return null
  return (
    <Banner tone="info" title={t('cards.left_today', { count: depositsLeftToday })}>
      {t('cards.left_today_note')}
    </Banner>
  )
}

/** Notice about a card with too many failures. The trader can use another card, wait until the limit ends or lift it (spec: funding 7). */
export function FailLimitNotice(props: {
  readonly untilMs: number
  /** True if the trader chose to wait, which cannot be undone. */
  readonly isAccepted: boolean
  readonly onOtherCard: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { untilMs, isAccepted, onOtherCard } = props
  const answer = useTaskMutation(answerFailLimit, {
    invalidates: [cardsCalls.getCurrentDeposit],
    onSuccess: refreshUser,
    onError: (error) => showError(toCardCallError(error)),
  })
  const sending = answer.isPending ? answer.variables : null
  return (
    <Banner
      tone="warn"
      title={t('cards.limited_title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" onPress={onOtherCard}>
            {t('cards.other_card')}
          </Button>
          {!isAccepted && (
            <>
              <Button onPress={() => answer.mutate('accept')} isPending={sending === 'accept'}>
                {t('cards.limited_yes')}
              </Button>
              <Button onPress={() => answer.mutate('ignore')} isPending={sending === 'ignore'}>
                {t('cards.limited_ignore')}
              </Button>
            </>
          )}
        </div>
      }
    >
      {!isAccepted && `${t('cards.limit')} `}
      {t('cards.limited_until', { time: format.weekdayTime(untilMs) })}
    </Banner>
  )
}

/** `explain` opens "Why Bitcoin?", `deposit` leads to the method. */
export type BitcoinChoice = { readonly explain: () => void; readonly deposit: () => void }

/** Dialog about the day limit, which offers bitcoin where it works. Spec: funding 4, 8. */
export function DayLimitDialog(props: { readonly onClose: () => void; readonly onBitcoin: BitcoinChoice | null }) {
  const t = useTranslate()
  const format = useFormat()
  const { onClose, onBitcoin } = props
  const closeAnd = (action: () => void) => (): void => {
    onClose()
    action()
  }
  return (
    <Dialog
      isOpen
      size="sm"
      role="alertdialog"
      title={t('cards.failed_day_limit')}
      onClose={onClose}
      actions={
        onBitcoin === null ? (
          <Button tone="primary" onPress={onClose} autoFocus>
            {t('cards.day_limit_close')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t('cards.day_limit_close')}</Button>
            <Button onPress={closeAnd(onBitcoin.explain)}>{t('offers.bitcoin_why')}</Button>
            <Button tone="primary" onPress={closeAnd(onBitcoin.deposit)} autoFocus>
              {t('offers.bitcoin_deposit')}
            </Button>
          </>
        )
      }
    >
      <p className="text-muted">{t('cards.day_limit', { limit: getBootstrap().settings.cardDayLimit })}</p>
      <p className="font-medium">{t('cards.next_day_limit', { time: formatNextDay(format) })}</p>
    </Dialog>
  )
}
