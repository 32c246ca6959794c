import { Link } from '@tanstack/react-router'
import type { TextKey } from '@tradefront/texts/keys'
import type { ReactNode } from 'react'

import { EmailProofBanner } from '../../features/auth/email-proof-banner.tsx'
import { SecuritySection } from '../../features/auth/security-section.tsx'
import { DocumentsSection } from '../../features/documents/documents-section.tsx'
import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { PersonalInfoSection } from '../../features/profile/personal-info-section.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { cx } from '../../ui/styles/cx.ts'
import { paths } from '../paths.ts'

type Section = { readonly id: string; readonly text: TextKey; readonly content: ReactNode }

/** In the order of the tabs. The first has no `part` in its URL. */
const sections: readonly Section[] = [
  { id: 'info', text: 'profile.info', content: <PersonalInfoSection /> },
  { id: 'documents', text: 'documents.title', content: <DocumentsSection /> },
  {
    id: 'security',
    text: 'profile.security',
    content: <SecuritySection />,
  },
]

export function PersonalScreen({ part }: { readonly part?: string }) {
  const t = useTranslate()
  const current = sections.find(({ id }) => id === (part ?? sections[0]?.id))
  if (current === undefined) return <PageNotFound />
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={<ScreenIntro page="personal" />}>{t('profile.personal')}</ScreenTitle>
      <nav
        aria-label={t('profile.sections')}
        className="-mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
      >
        {sections.map(({ id, text }) => (
          <Link
            key={id}
            to={id === sections[0]?.id ? paths.show('personal') : paths.showWith('personal', id)}
            activeOptions={{ exact: true }}
            className={cx(navTabClass, 'target -mb-px whitespace-nowrap')}
          >
            {t(text)}
          </Link>
        ))}
      </nav>
      <EmailProofBanner />
      {current.content}
    </div>
  )
}
