import type { SavedCard } from '@tradefront/contract/domain/cards'
import type { Overview } from '@tradefront/contract/domain/deposits'
import { findCodeError } from '@tradefront/rules/cards/card-form'
import { clampAmount } from '@tradefront/rules/deposits/amount-limits'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { explainMessage } from '../../platform/i18n/explanations.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { calculateAmount, getAmountTerms } from '../deposits/amount/amount-form.ts'
import { AmountHelp, useClampedAmount } from '../deposits/amount/clamped-amount.tsx'
import { loadOverview, overviewKey } from '../deposits/api.ts'
import { formatCard } from '../deposits/deposit-status.ts'
import { SecurityCodeInput } from './form/card-form-fields.tsx'
import { cardPayment } from './payment/card-payment.ts'

type QuickTopUpDialogProps = {
  readonly card: SavedCard
  readonly overview: Overview
  readonly onClose: () => void
  /** Called when the payment runs or has ended; the funding page shows it. */
  readonly onStarted: () => void
}

/** Dialog that names amount and card before it charges. It adds no bonus, because its turnover is something that a trader chooses. */
export function QuickTopUpDialog({ card, overview, onClose, onStarted }: QuickTopUpDialogProps) {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { settings } = getBootstrap()
  const terms = getAmountTerms('card', user, settings)
  const { span, currency } = terms
  const [amount, setAmount] = useState<number | null>(() => findUsualAmount(overview, span))
  const { adjustment, setAmount: changeAmount, commitAmount } = useClampedAmount(span, setAmount)
  const { error, request } = calculateAmount({ amount, bonusChoice: 'fixed' }, terms)
  const { topUp, isPending, problem } = useTopUp(card, onStarted)
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | undefined>()
  const codeInput = useRef<HTMLInputElement>(null)
  const submit = (): void => {
    if (request === null || isPending) return
    const missing = findCodeError(code, card.brand)
    if (missing === null) return void topUp({ payment: request, code })
    setCodeError(t(missing))
    codeInput.current?.focus()
  }
  const money = (value: number): string => format.money(value, currency, { isWhole: true })
  const limits = { minimum: money(span.minimum), maximum: money(span.maximum) }
  const name = formatCard(card)
  return (
    <Dialog
      isOpen
      size="sm"
      title={t('cards.top_up_title', { card: name })}
      closeLabel={t('shell.close')}
      onClose={() => {
        if (!isPending) onClose()
      }}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            {t('cards.top_up_cancel')}
          </Button>
          {/* A press moves the focus, which can change the amount. The press must not count for the changed amount. */}
          <Button
            key={request === null ? 'no-amount' : 'amount'}
            tone="primary"
            type="submit"
            form={formId}
            isPending={isPending}
            isDisabled={request === null}
          >
            {request === null
              ? t('deposits.pay_nothing')
              : t('cards.top_up_pay', { amount: money(request.amount), card: name })}
          </Button>
        </>
      }
    >
      <p className="text-muted">{t('cards.top_up_text')}</p>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex flex-col gap-4"
      >
        <MoneyField
          label={t('deposits.amount')}
          help={<AmountHelp adjustment={adjustment} limits={limits} />}
          error={error === null ? undefined : t(error, limits)}
          value={amount}
          onChange={changeAmount}
          onCommit={commitAmount}
          fractionDigits={0}
          faultTexts={{ not_whole: t('deposits.amount_not_whole'), unclear: t('deposits.amount_unclear') }}
          toWholeLabel={(whole) => t('deposits.amount_drop_cents', { amount: whole })}
          isDisabled={isPending}
          name="amount"
          currency={currency}
        />
        <SecurityCodeInput
          value={code}
          onChange={(typed) => {
            setCodeError(undefined)
            setCode(typed)
          }}
          onBlur={() => {
            const problem = code === '' ? null : findCodeError(code, card.brand)
            if (problem !== null) setCodeError(t(problem))
          }}
          error={codeError}
          inputRef={codeInput}
          isDisabled={isPending}
        />
      </form>
      {problem !== null && (
        <Banner tone="danger" isUrgent>
          {problem}
        </Banner>
      )}
      <p className="text-13 text-muted">{t('cards.pay_note')}</p>
    </Dialog>
  )
}

const formId = 'quick-top-up'

/** Finds the amount of the latest deposit that arrived. */
function findUsualAmount(
  { recent }: Overview,
  {
    minimum,
    maximum,
    defaultAmount,
  }: { readonly minimum: number; readonly maximum: number; readonly defaultAmount: number },
): number {
  const latest = recent.find(({ state }) => state === 'succeeded')
  return latest === undefined ? defaultAmount : Math.round(clampAmount(latest.amount, minimum, maximum))
}

type Payment = Parameters<typeof cardPayment.startTopUp>[0]

function useTopUp(card: SavedCard, onStarted: () => void) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const { mutateAsync: topUp, isPending } = useTaskMutation(
    async ({ payment, code }: { readonly payment: Payment; readonly code: string }) => {
      setProblem(null)
      try {
        const reply = await cardPayment.startTopUp(payment, card, code)
        await queryClient.invalidateQueries({ queryKey: overviewKey })
        if (reply === null || reply.deposit !== null) return onStarted()
        setProblem(explainMessage(reply.error, reply.message ?? t('auth.server_error')))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'deposits.in_progress') {
          // The funding page shows the payment that is already running.
          cardPayment.resumePayment(await loadOverview(), null)
          return onStarted()
        }
        setProblem(toErrorText(error))
      }
    },
    { onError: () => undefined },
  )
  return { topUp, isPending, problem }
}
