import { lazy } from 'react'

import { loadTexts } from '../../platform/i18n/i18n.ts'

const loadFunding = () => import('./funding-screen.tsx')
const loadDocuments = () => import('../../features/documents/documents-screen.tsx')
const loadRecentDeposits = () => import('../../features/deposits/recent/recent-deposits.tsx')
const loadUpgradeAccount = () => import('./upgrade-account-screen.tsx')
const loadPersonal = () => import('./personal-screen.tsx')

export const UpgradeAccountScreen = lazy(() =>
  loadUpgradeAccount().then((module) => ({ default: module.UpgradeAccountScreen })),
)
export const PersonalScreen = lazy(() => loadPersonal().then((module) => ({ default: module.PersonalScreen })))
export const FundingScreen = lazy(() => loadFunding().then((module) => ({ default: module.FundingScreen })))
export const DocumentsScreen = lazy(() => loadDocuments().then((module) => ({ default: module.DocumentsScreen })))
export const RecentDeposits = lazy(() => loadRecentDeposits().then((module) => ({ default: module.RecentDeposits })))

/** Screens of this app behind `/show/{page}`; every other page is the server's. Each brings its area of texts. */
const screens: Readonly<Record<string, readonly (() => Promise<unknown>)[]>> = {
  funding: [loadFunding, () => loadTexts('cards')],
  documents: [loadDocuments, () => loadTexts('documents')],
  personal: [loadPersonal, () => loadTexts('auth', 'documents')],
  real: [loadUpgradeAccount, () => loadTexts('auth')],
  home: [loadRecentDeposits, () => loadTexts('cards')],
}

/** Asks for what a screen needs before it is drawn. */
export async function loadScreen(page: string): Promise<null> {
  await Promise.all((screens[page] ?? []).map((load) => load()))
  return null
}
