import { Link } from '@tanstack/react-router'

import { Landing } from '../../features/landing/landing.tsx'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { usePageTitle } from '../../platform/page-title.ts'

/** `/{lang}/` for visitors. */
export function LandingPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  usePageTitle(t('landing.title'))
  return (
    <Landing
      links={{
        registerHref: paths.register(lang),
        demoHref: paths.modal(lang, 'modal-register-demo'),
        riskLink: (words) => (
          <Link to={paths.page(lang, 'risk')} className="text-accent-ink hover:underline">
            {words}
          </Link>
        ),
      }}
    />
  )
}
