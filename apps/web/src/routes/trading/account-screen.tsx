import { useNavigate } from '@tanstack/react-router'

import { EmailProofBanner } from '../../features/auth/email-proof-banner.tsx'
import { QuickTopUp } from '../../features/cards/quick-top-up.tsx'
import { EndedPaymentNotices } from '../../features/deposits/recent/ended-payments.tsx'
import { LateMoneyNotices } from '../../features/deposits/recent/late-money.tsx'
import { RecentDeposits } from '../../features/deposits/recent/recent-deposits.tsx'
import { BitcoinCard } from '../../features/offers/bitcoin-card.tsx'
import { Offers } from '../../features/offers/offers.tsx'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { AccountFacts } from '../../features/profile/account-facts.tsx'
import { BalanceCard } from '../../features/profile/balance-card.tsx'
import { TipCard } from '../../features/profile/tip-card.tsx'
import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { useHasBitcoin } from './working-methods.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'

const recentDepositCount = 5

/** Screen with the balance, everything that needs an answer, and the latest deposits. */
export function AccountScreen() {
  const t = useTranslate()
  const { isPractice } = useUser()
  const navigate = useNavigate()
  const hasBitcoin = useHasBitcoin()
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={<ScreenIntro page="home" />}>{t('profile.home')}</ScreenTitle>
      <EmailProofBanner />
      {!isPractice && <EndedPaymentNotices />}
      {!isPractice && <LateMoneyNotices />}
      {!isPractice && <Offers onOpenFunding={() => void navigate({ to: paths.show('funding') })} />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-8">
          <BalanceCard action={<QuickTopUp onStarted={() => void navigate({ to: paths.show('funding') })} />} />
          {!isPractice && <RecentDeposits limit={recentDepositCount} />}
        </div>
        <AccountFacts />
      </div>
      {hasBitcoin && <BitcoinCard onDeposit={() => void navigate({ to: paths.showWith('funding', 'bitcoin') })} />}
      {!isPractice && <TipCard />}
    </div>
  )
}
