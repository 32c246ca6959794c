import type { TextKey } from '@tradefront/texts/keys'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { DocumentsSection } from './documents-section.tsx'

/** Texts about why the server redirected to this page when it could not show a file. */
const notices: Readonly<Record<string, TextKey>> = {
  lost: 'documents.lost',
  away: 'documents.away',
  missing: 'errors.not_found',
}

/**
 * Screen of documents. `card` leads to the picture of the card. `again` shows refused documents only (spec: account 2, corrupted-info
 * variant).
 */
export function DocumentsScreen({ add = '' }: { readonly add?: string }) {
  const t = useTranslate()
  const isResubmission = add === 'again'
  const notice = notices[add]
  const title = t(isResubmission ? 'documents.again_title' : 'documents.title')
  usePageTitle(title)
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t(isResubmission ? 'documents.again_lead' : 'documents.lead')}>{title}</ScreenTitle>
      {notice !== undefined && (
        <Banner tone="danger" isUrgent>
          {t(notice)}
        </Banner>
      )}
      <DocumentsSection
        key={add}
        only={isResubmission ? 'refused' : undefined}
        first={add === 'card' ? 'card' : undefined}
      />
    </div>
  )
}
