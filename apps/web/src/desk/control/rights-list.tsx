import type { OperatorRole } from '@tradefront/contract/operator-actions'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { listRights } from './list-rights.ts'

export function RightsList({ roles }: { readonly roles: readonly OperatorRole[] }) {
  const t = useTranslate()
  if (roles.length === 0) return <p className="text-muted">{t('desk_control.cannot')}</p>
  return (
    <section aria-label={t('desk_control.can')} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t('desk_control.can')}</h3>
      <dl className="flex flex-col gap-3 text-13">
        {listRights(t, roles).map(({ about, rights }) => (
          <div key={about} className="flex flex-col gap-0.5">
            <dt className="text-muted">{about}</dt>
            {rights.map((right) => (
              <dd key={right}>{right}</dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
