import { useNavigate } from '@tanstack/react-router'
import { Suspense, use, useState } from 'react'

import { EmailProofBanner } from '../../features/auth/email-proof-banner.tsx'
import { EndedPaymentNotices } from '../../features/deposits/recent/ended-payments.tsx'
import { LateMoneyNotices } from '../../features/deposits/recent/late-money.tsx'
import { useRefreshOverview } from '../../features/deposits/recent/use-refresh-overview.ts'
import { CheckTime, VerificationHint } from '../../features/documents/verification-note.tsx'
import { Offers } from '../../features/offers/offers.tsx'
import { FirstSteps } from '../../features/profile/first-steps.tsx'
import { SignalStatus } from '../../features/signals/signal-status.tsx'
import { usePresentSignal } from '../../features/signals/use-present-signal.ts'
import { PlatformFrame } from '../../features/trading/platform-frame.tsx'
import { TradingScreen } from '../../features/trading/trading-screen.tsx'
import { parseChartView } from '../../features/trading/workspace/chart-view.ts'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useUser } from '../../platform/current-user.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { paths } from '../paths.ts'
import type { ScreenProps } from './define-screen.ts'
import { getWeekendNotice, isWeekend, loadWeekendNotice } from './weekend-notice.ts'

export const loadReplay = () => import('../../features/trading/replay/replay-screen.tsx')

/** Trading, below what needs an answer of the trader (spec: account 2). Or another platform, by the setting `platform_url`. */
export function HomeScreen({ search }: ScreenProps) {
  const { isPractice } = useUser()
  const navigate = useNavigate()
  const view = parseChartView(search)
  const forgetView = (): void => void navigate({ to: paths.home(), search: {}, replace: true })
  const platformUrl = getBootstrap().settings.platformUrl
  const notices = (
    // A phone has room for one line above its chart: the tournament waits until it is the first.
    <div className="flex max-h-56 shrink-0 flex-col gap-2 overflow-y-auto px-3 py-2 empty:hidden max-sm:[&>[data-waits]:not(:first-child)]:hidden landscape-phone:[&>[data-waits]:not(:first-child)]:hidden">
      <FirstSteps instead={<EmailProofBanner isCompact />} />
      {!isPractice && <DepositNotices />}
      {!isPractice && (
        <Offers names={['risk_free']} isCompact onOpenFunding={() => void navigate({ to: paths.show('funding') })} />
      )}
      {!isPractice && <WeekendTournament />}
    </div>
  )
  return platformUrl === null ? (
    <TradingScreen
      notices={notices}
      verificationHint={<VerificationHint />}
      checkTime={<CheckTime />}
      view={view}
      onViewShown={forgetView}
    />
  ) : (
    <PlatformFrame
      url={platformUrl}
      notices={
        <>
          {notices}
          <AnySignal />
        </>
      }
    />
  )
}

/** Signal over the frame of another platform, which shows a symbol of its own. */
function AnySignal() {
  const { signal, close } = usePresentSignal(null)
  return (
    <div className="px-3">
      <SignalStatus signal={signal} isCompact={false} onClose={close} />
    </div>
  )
}

function DepositNotices() {
  useRefreshOverview()
  return (
    <>
      <EndedPaymentNotices />
      <LateMoneyNotices />
    </>
  )
}

/** Notice of the weekend's tournament. Nothing of it is loaded on the other days. */
function WeekendTournament() {
  const [isShown] = useState(isWeekend)
  return (
    isShown && (
      // The skeleton is as high as the notice, so that the chart below it does not move.
      <Suspense
        fallback={
          <div data-waits>
            <Skeleton className="h-14 lg:h-10" />
          </div>
        }
      >
        <LoadedWeekendNotice />
      </Suspense>
    )
  )
}

/** This is not `lazy`, which shows nothing at first even if the part has been loaded. */
function LoadedWeekendNotice() {
  const { WeekendNotice } = getWeekendNotice() ?? use(loadWeekendNotice())
  return <WeekendNotice />
}
