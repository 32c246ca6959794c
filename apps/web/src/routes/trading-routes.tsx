import House from 'lucide-react/icons/house'
import List from 'lucide-react/icons/list'
import Plus from 'lucide-react/icons/plus'
import UserRound from 'lucide-react/icons/user-round'

import { defineScreen, type Screen } from './screen-routes.tsx'

const loadServerPages = () => import('./trading/server-page-screens.tsx')
const loadFunding = () => import('./trading/funding-screen.tsx')

/** In the order of the menu (spec: funding 2). */
export const tradingScreens: readonly Screen[] = [
  defineScreen({
    path: '/home',
    load: async () => (await import('./trading/home-screen.tsx')).HomeScreen,
    texts: ['cards', 'wallets', 'crypto'],
    title: 'profile.home',
    menu: { text: 'profile.home', Icon: House },
  }),
  defineScreen({
    path: '/show/funding/{-$add}',
    load: async () => (await loadFunding()).FundingScreen,
    texts: ['cards', 'deposits', 'wallets', 'crypto', 'promo', 'offers'],
    title: 'profile.fund',
    menu: { text: 'profile.fund', Icon: Plus, isForRealAccounts: true },
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
    texts: ['cards', 'deposits', 'wallets', 'crypto', 'promo', 'offers'],
    title: 'profile.fund',
  }),
  defineScreen({
    path: '/show/deposits/{-$add}',
    load: async () => (await import('./trading/deposits-screen.tsx')).DepositsScreen,
    texts: ['cards', 'deposits', 'wallets', 'crypto'],
    title: 'profile.deposits',
    menu: { text: 'profile.deposits', Icon: List, isForRealAccounts: true },
  }),
  defineScreen({
    path: '/show/personal/{-$part}',
    load: async () => (await import('./trading/personal-screen.tsx')).PersonalScreen,
    texts: ['auth', 'documents'],
    title: 'profile.personal',
    menu: { text: 'profile.personal', Icon: UserRound },
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
    path: '/show/real/{-$add}',
    load: async () => (await import('./trading/upgrade-account-screen.tsx')).UpgradeAccountScreen,
    texts: ['auth'],
    title: 'profile.practice_real',
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
