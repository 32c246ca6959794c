import { lazy, Suspense, type ReactNode } from 'react'

import { loadTexts, useTranslate } from '../platform/i18n/i18n.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

const ContactForms = lazy(() =>
  Promise.all([import('../features/contact/contact-forms.tsx'), loadTexts('contact')]).then(([module]) => ({
    default: module.ContactForms,
  })),
)

/** What stands on a server page between its title and its text: the forms, on the page that is called contacts. */
export function renderPageExtension(page: string): ReactNode {
  return page === 'contacts' ? <LazyContactForms /> : null
}

function LazyContactForms() {
  const t = useTranslate()
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" label={t('shell.loading')} />}>
      <ContactForms />
    </Suspense>
  )
}
