import { useTexts } from '../../platform/texts.ts'
import { ScreenTitle } from '../../ui/surface.tsx'
import { DocumentsSection } from './documents-section.tsx'

/** The documents as a page of their own; `only="refused"` is the corrupted-info variant. */
export function DocumentsScreen({ only }: { readonly only?: 'refused' | undefined }) {
  const t = useTexts()
  const isAgain = only === 'refused'
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle lead={t(isAgain ? 'documents.again_lead' : 'documents.lead')}>
        {t(isAgain ? 'documents.again_title' : 'documents.title')}
      </ScreenTitle>
      <DocumentsSection only={only} />
    </div>
  )
}
