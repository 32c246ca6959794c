import { getLocale, useTranslate } from '../platform/i18n/i18n.ts'
import { paths } from './paths.ts'

/** Note that is painted before the scripts, and offers help if they do not come. The style sheet shows it after some seconds. */
export function StuckNote(props: {
  readonly reloadPath: string
  /** False for a page that only traders with a session get. */
  readonly offersLogIn: boolean
}) {
  const t = useTranslate()
  return (
    <p className="fixed inset-x-4 bottom-20 z-30 mx-auto flex max-w-md animate-stuck flex-wrap items-center gap-x-4 rounded-card border border-line bg-float px-4 py-2 shadow-raised">
      {t('shell.stuck')}
      <a href={props.reloadPath} className="flex min-h-11 items-center text-accent-ink underline">
        {t('shell.reload')}
      </a>
      {props.offersLogIn && (
        <a href={paths.login(getLocale())} className="flex min-h-11 items-center text-accent-ink underline">
          {t('auth.log_in')}
        </a>
      )}
    </p>
  )
}
