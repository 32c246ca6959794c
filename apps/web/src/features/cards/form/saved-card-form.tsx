import { cardsCalls } from '@tradefront/contract/cards'
import type { SavedCard } from '@tradefront/contract/domain/cards'
import { hasCardExpired } from '@tradefront/rules/cards/find-card-problem'
import CreditCard from 'lucide-react/icons/credit-card'
import { type SubmitEvent, useRef } from 'react'

import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { serverNow } from '../../../platform/clock.ts'
import { confirmAction } from '../../../platform/dialogs.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { scrollElementIntoView } from '../../../ui/hooks/scroll-into-view.ts'
import { toCardCallError } from '../../deposits/card-call-error.ts'
import { formatCard } from '../../deposits/deposit-status.ts'

/** Submitted by the pay button elsewhere on the screen. */
export function SavedCardForm(props: {
  readonly saved: SavedCard
  readonly formId: string
  readonly isLocked: boolean
  readonly onReplace: () => void
  readonly onSubmit: () => void
}) {
  const t = useTranslate()
  const { saved, isLocked, onReplace } = props
  const { month, year } = saved
  const isExpired = hasCardExpired({ month: Number(month), year: Number(year) }, serverNow())
  const warning = useRef<HTMLDivElement>(null)
  const removal = useRemoveCard(saved)

  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isExpired) return props.onSubmit()
    scrollElementIntoView(warning.current)
    showToast({ tone: 'danger', text: t('cards.saved_expired'), id: 'cards-fill' })
  }
  return (
    <form id={props.formId} noValidate onSubmit={submit} className="contents">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-field border border-line px-4 py-3">
        <CreditCard size={24} aria-hidden className="text-muted" />
        <div className="flex flex-1 basis-44 flex-col">
          <bdi dir="ltr" className="tabular font-medium">
            {formatCard(saved)}
          </bdi>
          <span className="text-13 text-muted">
            {saved.firstName} {saved.lastName} · {t('cards.saved_until', { month, year })}
          </span>
        </div>
        {!isLocked && (
          <div className="flex gap-1">
            <Button tone="plain" size="sm" onPress={onReplace}>
              {t('cards.replace')}
            </Button>
            <Button tone="plain" size="sm" onPress={removal.confirmAndRemove} isPending={removal.isPending}>
              {t('cards.remove')}
            </Button>
          </div>
        )}
      </div>
      {isExpired && (
        <Banner tone="warn" ref={warning}>
          {t('cards.saved_expired')}
        </Banner>
      )}
    </form>
  )
}

function useRemoveCard(saved: SavedCard) {
  const t = useTranslate()
  const { mutate, isPending } = useCallMutation(cardsCalls.saveCard, {
    invalidates: [cardsCalls.getCurrentDeposit],
    onError: (error) => showError(toCardCallError(error)),
    onSuccess: () => showToast({ tone: 'success', text: t('cards.removed') }),
  })
  const confirmAndRemove = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('cards.remove_title'),
      body: t('cards.remove_text', { card: formatCard(saved) }),
      confirmLabel: t('cards.remove_yes'),
      cancelLabel: t('cards.remove_no'),
      isDanger: true,
    })
    if (isConfirmed) mutate({ body: { remove: 1 } })
  }
  return { isPending, confirmAndRemove: () => void confirmAndRemove() }
}
