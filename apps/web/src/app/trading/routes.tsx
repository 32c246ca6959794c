import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'

import { ServerPage } from '../../features/pages/server-page.tsx'
import { HomeScreen } from '../../features/profile/home-screen.tsx'
import { useTexts } from '../../platform/texts.ts'
import { buttonClass } from '../../ui/button.tsx'
import { paths } from '../paths.ts'
import { setTitle, useTitle } from '../use-title.ts'
import { ScreenNotFound, ScreenShape } from './notices.tsx'

/** `/home`: the account at a glance. */
export function HomeRoute() {
  const t = useTexts()
  useTitle(t('profile.home'))
  return (
    <HomeScreen
      fund={
        <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', size: 'lg' })}>
          {t('profile.fund')}
        </Link>
      }
      deposits={null}
    />
  )
}

/** `/show/{page}` and `/show/{page}/{add}`: a screen of ours, else the server's page of this name. */
export function ShowRoute() {
  const { page = '' } = useParams({ strict: false })
  return <Page area="pg" page={page} />
}

/** `/sw/{page}`: a fragment of the ag area. */
export function FragmentRoute() {
  const { page = '' } = useParams({ strict: false })
  return <Page area="ag" page={page} />
}

/** `/listen/{page}/{proc}/{id}/{uid}`: back from a card payment. An unknown processor only logs (spec: funding 2). */
export function ListenRoute() {
  const { page = '' } = useParams({ strict: false })
  return <Page area="pg" page={page} />
}

function Page(props: { readonly area: 'pg' | 'ag'; readonly page: string }) {
  return (
    <Suspense fallback={<ScreenShape />}>
      <ServerPage key={`${props.area}/${props.page}`} {...props} notFound={<ScreenNotFound />} onTitle={setTitle} />
    </Suspense>
  )
}
