import { useQuery } from '@tanstack/react-query'
import { withdrawalCalls, type WithdrawalMethodView, type WithdrawalPreview } from '@tradefront/contract/withdrawal'
import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { findAmountProblem } from '@tradefront/rules/withdrawal/terms'
import { type SubmitEvent, useState } from 'react'

import { callQuery } from '../../platform/api/call-query.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import type { CallReply } from '../../platform/api/request.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Money } from '../../ui/money/money.tsx'
import { useHasPassed } from '../../ui/hooks/use-has-passed.ts'
import { performSessionCall } from './api.ts'
import { describeHours } from './describe-method.ts'
import { PlaceName } from './place-name.tsx'

/** A withdrawal that was requested and is not confirmed yet. */
export type WithdrawalRequest = {
  readonly id: string
  readonly method: string
  readonly preview: WithdrawalPreview
  /** Text that says why it was requested again. */
  readonly notice?: string
}

const shares = [0.25, 0.5, 1] as const
/** The estimate is loaded after a pause in typing of this length. */
const typingMs = 300

export async function requestWithdrawal(method: string, amount: number): Promise<WithdrawalRequest> {
  const { id, preview } = await performSessionCall(withdrawalCalls.requestWithdrawal, { body: { amount, method } })
  if (id === undefined || preview === undefined) throw new Error('The reply has no withdrawal')
  return { id, method, preview }
}

export function AmountForm(props: {
  readonly method: WithdrawalMethodView
  readonly currency: string
  readonly onRequested: (request: WithdrawalRequest) => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { method, currency } = props
  const [amount, setAmount] = useState<number | null>(null)
  const [error, setError] = useState<string | undefined>(undefined)
  const money = (value: number): string => format.money(value, currency)
  const request = useTaskMutation((value: number) => requestWithdrawal(method.method, value), {
    onSuccess: props.onRequested,
    onError: () => undefined,
  })
  const change = (value: number | null): void => {
    setAmount(value)
    setError(undefined)
    request.reset()
  }
  const findProblem = (): string | undefined => {
    if (amount === null || amount <= 0) return t('withdrawal.amount_empty')
    const problem = findAmountProblem(
      toMinor(amount, currency),
      toMinorTerms(method, currency),
      toMinor(method.available, currency),
    )
    return problem === null ? undefined : t(problem.code, { amount: money(fromMinor(problem.limit, currency)) })
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (request.isPending) return
    setError(problem)
    if (problem === undefined && amount !== null) request.mutate(amount)
    else event.currentTarget.querySelector('input')?.focus()
  }
  const problem = findProblem()
  const isSettled = useHasPassed(typingMs, `${method.method} ${amount}`)
  const estimate = useQuery({
    ...callQuery(withdrawalCalls.previewWithdrawal, {
      body: { amount: amount ?? 0, method: method.method, isBonus: true },
    }),
    enabled: isSettled && problem === undefined,
  }).data
  const shown = problem === undefined ? estimate : undefined
  if (method.available < method.min) return <NothingAvailable method={method} money={money} />
  return (
    <form noValidate onSubmit={submit} aria-labelledby="withdrawal-amount" className="flex flex-col gap-4">
      <h2 id="withdrawal-amount" className="text-17 font-semibold">
        {t('withdrawal.how_much')}
      </h2>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <MoneyField
          className="w-full sm:w-56"
          label={t('withdrawal.amount')}
          help={t(method.method === 'card' ? 'withdrawal.card_limit' : 'withdrawal.amount_help', {
            amount: money(Math.min(method.available, method.max)),
          })}
          error={error}
          value={amount}
          onChange={change}
          name="amount"
          faultTexts={{ not_whole: t('withdrawal.amount_empty'), unclear: t('withdrawal.amount_unclear') }}
          isRequired
          currency={currency}
        />
        <div role="group" aria-label={t('withdrawal.quick')} className="flex gap-2 sm:pt-[1.625rem]">
          {shares.map((share) => (
            <Button key={share} onPress={() => change(computeShare(method, share, currency))}>
              {share === 1 ? t('withdrawal.all') : format.percent(share)}
            </Button>
          ))}
        </div>
      </div>
      <p role="status" className="text-muted empty:hidden">
        {shown !== undefined && describeEstimate(shown, money, t)}
      </p>
      {shown?.preview !== undefined && (
        <OtherWays parts={shown.preview.parts} method={method.method} currency={currency} />
      )}
      {request.isError && (
        <Banner tone="danger" isUrgent>
          {toErrorText(request.error)}
        </Banner>
      )}
      <div>
        <Button type="submit" tone="primary" isPending={request.isPending}>
          {t('withdrawal.continue')}
        </Button>
      </div>
    </form>
  )
}

/** Says what the trader would receive, or why the server would refuse the withdrawal. */
function describeEstimate(
  { preview, message = '' }: CallReply<typeof withdrawalCalls.previewWithdrawal>,
  money: (amount: number) => string,
  t: Translate,
): string {
  if (preview === undefined) return message
  const { receives, fee, hours } = preview
  const params = { amount: money(receives), fee: money(fee), time: describeHours(hours, t) }
  return t(fee > 0 ? 'withdrawal.receives_fee' : 'withdrawal.receives', params)
}

/** Says above the button what the chosen method does not send, and where that goes. */
function OtherWays(props: {
  readonly parts: WithdrawalPreview['parts']
  readonly method: WithdrawalMethodView['method']
  readonly currency: string
}) {
  const t = useTranslate()
  const format = useFormat()
  const { method, currency } = props
  const others = props.parts.filter((part) => part.method !== method)
  if (others.length === 0) return null
  const sum = others.reduce((total, { amount }) => total + toMinor(amount, currency), 0)
  const amount = format.money(fromMinor(sum, currency), currency)
  return (
    <Banner tone="warn" title={t('withdrawal.other_way', { amount, method: t(`withdrawal.method_${method}`) })}>
      <ul className="flex flex-col gap-1 pt-1">
        {others.map((part, index) => (
          <li key={index} className="flex flex-wrap justify-between gap-x-4">
            <PlaceName {...part} />
            <Money amount={part.amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function NothingAvailable(props: {
  readonly method: WithdrawalMethodView
  readonly money: (amount: number) => string
}) {
  const t = useTranslate()
  const { available, min } = props.method
  return (
    <Banner tone="info" title={t('withdrawal.nothing_title')}>
      {t(available > 0 ? 'withdrawal.nothing_small' : 'withdrawal.nothing', {
        available: props.money(available),
        minimum: props.money(min),
      })}
    </Banner>
  )
}

function toMinorTerms(method: WithdrawalMethodView, currency: string) {
  return {
    returnPercent: method.returnPercent,
    feePercent: method.feePercent,
    feeFixed: toMinor(method.feeFixed, currency),
    min: toMinor(method.min, currency),
    max: toMinor(method.max, currency),
    hours: method.hours,
  }
}

/** Computes a part of the money in whole minor units, rounded down. */
function computeShare({ available, max }: WithdrawalMethodView, share: number, currency: string): number {
  return fromMinor(Math.floor(toMinor(Math.min(available, max), currency) * share), currency)
}
