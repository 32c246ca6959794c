import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { walletsCalls } from '@tradefront/contract/wallets'
import type { ClaimMethod } from '@tradefront/rules/deposits/claims'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { createIdempotencyKey } from '../cards/payment/payment-record.ts'
import { AmountSection } from '../deposits/amount/amount-section.tsx'
import { useAmount } from '../deposits/amount/use-amount.ts'
import { overviewKey } from '../deposits/api.ts'
import { isResponseError } from '../deposits/card-call-error.ts'
import { showSomeErrors } from './use-wallet-form.ts'
import { claimMethodsByTab } from './wallet-methods.ts'

const maxNoteLength = 100

/** Where to send the money, and the report that it was sent. */
export function ClaimTab({ tab, overview }: { readonly tab: FundingTab; readonly overview: Overview }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const form = useAmount()
  const method = claimMethodsByTab[tab] ?? 'bank'
  const [note, setNote] = useState('')
  const { report, isPending, problem } = useReport(method, () => setNote(''))
  const { request } = form.amount
  const amount = request === null ? '' : formatMoney(request.amount, form.terms.currency, lang, { isWhole: true })
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {listWaitingClaims(overview, method).map((deposit) => (
        <WaitingClaim key={deposit.id} deposit={deposit} />
      ))}
      <Card className="flex flex-col gap-8">
        <AmountSection
          terms={form.terms}
          inputs={form.inputs}
          amount={form.amount}
          onChange={form.changeInputs}
          isLocked={isPending}
        />
        <AccountDetails method={method} />
        <form
          noValidate
          className="flex flex-col gap-4 border-t border-line pt-6"
          onSubmit={(event) => {
            event.preventDefault()
            if (request !== null) void report({ ...request, note: note.trim() })
          }}
        >
          <TextField
            label={t('wallets.note')}
            help={t('wallets.note_help')}
            value={note}
            onChange={setNote}
            name="note"
            maxLength={maxNoteLength}
            isDisabled={isPending}
          />
          <p className="text-13 text-muted">{t('wallets.report_text')}</p>
          {problem !== null && (
            <Banner tone="danger" isUrgent>
              {problem}
            </Banner>
          )}
          <Button tone="primary" size="lg" type="submit" isPending={isPending} isDisabled={request === null}>
            {request === null ? t('cards.pay_nothing') : t('wallets.report', { amount })}
          </Button>
        </form>
      </Card>
    </div>
  )
}

type Report = { readonly amount: number; readonly fixed: 0 | 1; readonly bonus: 0 | 1; readonly note: string }

/** Repeats a report with the same nonce until it has arrived, so that it is one claim. */
function useReport(method: ClaimMethod, onReported: () => void) {
  const { email, currency } = useUser()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const sent = useRef<{ readonly random: string; readonly content: string } | null>(null)
  const { mutateAsync: report, isPending } = useTaskMutation(
    async ({ note, ...payment }: Report) => {
      setProblem(null)
      const content = JSON.stringify([method, note, payment])
      if (sent.current?.content !== content) sent.current = { random: createIdempotencyKey(), content }
      const { random } = sent.current
      const body = { ...payment, email, currency, random, ...(note !== '' && { bitcoin: note }) }
      try {
        await performCall(walletsCalls.reportPayment, { params: { method }, body })
        sent.current = null
        onReported()
        await queryClient.invalidateQueries({ queryKey: overviewKey })
      } catch (error) {
        if (isResponseError(error)) showSomeErrors()
        setProblem(toErrorText(error))
      }
    },
    { onError: () => undefined },
  )
  return { report, isPending, problem }
}

function listWaitingClaims({ recent }: Overview, method: ClaimMethod): Deposit[] {
  return recent.filter(({ wallet, state }) => wallet?.is_claim === true && wallet.name === method && state === 'review')
}

function WaitingClaim({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { amount, currency, receiptNumber } = deposit
  return (
    <Banner tone="info" title={t('wallets.reported_title', { amount: formatMoney(amount, currency, lang) })}>
      {t('wallets.reported_text', { receiptNumber })}
    </Banner>
  )
}

function AccountDetails({ method }: { readonly method: ClaimMethod }) {
  const t = useTranslate()
  const { userId } = useUser()
  const accounts = getBootstrap().settings.claim_accounts
  const reference = { id: 'reference', name: t('wallets.reference'), value: <Code>{`TF-${userId}`}</Code> }
  const rows = {
    bank: [{ id: 'bank', name: t('wallets.bank_details'), value: <Code>{accounts?.bank}</Code> }, reference],
    WebMoney: [
      ...(['wmz', 'wmr', 'wme'] as const).flatMap((kind) => {
        const account = accounts?.[kind]
        return account == null ? [] : [{ id: kind, name: kind.toUpperCase(), value: <Code>{account}</Code> }]
      }),
      reference,
    ],
    litecoin: [{ id: 'litecoin', name: t('wallets.litecoin_address'), value: <Code>{accounts?.litecoin}</Code> }],
    bitcoin: [],
  }[method]
  const texts = {
    bank: 'wallets.bank_text',
    WebMoney: 'wallets.webmoney_text',
    litecoin: 'wallets.litecoin_text',
  } as const
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-6">
      {method !== 'bitcoin' && <p>{t(texts[method])}</p>}
      <DescriptionList rows={rows} />
    </section>
  )
}

function Code({ children }: { readonly children: string | null | undefined }) {
  return (
    <bdi dir="ltr" className="tabular break-all whitespace-pre-line select-all">
      {children}
    </bdi>
  )
}
