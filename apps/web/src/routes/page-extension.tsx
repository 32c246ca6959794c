import { lazy, Suspense } from 'react'

import { loadTexts, useTranslate } from '../platform/i18n/i18n.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'

const ContactForms = lazy(async () => {
  const [{ ContactForms: Loaded }] = await Promise.all([
    import('../features/contact/contact-forms.tsx'),
    loadTexts('contact'),
  ])
  return { default: Loaded }
})

/** Adds the forms to the page `contacts`. */
export function PageExtension({ page }: { readonly page: string }) {
  const t = useTranslate()
  if (page !== 'contacts') return null
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" label={t('shell.loading')} />}>
      <ContactForms />
    </Suspense>
  )
}
