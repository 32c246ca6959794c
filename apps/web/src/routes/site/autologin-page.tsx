import { useState } from 'react'

import { AutologinPanel } from '../../features/auth/autologin-panel.tsx'
import { consumeAutologinRequest } from '../../features/auth/autologin.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../paths.ts'
import { AuthLayout } from './auth-layout.tsx'

/** Spec: funding 2. */
export function AutologinPage() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [autologin] = useState(() => consumeAutologinRequest(paths.autologin(lang)))
  return (
    <AuthLayout title={t('auth.autologin_title')} lead="">
      <AutologinPanel autologin={autologin} />
    </AuthLayout>
  )
}
