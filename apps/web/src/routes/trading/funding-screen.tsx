import { useQuery } from '@tanstack/react-query'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'
import { Suspense, useEffect, useMemo } from 'react'

import { CardDocumentNotice } from '../../features/cards/card-document-notice.tsx'
import { cardPayment, usePayment } from '../../features/cards/payment/card-payment.ts'
import type { ListenTarget } from '../../features/cards/payment/listen-target.ts'
import { AmountSection } from '../../features/deposits/amount/amount-section.tsx'
import { type AmountForm, useAmount } from '../../features/deposits/amount/use-amount.ts'
import { overviewQuery } from '../../features/deposits/api.ts'
import { findDepositTab } from '../../features/deposits/deposit-status.ts'
import { fundingGrid } from '../../features/deposits/funding-step.tsx'
import { MethodChooser } from '../../features/deposits/methods/method-chooser.tsx'
import { EndedPaymentNotices } from '../../features/deposits/recent/ended-payments.tsx'
import { LateMoneyNotices } from '../../features/deposits/recent/late-money.tsx'
import { RecentDeposits } from '../../features/deposits/recent/recent-deposits.tsx'
import { VerificationNotice } from '../../features/documents/verification-note.tsx'
import { BitcoinCard } from '../../features/offers/bitcoin-card.tsx'
import { Offers } from '../../features/offers/offers.tsx'
import { PartnerRiskDialog } from '../../features/offers/partner-risk-dialog.tsx'
import { WhyBitcoinDialog } from '../../features/offers/why-bitcoin-dialog.tsx'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { FundingPromo } from '../../features/promo/funding-promo.tsx'
import { CodeNotice } from '../../features/validation/code-notice.tsx'
import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { MethodPayment, OpenInvoices } from './funding/method-payment.tsx'
import { type MethodChoice, useMethodChoice } from './funding/use-method-choice.ts'
import { useAmountOfPayment, useResumedPayment } from './funding/use-resumed-payment.ts'
import { RealMoneyNotice } from './screen-states.tsx'

const maxRecentDeposits = 10

/** `add` is a method, the processor that sent the browser back, or `promo`. */
export function FundingScreen({ add }: { readonly add?: string }) {
  return useUser().isPractice ? (
    <RealMoneyNotice title="profile.fund" text="deposits.practice_account" />
  ) : (
    <Funding key={add} add={add ?? null} listen={null} />
  )
}

export function PaymentReturnScreen(props: { readonly proc: string; readonly id: string; readonly uid: string }) {
  const { proc, id, uid } = props
  const listen = useMemo(() => ({ proc, id, transactionId: uid }), [proc, id, uid])
  return useUser().isPractice ? (
    <RealMoneyNotice title="profile.fund" text="deposits.practice_account" />
  ) : (
    <Funding add={null} listen={listen} />
  )
}

