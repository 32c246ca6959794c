import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { useQuery } from '@tanstack/react-query'
import { findFailureTexts } from '@tradefront/rules/deposits/failure-texts'
import { useEffect } from 'react'
import * as z from 'zod/mini'

import { createStore } from '../../../platform/create-store.ts'
import { useUser } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import { paths } from '../../../routes/paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { overviewQuery } from '../api.ts'
import { describeOtherAmount, getDepositStatus } from '../deposit-status.ts'
import { describeClaimEnd } from '../describe-failure.ts'

const endedPayments = createStore<readonly Deposit[]>([])

/**
 * Notices about payments that ended since this browser last saw them unfinished.
 * @param currentId id of a payment that the screen shows anyway
 */
export function EndedPaymentNotices({ currentId = null }: { readonly currentId?: string | null }) {
  const { userId } = useUser()
  const { data } = useQuery(overviewQuery)
  const ended = endedPayments.useValue()
  useEffect(() => {
    if (data === undefined) return
    // The trader sees the end of an invoice that is open.
    const away = takeEndedPayments(userId, data).filter(
      ({ invoice }) => invoice === null || location.hash !== `#${paths.invoice(invoice.coin, invoice.guid)}`,
    )
    endedPayments.set([...endedPayments.get(), ...away])
  }, [data, userId])
  useEffect(() => {
    // The payment of the screen has no notice, also after its result was closed.
    const others = ended.filter(({ id }) => id !== currentId)
    if (others.length < ended.length) endedPayments.set(others)
  }, [currentId, ended])
  useEffect(() => () => endedPayments.set([]), [])
  return ended
    .filter(({ id }) => id !== currentId)
    .map((deposit) => <EndedPayment key={deposit.id} deposit={deposit} />)
}

function EndedPayment({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const format = useFormat()
  const { state, refund, credited, currency, receiptNumber } = deposit
  const money = format.money(credited === null ? deposit.amount : credited.cash + credited.bonus, currency)
  const { text, tone } = getDepositStatus(deposit)
  const hasFailed = state === 'failed' && refund === null
  const failure = findFailureTexts(deposit)
  const what = t(hasFailed ? failure.what : text)
  // A part of an invoice or of a reported payment can have been paid.
  const otherAmount = hasFailed ? describeOtherAmount(deposit, t, format) : null
  const amount = otherAmount === null ? money : `${money} ${otherAmount}`
  const claimEnd = describeClaimEnd(deposit, t)
  const failed =
    claimEnd === null
      ? deposit.invoice === null
        ? t('deposits.away_failed', { receiptNumber })
        : t(failure.next)
      : `${claimEnd} ${t('deposits.away_text', { receiptNumber })}`
  return (
    <Banner tone={tone} title={t('deposits.away_title', { what, amount })}>
      {hasFailed ? failed : t('deposits.away_text', { receiptNumber })}
    </Banner>
  )
}

/** Returns each end only once. Money that arrived late has a notice of its own. */
function takeEndedPayments(userId: number, { deposit, recent }: Pick<Overview, 'deposit' | 'recent'>): Deposit[] {
  const key = userStorageKey('unfinished-payments', userId)
  const watched = localStore.readItem(key, z.array(z.string())) ?? []
  const all = deposit === null ? recent : [deposit, ...recent]
  const unfinished = all.filter(({ state }) => state !== 'succeeded' && state !== 'failed').map(({ id }) => id)
  if (unfinished.length > 0) localStore.writeItem(key, [...new Set(unfinished)])
  else localStore.deleteItem(key)
  return recent.filter(({ id, refund }) => watched.includes(id) && !unfinished.includes(id) && refund !== 'offered')
}
