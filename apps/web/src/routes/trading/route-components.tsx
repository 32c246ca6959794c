import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useMemo, type ReactNode } from 'react'

import type { ListenTarget } from '../../features/cards/payment/listen-target.ts'
import { ServerFragment } from '../../features/pages/server-fragment.tsx'
import { ServerPage } from '../../features/pages/server-page.tsx'
import { HomeScreen } from '../../features/profile/home-screen.tsx'
import { WelcomeDialog } from '../../features/profile/welcome-dialog.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { renderPageExtension } from '../lazy-contact-forms.tsx'
import { paths } from '../paths.ts'
import { setPageTitle, usePageTitle } from '../../platform/page-title.ts'
import { PracticeAccountNotice, ScreenNotFound, ScreenSkeleton } from './screen-states.tsx'
import {
  DocumentsScreen,
  FundingScreen,
  PersonalScreen,
  UpgradeAccountScreen,
  RecentDeposits,
} from './lazy-screens.tsx'

const hrefs = { accountHref: `#${paths.home()}`, fundingHref: `#${paths.show('funding')}` }
const homeDeposits = 5

/** `/home`: the account at a glance; a new trader is welcomed here first (spec: account 2). */
export function HomeRoute() {
  const t = useTranslate()
  const { isPractice } = useUser()
  usePageTitle(t('profile.home'))
  return (
    <>
      <HomeScreen
        verifyHref={`#${paths.showWith('personal', 'documents')}`}
        fund={
          !isPractice && (
            <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', size: 'lg' })}>
              {t('profile.fund')}
            </Link>
          )
        }
        deposits={
          !isPractice && (
            <Suspense fallback={null}>
              <RecentDeposits limit={homeDeposits} fundingHref={hrefs.fundingHref} />
            </Suspense>
          )
        }
      />
      <WelcomeDialog
        fund={(close) => (
          <Link to={paths.show('funding')} onClick={close} className={buttonClass({ tone: 'primary' })}>
            {t('profile.welcome_fund')}
          </Link>
        )}
      />
    </>
  )
}

/** `/show/{page}` and `/show/{page}/{add}`: a screen of ours, else the server's page of this name. */
export function ShowRoute() {
  const { page = '', add } = useParams({ strict: false })
  if (page === 'funding') return <FundingRoute add={add} />
  if (page === 'personal') return <PersonalRoute part={add} />
  if (page === 'real') return <UpgradeAccountRoute />
  if (page === 'documents') return <DocumentsRoute add={add} />
  return <ServerPageRoute area="pg" page={page} />
}

/** `/sw/{page}`: a fragment of the ag area. */
export function FragmentRoute() {
  const { page = '' } = useParams({ strict: false })
  return <ServerPageRoute area="ag" page={page} />
}

/** `/listen/{page}/{proc}/{id}/{uid}`: back from a card payment. An unknown processor only logs (spec: funding 2). */
export function ListenRoute() {
  const { page = '', proc = '', id = '', uid = '' } = useParams({ strict: false })
  const listen = useMemo(() => ({ proc, id, transactionId: uid }), [proc, id, uid])
  return page === 'funding' ? <FundingRoute listen={listen} /> : <ServerPageRoute area="pg" page={page} />
}

function PersonalRoute({ part }: { readonly part: string | undefined }) {
  const t = useTranslate()
  usePageTitle(t('profile.personal'))
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <PersonalScreen part={part} />
    </Suspense>
  )
}

function UpgradeAccountRoute() {
  const t = useTranslate()
  usePageTitle(t('profile.practice_real'))
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <UpgradeAccountScreen />
    </Suspense>
  )
}

function FundingRoute(props: { readonly add?: string | undefined; readonly listen?: ListenTarget }) {
  const t = useTranslate()
  const user = useUser()
  usePageTitle(t('profile.fund'))
  if (user.isPractice) return <PracticeAccountNotice />
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <FundingScreen {...props} {...hrefs} Fragment={ServerFragment} />
    </Suspense>
  )
}

/** `/show/documents`, and `/show/documents/again` for what was refused (spec: account 2, corrupted-info variant). */
function DocumentsRoute({ add }: { readonly add?: string | undefined }) {
  const t = useTranslate()
  usePageTitle(t(add === 'again' ? 'documents.again_title' : 'documents.title'))
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <DocumentsScreen add={add} key={add ?? ''} />
    </Suspense>
  )
}

function ServerPageRoute(props: { readonly area: 'pg' | 'ag'; readonly page: string }) {
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <ServerPage
        key={`${props.area}/${props.page}`}
        {...props}
        Link={PageLink}
        notFound={<ScreenNotFound />}
        onTitle={setPageTitle}
      >
        {props.area === 'pg' && renderPageExtension(props.page)}
      </ServerPage>
    </Suspense>
  )
}

function PageLink({ page, children }: { readonly page: string; readonly children?: ReactNode }) {
  return <Link to={paths.show(page)}>{children}</Link>
}
