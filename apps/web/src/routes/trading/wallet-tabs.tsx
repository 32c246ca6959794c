import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { SectionTabs, type SectionTab } from './section-tabs.tsx'

/** Tabs of the screens about money and results. In the menu they are under History. */
export const walletTabs: readonly SectionTab[] = [
  { to: paths.show('history'), text: 'profile.history' },
  { to: paths.show('deposits'), text: 'profile.deposits' },
  { to: paths.show('withdrawal'), text: 'profile.withdraw' },
  { to: paths.show('reports'), text: 'profile.reports' },
  { to: paths.show('account'), text: 'profile.home' },
]

export function isInWallet(pathname: string): boolean {
  return walletTabs.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
}

export function WalletTabs() {
  return <SectionTabs label={useTranslate()('profile.wallet')} tabs={walletTabs} />
}
