import { areRolesApart, type OperatorRole, operatorRoles } from '@tradefront/contract/operator-actions'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { RightsList } from './rights-list.tsx'

/** The roles of an operator, with what they allow. */
export function RoleFields(props: {
  readonly roles: readonly OperatorRole[]
  readonly onChange: (roles: OperatorRole[]) => void
}) {
  const t = useTranslate()
  const { roles } = props
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 font-medium">{t('desk_control.choose_roles')}</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {operatorRoles.map((role) => (
            <Checkbox
              key={role}
              isSelected={roles.includes(role)}
              isDisabled={!roles.includes(role) && !areRolesApart([...roles, role])}
              onChange={(isChosen) =>
                props.onChange(operatorRoles.filter((each) => (each === role ? isChosen : roles.includes(each))))
              }
            >
              {t(`desk.role_${role}`)}
            </Checkbox>
          ))}
        </div>
        <p className="text-13 text-muted">{t('desk_control.role_apart')}</p>
      </fieldset>
      {roles.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">{t('desk_control.can')}</summary>
          <RightsList roles={roles} />
        </details>
      )}
    </>
  )
}
