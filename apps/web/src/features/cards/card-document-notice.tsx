import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { documentsCalls } from '@tradefront/contract/documents'

import { request } from '../../platform/api/request.ts'
import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Asks for a picture of the saved card while one is missing and can be sent (spec: account 7). */
export function CardDocumentNotice() {
  const t = useTranslate()
  const { isCardDocumentMissing, cardDocumentState } = useUser()
  const { data } = useQuery({
    queryKey: ['card-document', cardDocumentState],
    enabled: isCardDocumentMissing,
    queryFn: ({ signal }) => request(documentsCalls.getCardDocumentState, { signal }),
  })
  if (!isCardDocumentMissing || data === undefined || !data.can_load) return null
  const action = (
    <Link to={paths.showWith('documents', 'card')} className={buttonClass({})}>
      {t('cards.document_send')}
    </Link>
  )
  return (
    <Banner tone="info" title={t('cards.document_title')} action={action}>
      {t(data.card === 'refused' ? 'cards.document_refused' : 'cards.document_text')}
    </Banner>
  )
}
