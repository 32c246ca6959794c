import type { Deposit } from '@tradefront/contract/domain/deposits'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

import { confirmAction } from '../../../platform/dialogs.ts'
import { eventBus } from '../../../platform/realtime/event-bus.ts'
import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { useUser } from '../../../platform/current-user.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatMoney } from '../../../ui/money/format-money.ts'
import { overviewKey, requestRefund } from '../api.ts'

const maxKept = 20

/** Late successes: the trader can keep the money or request a refund. Keeping is only stored in this browser. */
export function LatePaymentBanners({ deposits }: { readonly deposits: readonly Deposit[] }) {
  const { userId } = useUser()
  const key = userStorageKey('late-money-kept', userId)
  const [kept, setKept] = useState(() => localStore.readItem(key, z.array(z.string())) ?? [])
  const keepPayment = (id: string): void => {
    const next = [...kept, id].slice(-maxKept)
    localStore.writeItem(key, next)
    setKept(next)
  }
  return deposits
    .filter(({ id, refund }) => refund === 'offered' && !kept.includes(id))
    .map((deposit) => <LatePaymentBanner key={deposit.id} deposit={deposit} onKeep={() => keepPayment(deposit.id)} />)
}

function LatePaymentBanner({ deposit, onKeep }: { readonly deposit: Deposit; readonly onKeep: () => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const queries = useQueryClient()
  const [isSending, setSending] = useState(false)
  const amount = formatMoney(deposit.credited?.cash ?? deposit.amount, deposit.currency, lang)

  const sendBack = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('cards.refund_title', { amount }),
      body: t('cards.refund_text'),
      confirmLabel: t('cards.refund_yes'),
      cancelLabel: t('cards.refund_no'),
    })
    if (!isConfirmed) return
    setSending(true)
    try {
      const reply = await requestRefund(deposit.id)
      eventBus.emit('user:update', undefined)
      showToast({ tone: reply.return ? 'success' : 'danger', text: reply.message ?? t('cards.refund_ordered') })
      await queries.invalidateQueries({ queryKey: overviewKey })
    } catch (error) {
      showError(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Banner
      tone="warn"
      title={t('cards.late_title', { amount })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button onPress={onKeep}>{t('cards.keep_money')}</Button>
          <Button onPress={() => void sendBack()} isPending={isSending}>
            {t('cards.refund')}
          </Button>
        </div>
      }
    >
      {t('cards.late_text', { receiptNumber: deposit.receiptNumber })}
    </Banner>
  )
}
