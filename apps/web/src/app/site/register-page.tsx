import { Link } from '@tanstack/react-router'
import { Suspense, use } from 'react'

import { RegisterForm } from '../../features/auth/register-form.tsx'
import { boot } from '../../platform/boot.ts'
import { loadCountries } from '../../platform/countries.ts'
import { useLocaleTag, useTexts } from '../../platform/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../use-title.ts'
import { Entrance } from './entrance.tsx'

/** Opens an account; after it the trader is logged in and at home. */
export function RegisterPage() {
  const t = useTexts()
  const lang = useLocaleTag()
  useTitle(t('auth.register_title'))
  return (
    <Entrance title={t('auth.register_title')} lead={t('auth.register_lead')}>
      <Suspense fallback={<FormShape />}>
        <Form />
      </Suspense>
      <p className="border-t border-line pt-4 text-muted">
        {t('auth.have_account')}{' '}
        <Link to={paths.login(lang)} className="font-medium text-accent-ink hover:underline">
          {t('auth.log_in')}
        </Link>
      </p>
    </Entrance>
  )
}

function Form() {
  const t = useTexts()
  const lang = useLocaleTag()
  const countries = use(loadCountries())
  const [before = '', link = '', after = ''] = t('auth.terms').split(/<\/?a>/)
  return (
    <RegisterForm
      countries={countries}
      country={boot().country}
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

function FormShape() {
  const t = useTexts()
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-16" label={t('shell.loading')} />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
