import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StuckNote } from '../stuck-note.tsx'

/**
 * Frame that is painted before the scripts of a page of the server, e.g. the contacts, and then replaced. Nothing in it depends on the page
 * or visitor.
 */
export function SiteShell() {
  const t = useTranslate()
  return (
    <div className="flex min-h-dvh flex-col">
      <div className="border-b border-line bg-bg">
        <div className="mx-auto flex min-h-14 w-full max-w-6xl items-center px-4 py-2 sm:px-8">
          <Logo nameFrom="sm" />
        </div>
      </div>
      <p className="sr-only">{t('shell.loading')}</p>
      <div className="mx-auto w-full max-w-6xl px-4 sm:px-8">
        <div className="mx-auto flex max-w-prose flex-col gap-6 pt-4 pb-16 sm:pt-8">
          <Skeleton className="h-9 w-64" />
          <Skeleton className="h-24 max-w-prose" />
          <Skeleton className="h-48 max-w-prose" />
        </div>
      </div>
      <StuckNote reloadPath="" offersLogIn />
    </div>
  )
}
