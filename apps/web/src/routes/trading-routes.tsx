import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import ChartColumn from 'lucide-react/icons/chart-column'
import History from 'lucide-react/icons/history'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import Newspaper from 'lucide-react/icons/newspaper'
import Plus from 'lucide-react/icons/plus'
import Radio from 'lucide-react/icons/radio'
import Rewind from 'lucide-react/icons/rewind'
import Trophy from 'lucide-react/icons/trophy'
import UserRound from 'lucide-react/icons/user-round'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'

import { queryClient } from '../platform/api/query-client.ts'
import { getCurrentUser } from '../platform/current-user.ts'
import { getLocale } from '../platform/i18n/i18n.ts'
import { waitBriefly } from '../platform/query/wait-briefly.ts'
import { getPageQuery } from '../platform/server-content/page-query.ts'
import { fundingTexts, historyTexts, homeTexts } from './initial-texts.ts'
import { paths } from './paths.ts'
import { defineScreen, type Screen } from './trading/define-screen.ts'

const loadServerPages = () => import('./trading/server-page-screens.tsx')
const loadFunding = () => import('./trading/funding-screen.tsx')

/** Loads the replay after the home screen, so that the parts that both show stay in one file with it. */
async function loadReplayScreen() {
  const { loadReplay } = await import('./trading/home-screen.tsx')
  return (await loadReplay()).ReplayScreen
}

/** Waits for the introduction of a screen, too, so that nothing moves when it arrives. */
async function loadWithIntro<Module>(page: string, screen: Promise<Module>): Promise<Module> {
  const intro = queryClient.ensureQueryData(getPageQuery('pg', page, getLocale()))
  const [module] = await Promise.all([screen, waitBriefly(intro)])
  return module
}

/** spec: account 4 */
function findValidationDetour(): string | null {
  const user = getCurrentUser()
  return user !== null && needsStatementCode(user) ? paths.fragment('validate') : null
}

