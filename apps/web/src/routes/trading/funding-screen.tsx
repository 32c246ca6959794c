import type { Overview } from '@tradefront/contract/domain/deposits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FundingTab, isPartnerRisk, selectFundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import { type ReactNode, useEffect, useRef, useState } from 'react'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { useUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/surface.tsx'
import { overviewKey, overviewQuery } from '../../features/deposits/api.ts'
import { CardTab } from '../../features/cards/card-tab.tsx'
import type { FragmentComponent } from '../../features/cards/processors/server-fragment-type.ts'
import { MethodTabs } from '../../features/deposits/method-tabs.tsx'
import { LatePaymentBanners } from '../../features/deposits/recent/late-payment-banner.tsx'
import { isKnownProcessor, type ListenTarget } from '../../features/cards/payment/listen-target.ts'
import { cardPayment } from '../../features/cards/payment/card-payment.ts'
import { RecentDeposits } from '../../features/deposits/recent/recent-deposits.tsx'

/** Methods that can take money today. */
const availableMethods: readonly FundingTab[] = ['card']
const maxRecentDeposits = 10

export type FundingScreenProps = {
  /** The route's extra flag: `entro` opens the PIN dialog. */
  readonly add?: string | undefined
  /** The return from a payment page. */
  readonly listen?: ListenTarget | undefined
  readonly accountHref: string
  readonly fundingHref: string
  readonly Fragment: FragmentComponent
}

/** `/show/funding`, `/show/funding/{add}` and `/listen/funding/…`: the ways to add funds, and the deposits made so far. */
export function FundingScreen(props: FundingScreenProps) {
  const t = useTranslate()
  const plan = useMethodTabs()
  const [chosen, setChosen] = useState<FundingTab | null>(null)
  const { data, isError, refetch } = useQuery({ ...overviewQuery, refetchOnMount: 'always' })
  useResumePayment(props.listen, data)
  const selected = chosen !== null && plan.tabs.includes(chosen) ? chosen : plan.initialTab
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle>{t('cards.title')}</ScreenTitle>
      {selected === null ? (
        <EmptyState title={t('cards.no_methods')}>{t('cards.no_methods_text')}</EmptyState>
      ) : (
        <MethodTabs plan={plan} selected={selected} onSelect={setChosen}>
          <div className="flex flex-col gap-6">
            {data !== undefined && <LatePaymentBanners deposits={data.recent} />}
            {data !== undefined && (
              <CardTab
                overview={data}
                isEntro={props.add === 'entro'}
                accountHref={props.accountHref}
                Fragment={props.Fragment}
              />
            )}
            {data === undefined && isError && <LoadFailure onRetry={() => void refetch()} />}
            {data === undefined && !isError && <CardTabSkeleton />}
          </div>
        </MethodTabs>
      )}
      <RecentDeposits limit={maxRecentDeposits} fundingHref={props.fundingHref} />
    </div>
  )
}

function useMethodTabs() {
  const user = useUser()
  const language = useLocaleTag()
  return selectFundingTabs({
    language,
    currency: user.currency,
    country: user.country,
    isPartnerRisk: isPartnerRisk(user),
    hiddenTabs: getBootstrap().settings.hidden_tabs,
    working: availableMethods,
  })
}

/** Takes up what is open once the overview is there; and on the way back from a payment page asks anew how it went. */
function useResumePayment(listen: ListenTarget | undefined, overview: Overview | undefined): void {
  const t = useTranslate()
  const queries = useQueryClient()
  const returnedTo = listen === undefined ? null : listen.id
  const notifiedFor = useRef<string | null>(null)
  const isKnown = listen === undefined || isKnownProcessor(listen.proc)
  useEffect(() => {
    if (listen === undefined || isKnown) return
    console.info(`Unknown processor in a return route: ${listen.proc}`)
  }, [listen, isKnown])
  useEffect(() => {
    if (overview === undefined) return
    cardPayment.resumePayment(overview, isKnown ? returnedTo : null)
    if (returnedTo === null || !isKnown || notifiedFor.current === returnedTo) return
    notifiedFor.current = returnedTo
    const isOurs = [overview.deposit, ...overview.recent].some((deposit) => deposit?.id === returnedTo)
    if (!isOurs) showToast({ tone: 'info', text: t('cards.unknown_listen') })
  }, [overview, returnedTo, isKnown, t])
  // Whoever comes back has been away: what is known here is old.
  useEffect(() => {
    if (returnedTo !== null) void queries.invalidateQueries({ queryKey: overviewKey })
  }, [returnedTo, queries])
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useTranslate()
  return (
    <Banner
      tone="bad"
      title={t('cards.load_failed_title')}
      action={<Button onPress={onRetry}>{t('shell.retry')}</Button>}
    >
      {t('cards.load_failed_text')}
    </Banner>
  )
}

function CardTabSkeleton(): ReactNode {
  const t = useTranslate()
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Skeleton className="h-128" label={t('cards.loading')} />
      <Skeleton className="h-72" />
    </div>
  )
}
