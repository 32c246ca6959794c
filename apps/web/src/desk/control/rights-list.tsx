import type { OperatorRole } from '@tradefront/contract/operator-actions'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { listRights } from './list-rights.ts'

/** Rights of the roles, in words. */
export function RightsList({ roles }: { readonly roles: readonly OperatorRole[] }) {
  const t = useTranslate()
  return (
    <dl className="flex flex-col gap-4 pt-2 text-13">
      {listRights(t, roles).map(({ about, rights }) => (
        <div key={about} className="flex flex-col gap-0.5">
          <dt className="font-medium">{about}</dt>
          {rights.map(({ name, needs }) => (
            <dd key={`${name} ${needs}`} className="flex flex-wrap justify-between gap-x-4">
              <span>{name}</span>
              {needs !== undefined && <span className="text-muted">{needs}</span>}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  )
}
