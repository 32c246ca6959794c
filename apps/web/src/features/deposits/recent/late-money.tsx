import { depositsCalls } from '@tradefront/contract/deposits'
import { cardsCalls } from '@tradefront/contract/cards'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { useQuery } from '@tanstack/react-query'

import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { confirmAction } from '../../../platform/dialogs.ts'
import { type Format, useFormat } from '../../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../../platform/i18n/i18n.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { overviewQuery } from '../api.ts'
import { toCardCallError } from '../card-call-error.ts'
import { formatInstrument } from '../deposit-status.ts'

/**
 * Notices about money that arrived after its deposit had failed.
 * @param exceptId id of a deposit that the screen already shows
 */
export function LateMoneyNotices({ exceptId = null }: { readonly exceptId?: string | null }) {
  const t = useTranslate()
  const format = useFormat()
  const { data } = useQuery(overviewQuery)
  const offered = data?.recent.filter(({ id, refund }) => refund === 'offered' && id !== exceptId) ?? []
  return offered.map((deposit) => (
    <Banner
      key={deposit.id}
      tone="success"
      title={t('deposits.late_title', { amount: formatLateMoney(deposit, format) })}
      action={<LateMoneyChoice deposit={deposit} />}
    >
      {describeLateMoney(deposit, t)}
    </Banner>
  ))
}

/** Describes why the money came late, with the words of the mail. */
export function describeLateMoney(deposit: Deposit, t: Translate): string {
  const { reason, receiptNumber, wallet } = deposit
  const key = `deposits.late_text${reason === 'deposits.other_amount' ? '_other' : ''}` as const
  if (wallet === undefined) return t(key, { receiptNumber })
  return t(`${key}_wallet`, { receiptNumber, name: formatInstrument(deposit, t) ?? '' })
}

export function formatLateMoney({ credited, amount, currency }: Deposit, format: Format): string {
  return format.money(credited?.cash ?? amount, currency)
}

export function LateMoneyChoice({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const format = useFormat()
  const suffix = deposit.wallet === undefined ? '' : '_wallet'
  const name = formatInstrument(deposit, t) ?? ''
  const invalidates = [cardsCalls.getCurrentDeposit, depositsCalls.listDeposits]
  const onError = (error: Error): void => showError(toCardCallError(error))
  const keep = useCallMutation(depositsCalls.keepLateMoney, {
    invalidates,
    onError,
    onSuccess: () => showToast({ tone: 'success', text: t('deposits.money_kept') }),
  })
  const sendBack = useCallMutation(depositsCalls.requestRefund, {
    invalidates,
    onError,
    onSuccess: () => {
      eventBus.emit('user:update', undefined)
      showToast({ tone: 'success', text: t(`deposits.refund_ordered${suffix}`, { name }) })
    },
  })
  const confirmAndSendBack = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t(`deposits.refund_title${suffix}`, { amount: formatLateMoney(deposit, format), name }),
      body: t(`deposits.refund_text${suffix}`, { name }),
      confirmLabel: t('deposits.refund_yes'),
      cancelLabel: t('deposits.refund_no'),
    })
    if (isConfirmed) sendBack.mutate({ body: { id: deposit.id } })
  }
  const isBusy = keep.isPending || sendBack.isPending
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        tone="primary"
        onPress={() => keep.mutate({ body: { id: deposit.id } })}
        isPending={keep.isPending}
        isDisabled={isBusy}
      >
        {t('deposits.keep_money')}
      </Button>
      <Button onPress={() => void confirmAndSendBack()} isPending={sendBack.isPending} isDisabled={isBusy}>
        {t(`deposits.refund${suffix}`)}
      </Button>
    </div>
  )
}
