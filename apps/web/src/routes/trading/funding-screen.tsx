import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FundingTab, fundingTabs, isPartnerRisk, selectFundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { loadTexts, useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { showToast } from '../../platform/toasts.ts'
import { useUser } from '../../platform/current-user.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { AmountSection } from '../../features/deposits/amount/amount-section.tsx'
import { type AmountForm, useAmount } from '../../features/deposits/amount/use-amount.ts'
import { fundingGrid } from '../../features/deposits/funding-step.tsx'
import { overviewKey, overviewQuery } from '../../features/deposits/api.ts'
import { CardTab } from '../../features/cards/card-tab.tsx'
import { hasUsualCard } from '../../features/cards/form/usual-card.tsx'
import type { BitcoinChoice } from '../../features/cards/limit-notices.tsx'
import { findDepositTab } from '../../features/deposits/deposit-status.ts'
import { MethodChooser, scrollToMethods } from '../../features/deposits/methods/method-chooser.tsx'
import { EndedPaymentNotices } from '../../features/deposits/recent/ended-payments.tsx'
import { LateMoneyNotices } from '../../features/deposits/recent/late-money.tsx'
import { isKnownProcessor, type ListenTarget } from '../../features/cards/payment/listen-target.ts'
import { cardPayment, usePayment } from '../../features/cards/payment/card-payment.ts'
import { RecentDeposits } from '../../features/deposits/recent/recent-deposits.tsx'
import { CardDocumentNotice } from '../../features/cards/card-document-notice.tsx'
import { BitcoinCard } from '../../features/offers/bitcoin-card.tsx'
import { Offers } from '../../features/offers/offers.tsx'
import { VerificationNotice } from '../../features/documents/verification-note.tsx'
import { PartnerRiskDialog } from '../../features/offers/partner-risk-dialog.tsx'
import { WhyBitcoinDialog } from '../../features/offers/why-bitcoin-dialog.tsx'
import { FundingPromo } from '../../features/promo/funding-promo.tsx'
import { claimMethodsByTab, walletSlugsByTab } from '../../features/wallets/wallet-methods.ts'
import { CodeNotice } from '../../features/validation/code-notice.tsx'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { RealMoneyNotice } from './screen-states.tsx'
import { listWorkingMethods } from './working-methods.ts'

/** Tabs are loaded when they are opened. */
const WalletTab = lazy(async () => ({
  default: (await retryImport(() => import('../../features/wallets/wallet-tab.tsx'))).WalletTab,
}))
const ClaimTab = lazy(async () => {
  const [module] = await Promise.all([
    retryImport(() => import('../../features/wallets/claim-tab.tsx')),
    retryImport(() => loadTexts('invoices')),
  ])
  return { default: module.ClaimTab }
})
const CoinTab = lazy(async () => {
  const [module] = await Promise.all([
    retryImport(() => import('../../features/crypto/coin-tab.tsx')),
    retryImport(() => loadTexts('invoices')),
  ])
  return { default: module.CoinTab }
})
const OpenInvoices = lazy(async () => {
  const [module] = await Promise.all([
    retryImport(() => import('../../features/crypto/open-invoices.tsx')),
    retryImport(() => loadTexts('invoices')),
  ])
  return { default: module.OpenInvoices }
})

const maxRecentDeposits = 10

/** `add` is the processor that sent the browser back, or `promo`. */
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
  const plan = useMethodTabs()
  const linked = fundingTabs.find((tab) => tab === add) ?? null
  // Spec: funding 6. A link to the card is a choice, too.
  const isRisky = (tab: FundingTab | null): boolean => tab === 'card' && plan.warnsAboutCardRisk
  const [chosen, setChosen] = useState<FundingTab | null>(isRisky(linked) ? null : linked)
  /** The methods are collapsed to the card that paid last, if it is offered. */
  const [methods, setMethods] = useState<'collapsed' | 'open' | 'focused'>('collapsed')
  const [shownDialog, setShownDialog] = useState<'risk' | 'bitcoin' | null>(isRisky(linked) ? 'risk' : null)
  const query = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  const { data } = query
  useResumePayment(listen, data)
  useEffect(() => cardPayment.dismissIfEnded, [])
  const payment = usePayment()
  const currentId = payment.kind === 'idle' ? null : (payment.deposit?.id ?? null)
  const shownResult = payment.kind === 'ended' ? currentId : null
  // A payment is shown by its own method, also after a reload and if that method is no longer offered.
  const paidBy =
    payment.deposit === null || payment.kind === 'idle' ? null : (findDepositTab(payment.deposit) ?? 'card')
  if (paidBy !== null && paidBy !== chosen) setChosen(paidBy)
  const selected = paidBy ?? (chosen !== null && plan.tabs.includes(chosen) ? chosen : plan.initialTab)
  const planned = useAmount(selected === 'card' ? 'card' : 'other')
  useAmountOf(payment.deposit, planned)
  const isIdle = payment.kind === 'idle'
  const isEnded = payment.kind === 'ended'
  // After a failure, another method is as likely as this one.
  if (isEnded && payment.deposit?.state === 'failed' && methods === 'collapsed') setMethods('open')
  const isCollapsed = methods === 'collapsed' && selected === 'card' && data !== undefined && hasUsualCard(data)
  const choose = (tab: FundingTab): void => {
    cardPayment.dismissIfEnded()
    setMethods('open')
    setChosen(tab)
  }
  const showMethods = (): void => {
    setMethods('open')
    requestAnimationFrame(scrollToMethods)
  }
  const select = (tab: FundingTab): void => {
    if (isRisky(tab)) setShownDialog('risk')
    else choose(tab)
  }
  const answerDialog = (tab: FundingTab | null): void => {
    setShownDialog(null)
    if (tab === null) return
    choose(tab)
    if (tab === 'bitcoin') showMethods()
  }
  const isLoaded = data !== undefined
  // Spec: funding 8. A link to a method scrolls to it.
  useEffect(() => {
    if (isLoaded && fundingTabs.some((tab) => tab === add)) scrollToMethods()
  }, [add, isLoaded])
  const isChoosing = payment.kind === 'idle' || (payment.kind === 'ended' && payment.deposit?.state !== 'succeeded')
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
          <LateMoneyNotices exceptId={shownResult} />
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
                <div className={isEnded ? undefined : fundingGrid}>
                  <AmountSection {...planned} onChange={planned.changeInputs} isHidden={!isIdle} />
                  {isIdle && !isCollapsed && (
                    <MethodChooser
                      hasFocus={methods === 'focused'}
                      plan={plan}
                      selected={selected}
                      lastUsed={findLastUsedTab(overview)}
                      onSelect={select}
                    />
                  )}
                  <Suspense fallback={<Skeleton className="my-8 h-64 lg:col-start-1" />}>
                    <Method
                      tab={selected}
                      overview={overview}
                      planned={planned}
                      returnedFrom={add}
                      onChangeMethod={isCollapsed ? () => setMethods('focused') : null}
                      onBitcoin={
                        plan.tabs.includes('bitcoin')
                          ? { explain: () => setShownDialog('bitcoin'), deposit: () => answerDialog('bitcoin') }
                          : null
                      }
                    />
                  </Suspense>
                </div>
              )
            }
          </QueryView>
          {(isChoosing && !isClosed) || payment.kind === 'ended' ? <Offers onOpenFunding={showMethods} /> : null}
        </div>
      )}
      {shownDialog === 'risk' && <PartnerRiskDialog onAnswer={answerDialog} />}
      {shownDialog === 'bitcoin' && (
        <WhyBitcoinDialog onDeposit={() => answerDialog('bitcoin')} onClose={() => answerDialog(null)} />
      )}
      {isChoosing && !isClosed && selected !== 'bitcoin' && plan.tabs.includes('bitcoin') && (
        <BitcoinCard onDeposit={() => answerDialog('bitcoin')} />
      )}
      {isChoosing && <FundingPromo isAskedFor={add === 'promo'} />}
      <CardDocumentNotice />
      <RecentDeposits limit={maxRecentDeposits} currentId={currentId} />
    </div>
  )
}