/** Screens in the order of the menu (spec: funding 2). */
export const tradingScreens: readonly Screen[] = [
  defineScreen({
    path: '/home',
    load: async () => {
      const [{ HomeScreen }, { waitForWeekendNotice }] = await Promise.all([
        import('./trading/home-screen.tsx'),
        import('./trading/weekend-notice.ts'),
      ])
      await waitForWeekendNotice()
      return HomeScreen
    },
    texts: homeTexts,
    title: 'profile.trade',
    findDetour: findValidationDetour,
    menu: { text: 'profile.trade', Icon: ChartCandlestick },
    isFullWidth: true,
  }),
  defineScreen({
    path: '/show/funding/{-$add}',
    load: async () => (await loadWithIntro('funding', loadFunding())).FundingScreen,
    texts: fundingTexts,
    title: 'profile.fund',
    findDetour: findValidationDetour,
    menu: { text: 'profile.fund', Icon: Plus },
  }),
  defineScreen({
    path: '/show/funding/invoice/$coin/$guid',
    load: async () => (await import('./trading/invoice-screen.tsx')).InvoiceScreen,
    texts: ['cards', 'deposits', 'wallets', 'crypto', 'invoices', 'promo', 'offers'],
    title: 'profile.invoice',
  }),
  defineScreen({
    path: '/listen/funding/$proc/$id/$uid',
    load: async () => (await loadFunding()).PaymentReturnScreen,
    texts: fundingTexts,
    title: 'profile.fund',
  }),
  defineScreen({
    path: '/show/history/{-$add}',
    load: async () => (await import('./trading/history-screen.tsx')).HistoryScreen,
    texts: historyTexts,
    title: 'profile.history',
    lead: 'history.lead',
    menu: { text: 'profile.history', Icon: History },
  }),
  defineScreen({
    path: '/show/withdrawal/{-$add}',
    load: async () => (await import('./trading/withdrawal-screen.tsx')).WithdrawalScreen,
    texts: ['withdrawal', 'auth', 'access', 'login'],
    title: 'profile.withdraw',
    menu: { text: 'profile.withdraw', Icon: ArrowUpFromLine, isUnderName: true },
  }),
  defineScreen({
    path: '/show/reports/{-$add}',
    load: async () => (await import('./trading/reports-screen.tsx')).ReportsScreen,
    texts: ['history'],
    title: 'profile.reports',
    lead: 'history.reports_lead',
    menu: { text: 'profile.reports', Icon: ChartColumn, isUnderName: true },
  }),
  defineScreen({
    path: '/show/deposits/{-$add}',
    load: async () => (await import('./trading/deposits-screen.tsx')).DepositsScreen,
    texts: ['cards', 'deposits', 'wallets', 'crypto'],
    title: 'profile.deposits',
    lead: 'deposits.lead',
  }),
  defineScreen({
    path: '/show/contest/{-$tab}',
    load: async () => (await loadWithIntro('contest', import('./trading/contest-screen.tsx'))).ContestScreen,
    texts: ['tournaments'],
    title: 'profile.contest',
    menu: { text: 'profile.contest', Icon: Trophy },
  }),
  defineScreen({
    path: '/show/news/{-$item}',
    load: async ({ item }) => {
      const { NewsScreen, preloadNews } = await import('./trading/news-screen.tsx')
      await preloadNews(item)
      return NewsScreen
    },
    texts: ['news'],
    menu: { text: 'profile.news', Icon: Newspaper },
  }),
  defineScreen({
    path: '/show/replay',
    load: loadReplayScreen,
    texts: ['trading', 'replay'],
    title: 'profile.replay',
    menu: { text: 'profile.replay', Icon: Rewind, isUnderName: true },
    isFullWidth: true,
  }),
  defineScreen({
    path: '/show/support/{-$ticket}',
    load: async ({ ticket }) => {
      const { SupportScreen, preloadSupport } = await import('./trading/support-screen.tsx')
      await preloadSupport(ticket)
      return SupportScreen
    },
    texts: ['support', 'documents'],
    title: 'profile.support',
    menu: { text: 'profile.support', Icon: LifeBuoy, isUnderName: true },
  }),
  defineScreen({
    path: '/show/signals/{-$add}',
    load: async () => (await loadWithIntro('signals', import('./trading/signals-screen.tsx'))).SignalsScreen,
    texts: ['signals'],
    title: 'profile.signals',
    menu: { text: 'profile.signals', Icon: Radio, isUnderName: true },
  }),
  defineScreen({
    path: '/show/personal/{-$part}',
    load: async () => (await loadWithIntro('personal', import('./trading/personal-screen.tsx'))).PersonalScreen,
    texts: ['auth', 'access', 'login', 'documents'],
    title: 'profile.personal',
    menu: { text: 'profile.personal', Icon: UserRound, isUnderName: true },
  }),
  defineScreen({
    path: '/show/documents/{-$add}',
    load: async () => (await import('../features/documents/documents-screen.tsx')).DocumentsScreen,
    texts: ['documents'],
  }),
  defineScreen({
    path: '/show/promo/{-$add}',
    load: async () => (await import('../features/promo/promo-screen.tsx')).PromoScreen,
    texts: ['promo'],
    title: 'profile.promo',
  }),
  defineScreen({
    path: '/show/account/{-$add}',
    load: async () => (await loadWithIntro('home', import('./trading/account-screen.tsx'))).AccountScreen,
    texts: ['cards', 'deposits', 'wallets', 'crypto'],
    title: 'profile.home',
  }),
  defineScreen({
    path: '/show/trade/$id',
    load: async () => (await import('../features/trading/trade-page/trade-page.tsx')).TradePage,
    texts: ['trading'],
  }),
  defineScreen({
    path: '/show/real/{-$add}',
    load: async () => (await import('./trading/real-account-screen.tsx')).RealAccountScreen,
    texts: ['auth', 'access'],
    title: 'profile.open_real',
  }),
  defineScreen({
    path: '/sw/validate',
    load: async () => (await import('../features/validation/validate-screen.tsx')).ValidateScreen,
    texts: ['validation'],
    title: 'validation.title',
  }),

  // Every other name is a page of the server.
  defineScreen({
    path: '/show/$page/{-$add}',
    load: async () => (await loadServerPages()).ServerPageScreen,
    texts: [],
  }),
  defineScreen({
    path: '/listen/$page/$proc/$id/$uid',
    load: async () => (await loadServerPages()).ServerPageScreen,
    texts: [],
  }),
  defineScreen({
    path: '/sw/$page',
    load: async () => (await loadServerPages()).ServerFragmentScreen,
    texts: [],
  }),
]
