import type { TextKey } from '@tradefront/texts/keys'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ScreenTitle } from '../../ui/layout/surface.tsx'
import { DocumentsSection } from './documents-section.tsx'

/** Why a file that was opened in a tab could not be shown: where the server leads then. */
const notices: Readonly<Record<string, TextKey>> = {
  lost: 'documents.lost',
  away: 'documents.away',
  missing: 'errors.not_found',
}

/** The documents as a page of their own; `add="again"` is the corrupted-info variant. */
export function DocumentsScreen({ add = '' }: { readonly add?: string | undefined }) {
  const t = useTranslate()
  const isResubmission = add === 'again'
  const notice = notices[add]
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t(isResubmission ? 'documents.again_lead' : 'documents.lead')}>
        {t(isResubmission ? 'documents.again_title' : 'documents.title')}
      </ScreenTitle>
      {notice !== undefined && (
        <Banner tone="bad" isUrgent>
          {t(notice)}
        </Banner>
      )}
      <DocumentsSection only={isResubmission ? 'refused' : undefined} />
    </div>
  )
}