function Funding({ add, listen }: { readonly add: string | null; readonly listen: ListenTarget | null }) {
  const t = useTranslate()
  const query = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  useResumedPayment(listen, query.data)
  useEffect(() => cardPayment.dismissIfEnded, [])
  const payment = usePayment()
  const choice = useMethodChoice(add, payment, query.data)
  const amountForm = useAmount(choice.selected === 'card' ? 'card' : 'other')
  useAmountOfPayment(payment.deposit, amountForm)

  const { plan, selected } = choice
  const isEnded = payment.kind === 'ended'
  const isIdle = payment.kind === 'idle'
  const currentId = isIdle ? null : (payment.deposit?.id ?? null)
  const isChoosing = isIdle || (isEnded && payment.deposit?.state !== 'succeeded')
  // Spec: account 4. A payment that has started shows its result first.
  const isClosed = needsStatementCode(useUser()) && isChoosing
  return (
    <div className={cx('flex flex-col gap-8', isEnded && 'mx-auto w-full max-w-2xl')}>
      <ScreenTitle lead={isIdle ? <ScreenIntro page="funding" /> : undefined}>
        {t(getTitle(isEnded ? payment.deposit : null))}
      </ScreenTitle>
      {selected === null ? (
        <EmptyState title={t('deposits.no_methods')}>{t('deposits.no_methods_text')}</EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          <EndedPaymentNotices currentId={currentId} />
          <LateMoneyNotices exceptId={isEnded ? currentId : null} />
          {isChoosing && (plan.tabs.includes('bitcoin') || plan.tabs.includes('eth')) && (
            <Suspense>
              <OpenInvoices />
            </Suspense>
          )}
          <CodeNotice />
          {isIdle && !isClosed && <VerificationNotice />}
          <QueryView
            query={query}
            name={t('deposits.payments')}
            note={t('deposits.load_note')}
            skeleton={<StepsSkeleton />}
          >
            {(overview) =>
              !isClosed && (
                <FundingSteps
                  overview={overview}
                  amountForm={amountForm}
                  choice={choice}
                  method={selected}
                  returnedFrom={add}
                />
              )
            }
          </QueryView>
          {((isChoosing && !isClosed) || isEnded) && <Offers onOpenFunding={choice.showMethods} />}
        </div>
      )}
      {choice.shownDialog === 'risk' && (
        <PartnerRiskDialog
          onAnswer={(method) => (method === null ? choice.closeDialog() : choice.chooseInDialog(method))}
        />
      )}
      {choice.shownDialog === 'bitcoin' && (
        <WhyBitcoinDialog onDeposit={() => choice.chooseInDialog('bitcoin')} onClose={choice.closeDialog} />
      )}
      {isChoosing && !isClosed && selected !== 'bitcoin' && plan.tabs.includes('bitcoin') && (
        <BitcoinCard onDeposit={() => choice.chooseInDialog('bitcoin')} />
      )}
      {isChoosing && <FundingPromo isAskedFor={add === 'promo'} />}
      <CardDocumentNotice />
      <RecentDeposits limit={maxRecentDeposits} currentId={currentId} />
    </div>
  )
}

/** Amount, method and payment. While a payment runs and after it, only the payment is shown. */
function FundingSteps(props: {
  readonly overview: Overview
  readonly amountForm: AmountForm
  readonly choice: MethodChoice
  readonly method: FundingTab
  readonly returnedFrom: string | null
}) {
  const { overview, amountForm, choice, method, returnedFrom } = props
  const { kind } = usePayment()
  return (
    <div className={kind === 'ended' ? undefined : fundingGrid}>
      <AmountSection {...amountForm} onChange={amountForm.changeInputs} isHidden={kind !== 'idle'} />
      {kind === 'idle' && !choice.isCollapsed && (
        <MethodChooser
          hasFocus={choice.hasFocus}
          plan={choice.plan}
          selected={method}
          lastUsed={findLastUsedTab(overview)}
          onSelect={choice.select}
        />
      )}
      <Suspense fallback={<Skeleton className="my-8 h-64 lg:col-start-1" />}>
        <MethodPayment
          method={method}
          overview={overview}
          amountForm={amountForm}
          returnedFrom={returnedFrom}
          onChangeMethod={choice.isCollapsed ? choice.focusMethods : null}
          onBitcoin={
            choice.plan.tabs.includes('bitcoin')
              ? { explain: choice.explainBitcoin, deposit: () => choice.chooseInDialog('bitcoin') }
              : null
          }
        />
      </Suspense>
    </div>
  )
}

/**
 * Returns the title of the screen.
 * @param ended the deposit whose result is shown
 */
function getTitle(ended: Deposit | null) {
  if (ended?.state === 'succeeded' && ended.refund === null) return 'deposits.result_succeeded'
  return ended?.state === 'review' ? 'deposits.result_review' : 'deposits.add_funds'
}

/** Tab of the latest deposit that has arrived. */
function findLastUsedTab({ recent }: Overview): FundingTab | null {
  const latest = recent.find(({ state }) => state === 'succeeded')
  return latest === undefined ? null : findDepositTab(latest)
}

function StepsSkeleton() {
  return (
    <div className={cx(fundingGrid, 'gap-y-6')}>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-64" />
        <Skeleton className="h-48" />
        <Skeleton className="h-64" />
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
