import { useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { getAreaHome, getPageHref, paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'
import { Field, fieldInputClass } from '../../ui/fields/field.tsx'

const tradingPlaces = ['funding', 'history', 'support'] as const
const placeTexts = { funding: 'profile.fund', history: 'profile.history', support: 'profile.support' } as const
const pages = ['about', 'fees', 'contacts'] as const

/** Says which address was opened, and leads to the places and answers that were probably meant. */
export function PageNotFound() {
  const t = useTranslate()
  const title = t('shell.not_found_title')
  usePageTitle(title)
  const { pathname, hash } = location
  const home = getAreaHome(pathname)
  const isTrading = home.startsWith('#')
  const links = [
    ...(isTrading ? tradingPlaces.map((page) => ({ href: `#${paths.show(page)}`, text: t(placeTexts[page]) })) : []),
    ...pages.map((page) => ({ href: getPageHref(pathname, page), text: t(`shell.page_${page}`) })),
  ]
  return (
    <ScreenMessage
      title={title}
      action={
        <div className="flex w-full flex-col gap-8">
          <div>
            <a href={home} className={buttonClass({ tone: 'primary' })}>
              {t(isTrading ? 'shell.to_home' : 'shell.to_site')}
            </a>
          </div>
          <QuestionSearch href={getPageHref(pathname, 'faq')} />
          <nav aria-label={t('shell.not_found_places')} className="flex flex-col gap-2">
            <h2 className="text-17 font-semibold">{t('shell.not_found_places')}</h2>
            <ul className="flex flex-wrap gap-x-6">
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a href={href} className="target flex items-center text-accent-ink hover:underline">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      }
    >
      <bdi dir="ltr" className="block pb-2 text-15 wrap-anywhere text-ink">
        {`${pathname}${hash}`.slice(0, 120)}
      </bdi>
      {t('shell.not_found_text')}
    </ScreenMessage>
  )
}

/** Form that opens the questions with these words. It is native, because visitors load no other field for this page. */
function QuestionSearch({ href }: { readonly href: string }) {
  const t = useTranslate()
  return (
    <form
      role="search"
      className="flex max-w-md items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const words = new FormData(event.currentTarget).get('q')
        location.assign(`${href}?q=${encodeURIComponent(String(words))}`)
      }}
    >
      <Field
        label={t('shell.questions_search')}
        className="min-w-0 flex-1"
        renderInput={(attributes) => <input {...attributes} name="q" type="search" className={fieldInputClass} />}
      />
      <button type="submit" className={buttonClass({})}>
        {t('shell.search')}
      </button>
    </form>
  )
}
