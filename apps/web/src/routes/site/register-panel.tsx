import { use } from 'react'

import { RegisterForm } from '../../features/auth/register-form.tsx'
import type { RegisterKind } from '../../features/auth/validate-registration.ts'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { loadCountries } from '../../platform/api/countries.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { paths } from '../paths.ts'

/** The registration with what it needs of the site: the countries, the terms, and where to go afterwards. */
export function RegisterPanel({ kind }: { readonly kind: RegisterKind }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const countries = use(loadCountries())
  const [before = '', link = '', after = ''] = t('auth.terms').split(/<\/?a>/)
  return (
    <RegisterForm
      kind={kind}
      countries={countries}
      country={getBootstrap().country}
      terms={
        <>
          {before}
          <a href={paths.page(lang, 'terms')} target="_blank" rel="noreferrer" className="text-accent-ink underline">
            {link}
          </a>
          {after}
        </>
      }
      onDone={() => location.assign(paths.trading(lang, paths.home()))}
    />
  )
}

export function RegisterFormSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-16" label={t('shell.loading')} />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
