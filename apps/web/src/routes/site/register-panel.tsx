import { use } from 'react'

import { RegisterForm } from '../../features/auth/register-form.tsx'
import type { RegisterKind } from '../../features/auth/registration-rules.ts'
import { loadRegistrationChoices } from '../../platform/api/countries.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { RowsSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'

export function RegisterPanel({ kind }: { readonly kind: RegisterKind }) {
  return <RegisterForm kind={kind} {...use(loadRegistrationChoices())} />
}

export function RegisterFormSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-16" label={t('shell.loading')} />
      <RowsSkeleton count={6} className="h-16" />
    </div>
  )
}
