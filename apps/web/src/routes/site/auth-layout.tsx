import type { ReactNode } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'

export function AuthLayout(props: { readonly title: string; readonly lead?: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-16 py-6 lg:grid-cols-[minmax(0,25rem)_minmax(0,1fr)] lg:items-start lg:gap-20 lg:py-10">
      <section className="flex w-full max-w-md flex-col gap-6 justify-self-center lg:max-w-none">
        <div className="flex flex-col gap-2">
          <h1 tabIndex={-1} className="text-28 font-semibold outline-none">
            {props.title}
          </h1>
          {props.lead !== undefined && <p className="text-muted">{props.lead}</p>}
        </div>
        {props.children}
      </section>
      <Answers />
    </div>
  )
}

/** Answers to what a newcomer asks before trusting the site with money. */
function Answers() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const answers = [
    { subject: 'prices', href: paths.proof(lang) },
    { subject: 'withdrawal', href: `${paths.site(lang)}#ways` },
    { subject: 'costs', href: paths.page(lang, 'fees') },
  ] as const
  return (
    <aside
      aria-labelledby="answers"
      className="flex w-full max-w-md flex-col gap-8 justify-self-center border-t border-line pt-8 lg:sticky lg:top-24 lg:max-w-lg lg:justify-self-start lg:border-s lg:border-t-0 lg:py-2 lg:ps-16"
    >
      <h2 id="answers" className="text-21 font-semibold">
        {t('auth.ask_title')}
      </h2>
      <dl className="flex flex-col gap-8">
        {answers.map(({ subject, href }) => (
          <div key={subject} className="flex flex-col gap-1">
            <dt className="font-medium">{t(`auth.ask_${subject}`)}</dt>
            <dd className="text-muted">
              {t(`auth.ask_${subject}_text`)}{' '}
              <a href={href} className="text-accent-ink underline">
                {t(`auth.ask_${subject}_more`)}
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}
