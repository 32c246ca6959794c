import type { TextKey } from '@tradefront/texts/keys'
import type { ReactNode } from 'react'

import { EmailProofBanner } from '../../features/auth/email-proof-banner.tsx'
import { SecuritySection } from '../../features/auth/security-section.tsx'
import { DocumentsSection } from '../../features/documents/documents-section.tsx'
import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { MailSettings } from '../../features/profile/mail-switches.tsx'
import { PersonalInfoSection } from '../../features/profile/personal-info-section.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { paths } from '../paths.ts'
import { DeviceSettings } from './device-settings.tsx'
import { SectionTabs } from './section-tabs.tsx'

type Section = { readonly id: string; readonly text: TextKey; readonly content: ReactNode }

/** Sections in the order of the tabs. The first one has no `part` in its URL. */
const sections: readonly Section[] = [
  {
    id: 'info',
    text: 'profile.info',
    content: (
      <Settings>
        <PersonalInfoSection />
        <MailSettings />
        <DeviceSettings />
      </Settings>
    ),
  },
  { id: 'documents', text: 'documents.title', content: <DocumentsSection /> },
  {
    id: 'security',
    text: 'profile.security',
    content: (
      <Settings>
        <SecuritySection />
      </Settings>
    ),
  },
]

function Settings({ children }: { readonly children: ReactNode }) {
  return <div className="flex max-w-2xl flex-col gap-8">{children}</div>
}

export function PersonalScreen({ part }: { readonly part?: string }) {
  const t = useTranslate()
  const current = sections.find(({ id }) => id === (part ?? sections[0]?.id))
  if (current === undefined) return <PageNotFound />
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={<ScreenIntro page="personal" />}>{t('profile.personal')}</ScreenTitle>
      <SectionTabs
        label={t('profile.sections')}
        tabs={sections.map(({ id, text }) =>
          id === sections[0]?.id
            ? { to: paths.show('personal'), text, isExact: true }
            : { to: paths.showWith('personal', id), text },
        )}
      />
      <EmailProofBanner />
      {current.content}
    </div>
  )
}