function Method(props: {
  readonly tab: FundingTab
  readonly overview: Overview
  readonly planned: AmountForm
  readonly returnedFrom: string | null
  readonly onChangeMethod: (() => void) | null
  readonly onBitcoin: BitcoinChoice | null
}) {
  const { tab, overview, planned, ...cardProps } = props
  if (tab === 'bitcoin' || tab === 'eth')
    return <CoinTab key={tab} coin={tab === 'eth' ? 'ETH' : 'BTC'} planned={planned} />
  if (walletSlugsByTab[tab] !== undefined) return <WalletTab key={tab} tab={tab} planned={planned} />
  if (claimMethodsByTab[tab] !== undefined)
    return <ClaimTab key={tab} tab={tab} overview={overview} planned={planned} />
  return <CardTab overview={overview} planned={planned} {...cardProps} />
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

function useMethodTabs() {
  const user = useUser()
  const language = useLocaleTag()
  return selectFundingTabs({
    language,
    currency: user.currency,
    isPartnerRisk: isPartnerRisk(user),
    hiddenTabs: getBootstrap().settings.hiddenTabs,
    working: listWorkingMethods(getBootstrap().settings, user.currency),
  })
}

/** Starts with the amount of an unfinished or failed payment, e.g. after a return from a bank's page. */
function useAmountOf(deposit: Deposit | null, { setInputs }: AmountForm): void {
  const [shownId, setShownId] = useState<string | null>(null)
  if (deposit === null || deposit.id === shownId || deposit.state === 'succeeded') return
  setShownId(deposit.id)
  const bonusChoice = deposit.bonus === 1 ? 'bonus' : deposit.fixed === 1 ? 'fixed' : 'promo'
  setInputs({ amount: deposit.amount, bonusChoice })
}

/** Reloads the overview after a return from a payment page. */
function useResumePayment(listen: ListenTarget | null, overview: Overview | undefined): void {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const isKnown = listen === null || isKnownProcessor(listen.proc)
  const returnedTo = listen === null || !isKnown ? null : listen.id
  const notifiedFor = useRef<string | null>(null)
  useEffect(() => {
    // An unknown processor is only logged (spec: funding 2).
    if (listen !== null && !isKnown) console.info(`Unknown processor in a return route: ${listen.proc}`)
  }, [listen, isKnown])
  useEffect(() => {
    if (overview === undefined) return
    cardPayment.resumePayment(overview, returnedTo)
    if (returnedTo === null || notifiedFor.current === returnedTo) return
    notifiedFor.current = returnedTo
    const isOurs = [overview.deposit, ...overview.recent].some((deposit) => deposit?.id === returnedTo)
    if (!isOurs) showToast({ tone: 'info', text: t('deposits.unknown_listen') })
  }, [overview, returnedTo, t])
  // The cached overview is older than the payment.
  useEffect(() => {
    if (listen !== null) void queryClient.invalidateQueries({ queryKey: overviewKey })
  }, [listen, queryClient])
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
